import type { ComponentProps } from "react";
import { TextField } from "#web/ui/form/field.tsx";

/** One's own address, for the keyboards and autofill of phones. */
export function EmailField(props: Partial<ComponentProps<typeof TextField>>) {
  return (
    <TextField
      label="E-posta"
      type="email"
      inputMode="email"
      autoComplete="email"
      autoCapitalize="none"
      {...props}
    />
  );
}
