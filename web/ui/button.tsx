import type { ComponentProps } from "react";
import { type ButtonKind, type ButtonSize, buttonStyle } from "#web/ui/button-style.ts";
import { Spinner } from "#web/ui/spinner.tsx";

interface Props extends ComponentProps<"button"> {
  kind?: ButtonKind;
  size?: ButtonSize;
  /** Shows that the pressed action is under way, and takes no further press. */
  busy?: boolean;
  /** The same without being disabled, which would take the focus from it. */
  waiting?: boolean;
}

export function Button(props: Props) {
  const { kind, size, busy, waiting, className, children, disabled, onClick, ...rest } = props;
  return (
    <button
      type="button"
      aria-busy={busy || waiting}
      aria-disabled={waiting}
      onClick={waiting ? undefined : onClick}
      {...rest}
      className={buttonStyle(kind, size, className)}
      disabled={disabled || busy}
    >
      {(busy || waiting) && <Spinner />}
      {children}
    </button>
  );
}
