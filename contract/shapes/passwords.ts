import * as z from "zod";
import { PASSWORD_LENGTH } from "../limits.ts";
import { isOwnPassword, OWN_PASSWORD } from "./own-password.ts";

export const NewPassword = z
  .string({ error: "Şifre alanı boş bırakılamaz" })
  .normalize("NFC")
  .min(PASSWORD_LENGTH.min, { error: "Şifre en az 6 karakterden oluşmalıdır." })
  .max(PASSWORD_LENGTH.max, { error: "Şifre en fazla 128 karakter olabilir." });

export const ConfirmPassword = z
  .string({ error: "Lütfen şifrenizi tekrar girin." })
  .normalize("NFC");

/** Shown at the confirmation field, even while other fields are invalid. */
export const PASSWORDS_DIFFER = {
  path: ["confirm_password"],
  error: "Şifreler uyuşmuyor",
  when: ({ value }: { value: unknown }) => passwordsPresent(value),
};

/** Checked against the fields filled in so far, even if others are invalid or come later. */
export const PASSWORD_IS_OWN = {
  path: ["password"],
  error: OWN_PASSWORD,
  when: ({ value }: { value: unknown }) => isText((value as { password?: unknown })?.password),
};

export const PASSWORD_EMPTY = "Şifre alanı boş bırakılamaz";

export const ExistingPassword = z
  .string({ error: PASSWORD_EMPTY })
  .min(1, { error: PASSWORD_EMPTY });

export function passwordsMatch(form: { password: string; confirm_password: string }): boolean {
  return form.password === form.confirm_password;
}

export function isNotOwnPassword(form: Record<"password" | "name" | "nickname" | "email", string>) {
  const [name = "", nickname = "", email = ""] = [form.name, form.nickname, form.email].map(
    (text: unknown) => (isText(text) ? text : ""),
  );
  return !isOwnPassword(form.password, { name, nickname, email });
}

const isText = (value: unknown): value is string => typeof value === "string";

function passwordsPresent(value: unknown): boolean {
  const form = value as { password?: unknown; confirm_password?: unknown } | null;
  return isText(form?.password) && isText(form.confirm_password);
}
