import { randomBytes } from "node:crypto";
import type * as z from "zod";
import { login, type Registration, register } from "#contract/endpoints/account.ts";
import { type Api, succeed } from "./api.ts";

/** Somebody with an account, signed in. */
export interface Person {
  id: number;
  name: string;
  nickname: string;
  email: string;
  password: string;
  token: string;
  expires_at: string;
}

export type Form = z.input<typeof Registration>;

/** A valid registration of a person who has no account yet. */
export function registrationForm(fields: Partial<Form> = {}): Form {
  const nickname = `kisi_${randomBytes(6).toString("hex")}`;
  return {
    name: "Ayşe Yılmaz",
    email: `${nickname}@ornek.com`,
    nickname,
    gender: "women",
    city_id: 34,
    birth_date: "23.04.1990",
    password: "gizli-sifre-1",
    confirm_password: fields.password ?? "gizli-sifre-1",
    explicit_consent: true,
    communication_consent: true,
    ...fields,
  };
}

export async function signUp(api: Api, fields: Partial<Form> = {}): Promise<Person> {
  const form = registrationForm(fields);
  const { item } = await succeed(api.call(register, { body: form }));
  const { id, name, nickname, email } = item;
  const session = await signIn(api, form);
  return { id, name, nickname, email, password: form.password, ...session };
}

/** Opens another session of a person who has an account. */
export async function signIn(
  api: Api,
  { email, password }: { email: string; password: string },
): Promise<{ token: string; expires_at: string }> {
  return await succeed(api.call(login, { body: { email, password } }));
}
