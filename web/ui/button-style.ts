import { cn } from "./cn.ts";

/** `primary` is for actions, `info` for links to content, `outline` and `ghost` for the rest. */
export type ButtonVariant = "primary" | "info" | "outline" | "ghost" | "danger";
export type ButtonSize = "normal" | "large" | "icon";

/** A disabled button is grey; a busy one keeps its colour. */
const DISABLED =
  "disabled:not-aria-busy:bg-line disabled:not-aria-busy:text-muted disabled:not-aria-busy:opacity-100";
const variants: Record<ButtonVariant, string> = {
  primary: `border border-transparent bg-nar text-on-accent hover:bg-nar-deep ${DISABLED}`,
  info: `border border-transparent bg-turkuaz text-on-accent hover:bg-turkuaz-deep ${DISABLED}`,
  outline: "border border-edge text-ink hover:border-ink hover:bg-sunken",
  ghost: "text-ink hover:bg-sunken",
  danger: "border border-danger text-danger hover:bg-nar-soft",
};
const sizes: Record<ButtonSize, string> = {
  normal: "min-h-11 px-4 gap-2",
  large: "min-h-13 px-6 gap-2.5 text-lg",
  icon: "size-11 shrink-0",
};

export function buttonStyle(
  variant: ButtonVariant = "outline",
  size: ButtonSize = "normal",
  className?: string,
): string {
  return cn(
    "inline-flex items-center justify-center rounded font-semibold no-underline select-none",
    "wrap-break-word",
    "transition-colors disabled:cursor-not-allowed disabled:opacity-55 print:hidden",
    "aria-disabled:cursor-not-allowed aria-disabled:opacity-55",
    variants[variant],
    sizes[size],
    className,
  );
}
