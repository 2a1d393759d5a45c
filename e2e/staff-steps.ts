import type { Page } from "@playwright/test";
import { generateSync } from "otplib/functional";
import { beginTotp, confirmTotp } from "#contract/endpoints/second-factors.ts";
import { type Api, succeed } from "#testing/api.ts";
import { type Person, signUp } from "#testing/people.ts";
import { openPlainSql } from "#testing/plain-sql.ts";
import type { ServerProcess } from "#testing/servers/server-process.ts";
import { expect } from "./fixtures.ts";
import { walkAndType } from "./keyboard-steps.ts";

/** People of staff with a second factor; the server is started again for it. */
export async function signUpModerators(
  api: Api,
  server: ServerProcess,
  count: number,
  role: "moderator" | "admin" = "moderator",
): Promise<Person[]> {
  const people: Person[] = [];
  for (let number = 0; number < count; number++) {
    const person = await signUp(api);
    await turnOnCodes(api, person);
    people.push(person);
  }
  await server.stop();
  const sql = await openPlainSql(server.instance);
  await sql.run(
    `update users set role = '${role}' where id in (${people.map(({ id }) => id).join()})`,
  );
  await sql.close();
  await server.start();
  return people;
}

async function turnOnCodes(api: Api, { token, password }: Person): Promise<void> {
  const { item } = await succeed(api.call(beginTotp, { token, body: { password } }));
  const code = generateSync({ secret: item.secret, epoch: Math.floor(Date.now() / 1000) });
  await succeed(api.call(confirmTotp, { token, body: { code } }));
}

/** Expects these words on the screen, after the proof that their act asks for once in a while. */
export async function expectAfterProof(
  page: Page,
  words: string | RegExp,
  password: string,
): Promise<void> {
  const proof = page.getByRole("dialog", { name: "Kimliğinizi doğrulayın" });
  const done = page.getByText(words);
  await expect(proof.or(done)).toBeVisible();
  if (await proof.isVisible()) {
    await walkAndType(page, proof.getByLabel("Şifreniz", { exact: true }), password);
    await page.keyboard.press("Enter");
  }
  await expect(done).toBeVisible();
}
