import assert from "node:assert/strict";
import { it } from "node:test";
import { deleteAccount } from "#contract/endpoints/account.ts";
import { changeEmail } from "#contract/endpoints/email.ts";
import { mailApp } from "#server/testing/mail-app.ts";
import { succeed } from "#testing/api.ts";
import { PROOF, registrationForm, signUp } from "#testing/people.ts";

it("the letters of a deleted account leave the outbox with it, and no others (R425)", async (t) => {
  const kanaat = await mailApp(t);
  await kanaat.mailServer.kill();
  const [leaver, neighbour] = [await signUp(kanaat), await signUp(kanaat)];
  const { token } = leaver;
  const next = registrationForm().email;
  await succeed(kanaat.call(changeEmail, { token, body: { ...PROOF, email: next } }));
  const waiting = async () => {
    const mails = kanaat.db.query.selectFrom("mails").select("recipient").orderBy("id");
    return (await mails.execute()).map(({ recipient }) => recipient);
  };
  assert.deepEqual(await waiting(), [leaver.email, neighbour.email, next]);
  await succeed(kanaat.call(deleteAccount, { token, body: PROOF }));
  assert.deepEqual(await waiting(), [neighbour.email]);
});
