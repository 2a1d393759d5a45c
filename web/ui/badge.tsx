import type { ReactNode } from "react";
import { cn } from "./cn.ts";

const tones = {
  plain: "bg-sunken text-ink",
  act: "bg-nar-soft text-nar",
  learn: "bg-turkuaz-soft text-turkuaz",
};

/** A few words about a thing's state. */
export function Badge({
  tone = "plain",
  children,
}: {
  tone?: keyof typeof tones;
  children: ReactNode;
}) {
  return (
    <span
      className={cn(
        "inline-flex items-center gap-1.5 rounded-full px-2.5 py-0.5 text-sm font-semibold",
        tones[tone],
      )}
    >
      {children}
    </span>
  );
}
