import { createLink } from "@tanstack/react-router";
import type { ComponentProps } from "react";
import { type ButtonSize, type ButtonVariant, buttonStyle } from "#web/ui/button-style.ts";

interface Props extends ComponentProps<"a"> {
  variant?: ButtonVariant;
  size?: ButtonSize;
}

/** A link that looks like a button; takes `to`, `params` and `search` like the router's own. */
export const LinkButton = createLink(({ variant, size, className, ...rest }: Props) => (
  <a {...rest} className={buttonStyle(variant, size, className)} />
));
