import { generateSync } from "otplib/functional";
import { beginTotp, confirmTotp } from "#contract/endpoints/second-factors.ts";
import { type Api, succeed } from "#testing/api.ts";
import { type Person, signUp } from "#testing/people.ts";
import { openPlainSql } from "#testing/plain-sql.ts";
import type { ServerProcess } from "#testing/servers/server-process.ts";

/** People with a second factor who moderate; the server is started again for it. */
export async function signUpModerators(
  api: Api,
  server: ServerProcess,
  count: number,
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
    `update users set role = 'moderator' where id in (${people.map(({ id }) => id).join()})`,
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
