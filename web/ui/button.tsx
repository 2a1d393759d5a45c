import type { ComponentProps, MouseEvent } from "react";
import { type ButtonSize, type ButtonVariant, buttonStyle } from "#web/ui/button-style.ts";
import { Spinner } from "#web/ui/spinner.tsx";

interface Props extends ComponentProps<"button"> {
  variant?: ButtonVariant;
  size?: ButtonSize;
  /** Shows a spinner and ignores clicks; the button is not disabled, which would lose the focus. */
  busy?: boolean;
}

export function Button(props: Props) {
  const { variant, size, busy, className, children, onClick, ...rest } = props;
  return (
    <button
      type="button"
      aria-busy={busy}
      aria-disabled={busy}
      onClick={busy ? ignore : onClick}
      {...rest}
      className={buttonStyle(variant, size, className)}
    >
      {busy && <Spinner />}
      {children}
    </button>
  );
}

/** Prevents the submit of a form too. */
const ignore = (event: MouseEvent) => event.preventDefault();
