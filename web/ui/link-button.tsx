import { createLink } from "@tanstack/react-router";
import type { ComponentProps } from "react";
import { type ButtonKind, type ButtonSize, buttonStyle } from "#web/ui/button-style.ts";

interface Props extends ComponentProps<"a"> {
  kind?: ButtonKind;
  size?: ButtonSize;
}

/** A link that looks like a button; takes `to`, `params` and `search` like the router's own. */
export const LinkButton = createLink(({ kind, size, className, ...rest }: Props) => (
  <a {...rest} className={buttonStyle(kind, size, className)} />
));
