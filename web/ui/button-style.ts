import { cn } from "./cn.ts";

/** `act` for what one does, `learn` for what one looks at, `quiet` and `plain` for the rest. */
export type ButtonKind = "act" | "learn" | "quiet" | "plain" | "danger";
export type ButtonSize = "normal" | "large" | "icon";

/** What cannot be pressed yet is grey; what is under way keeps its colour. */
const GREY =
  "disabled:not-aria-busy:bg-line disabled:not-aria-busy:text-muted disabled:not-aria-busy:opacity-100";
const kinds: Record<ButtonKind, string> = {
  act: `border border-transparent bg-nar text-on-accent hover:bg-nar-deep ${GREY}`,
  learn: `border border-transparent bg-turkuaz text-on-accent hover:bg-turkuaz-deep ${GREY}`,
  quiet: "border border-edge text-ink hover:border-ink hover:bg-sunken",
  plain: "text-ink hover:bg-sunken",
  danger: "border border-danger text-danger hover:bg-nar-soft",
};
const sizes: Record<ButtonSize, string> = {
  normal: "min-h-11 px-4 gap-2",
  large: "min-h-13 px-6 gap-2.5 text-lg",
  icon: "size-11 shrink-0",
};

export function buttonStyle(
  kind: ButtonKind = "quiet",
  size: ButtonSize = "normal",
  className?: string,
): string {
  return cn(
    "inline-flex items-center justify-center rounded font-semibold no-underline select-none",
    "wrap-break-word",
    "transition-colors disabled:cursor-not-allowed disabled:opacity-55 print:hidden",
    "aria-disabled:cursor-not-allowed aria-disabled:opacity-55",
    kinds[kind],
    sizes[size],
    className,
  );
}
