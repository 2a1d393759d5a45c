import { createLink } from "@tanstack/react-router";
import type { ComponentProps } from "react";
import { cn } from "./cn.ts";

/** A link within or beside a text; takes `to`, `params` and `search` like the router's own. */
export const TextLink = createLink(({ className, ...rest }: ComponentProps<"a">) => (
  <a
    {...rest}
    className={cn(
      "font-semibold text-turkuaz underline decoration-1 underline-offset-4 hover:decoration-2",
      className,
    )}
  />
));
