import type { ReactNode } from "react";
import { cn } from "./cn.ts";

const variants = {
  neutral: "bg-sunken text-ink",
  primary: "bg-nar-soft text-nar",
  info: "bg-turkuaz-soft text-turkuaz",
};

/** A small label for a state or a kind. */
export function Badge({
  variant = "neutral",
  children,
}: {
  variant?: keyof typeof variants;
  children: ReactNode;
}) {
  return (
    <span
      className={cn(
        "inline-flex items-center gap-1.5 rounded-full px-2.5 py-0.5 text-sm font-semibold",
        variants[variant],
      )}
    >
      {children}
    </span>
  );
}
