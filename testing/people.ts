import { randomBytes } from "node:crypto";
import type * as z from "zod";
import { login, type Registration, register } from "#contract/endpoints/account.ts";
import { exportAccount } from "#contract/endpoints/account-export.ts";
import { proveOwnership } from "#contract/endpoints/second-factors.ts";
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

const PASSWORD = "gizli-sifre-1";
/** The body by which such a person proves to own their account. */
export const PROOF = { password: PASSWORD };

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
    password: PASSWORD,
    confirm_password: fields.password ?? PASSWORD,
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

/** The download of a person's data, after the proof that it asks for, with their choices. */
export async function download(
  api: Api,
  { token, password = PASSWORD }: { token: string; password?: string },
) {
  await succeed(api.call(proveOwnership, { token, body: { password } }));
  return api.call(exportAccount, { token, query: { choices: "true" } });
}

/** Opens another session of a person who has an account. */
export async function signIn(
  api: Api,
  { email, password }: { email: string; password: string },
): Promise<{ token: string; expires_at: string }> {
  return await succeed(api.call(login, { body: { email, password } }));
}
