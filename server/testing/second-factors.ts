import { generateSync } from "otplib/functional";
import { login } from "#contract/endpoints/account.ts";
import {
  addPasskey,
  beginPasskey,
  beginTotp,
  completeLogin,
  confirmTotp,
} from "#contract/endpoints/second-factors.ts";
import { succeed } from "#testing/api.ts";
import { Authenticator } from "#testing/authenticator.ts";
import type { Person } from "#testing/people.ts";
import type { TestApp } from "./test-app.ts";

export const ORIGIN = "https://kanaat.example";

/** The code that an authenticator app shows if its clock is `secondsOff` seconds off. */
export const codeOf = ({ clock }: TestApp, secret: string, secondsOff = 0): string =>
  generateSync({ secret, epoch: Math.floor(clock.now() / 1000) + secondsOff });

/** Turns codes on; returns their secret and the recovery codes. This uses up the first code. */
export async function turnOnTotp(kanaat: TestApp, { token, password }: Person) {
  const { item } = await succeed(kanaat.call(beginTotp, { token, body: { password } }));
  const { secret } = item;
  const body = { code: codeOf(kanaat, secret) };
  const confirmed = await succeed(kanaat.call(confirmTotp, { token, body }));
  return { secret, recoveryCodes: confirmed.item.recovery_codes ?? [] };
}

/** Makes a passkey on an app whose PUBLIC_URL is `origin`. */
export async function makePasskey(
  kanaat: TestApp,
  { token, password }: Person,
  { origin = ORIGIN, ...quirks }: { origin?: string; counter?: number } = {},
) {
  const begun = await succeed(kanaat.call(beginPasskey, { token, body: { password } }));
  const { ceremony, options } = begun.item;
  const authenticator = new Authenticator({ origin });
  const body = { ceremony, response: authenticator.make(options as never, quirks) };
  const { item } = await succeed(kanaat.call(addPasskey, { token, body }));
  return { authenticator, id: item.passkey.id, recoveryCodes: item.recovery_codes ?? [] };
}

/** Logs in with the password; returns the problem, with the ticket of the second step. */
export const firstStep = async (
  kanaat: TestApp,
  { email, password }: Pick<Person, "email" | "password">,
  more: { remember?: boolean; browsers?: string[] } = {},
) => (await kanaat.call(login, { body: { email, password, ...more } })).problem;

export const secondStep = (kanaat: TestApp, body: unknown) => kanaat.call(completeLogin, { body });
