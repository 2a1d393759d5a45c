import assert from "node:assert/strict";
import { after, it } from "node:test";
import { DAY_MS } from "#contract/durations.ts";
import { deleteAccount } from "#contract/endpoints/account.ts";
import { verifyEmail } from "#contract/endpoints/email.ts";
import { getOwnAttempt } from "#contract/endpoints/quizzes.ts";
import { transact } from "#server/db/transact.ts";
import { setHidden } from "#server/features/surveys/moderated-surveys.writes.ts";
import { linkSecret, mailApp } from "#server/testing/mail-app.ts";
import { succeed } from "#testing/api.ts";
import { type Person, signIn, signUp } from "#testing/people.ts";
import { attempt, publishQuiz } from "#testing/quizzes.ts";

const kanaat = await mailApp({ after });
const { clock, db } = kanaat;
const RIGHT = [[0], [0, 1]];
const owner = await signUp(kanaat);

async function verify({ email, token }: Person): Promise<void> {
  const secret = await linkSecret(kanaat.mailServer, email, "/email/verify");
  await succeed(kanaat.call(verifyEmail, { token, body: { token: secret } }));
}

it("an attempt counts for verified addresses where the test asks for that, and once a mailbox (R595)", async () => {
  const quiz = await publishQuiz(kanaat, owner, { voters: "verified" });
  const person = await signUp(kanaat);
  const take = (who: Person, more = {}) => attempt(kanaat, who, quiz, RIGHT, more);
  assert.equal((await take(person)).problem.code, "email_unverified");
  assert.equal((await take(person, { practice: true })).body.item.counts, false);
  await verify(person);
  assert.equal((await take(person)).body.item.counts, true);

  const { email, password, token } = person;
  await succeed(kanaat.call(deleteAccount, { token, body: { password } }));
  clock.advance(DAY_MS);
  await kanaat.runMaintenance();
  const opened = await signUp(kanaat, { email });
  const verified = { email_verified_at: clock.now() };
  await db.query.updateTable("users").set(verified).where("id", "=", opened.id).execute();
  const again = { ...opened, ...(await signIn(kanaat, opened)) };
  assert.equal((await take(again)).problem.code, "already_voted");
  const params = { id: quiz.id };
  const own = await succeed(kanaat.call(getOwnAttempt, { token: again.token, params }));
  assert.equal(own.item, null);
  assert.equal((await take(again, { practice: true })).body.item.score, 2);
});

it("nobody takes a test that moderation hides, and no suspended account one that counts (R595)", async () => {
  const author = await signIn(kanaat, owner);
  const quiz = await publishQuiz(kanaat, { ...owner, ...author });
  await transact(db, (tx) => setHidden(db, tx, quiz.id, true, clock.now()));
  const own = await attempt(kanaat, { ...owner, ...author }, quiz, RIGHT);
  assert.equal(own.problem.code, "survey_hidden");
  const other = await publishQuiz(kanaat, { ...owner, ...author });
  const suspended = await signUp(kanaat);
  const until = { suspended_until: clock.now() + DAY_MS };
  await db.query.updateTable("users").set(until).where("id", "=", suspended.id).execute();
  const { token } = await signIn(kanaat, suspended);
  const refused = await attempt(kanaat, { ...suspended, token }, other, RIGHT);
  assert.equal(refused.problem.code, "account_suspended");
});
