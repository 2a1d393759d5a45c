import type { ComponentProps } from "react";
import { type ButtonKind, type ButtonSize, buttonStyle } from "#web/ui/button-style.ts";
import { Spinner } from "#web/ui/spinner.tsx";

interface Props extends ComponentProps<"button"> {
  kind?: ButtonKind;
  size?: ButtonSize;
  /** Shows that the pressed action is under way, and takes no further press. */
  busy?: boolean;
}

export function Button({ kind, size, busy, className, children, disabled, ...rest }: Props) {
  return (
    <button
      type="button"
      aria-busy={busy}
      {...rest}
      className={buttonStyle(kind, size, className)}
      disabled={disabled || busy}
    >
      {busy && <Spinner />}
      {children}
    </button>
  );
}
