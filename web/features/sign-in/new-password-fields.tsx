import type { UseFormRegisterReturn } from "react-hook-form";
import { PasswordField } from "#web/features/sign-in/password-field.tsx";

interface Props {
  label: string;
  password: UseFormRegisterReturn;
  confirmation: UseFormRegisterReturn;
  errorOf: (name: "password" | "confirm_password") => string | undefined;
}

/** A new password, typed twice. */
export function NewPasswordFields({ label, password, confirmation, errorOf }: Props) {
  return (
    <>
      <PasswordField
        label={label}
        autoComplete="new-password"
        hint="En az 6 karakter"
        error={errorOf("password")}
        {...password}
      />
      <PasswordField
        label={`${label} tekrarı`}
        autoComplete="new-password"
        error={errorOf("confirm_password")}
        {...confirmation}
      />
    </>
  );
}
