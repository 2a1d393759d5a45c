import assert from "node:assert/strict";
import { after, it } from "node:test";
import { HOUR_MS } from "#contract/durations.ts";
import { deleteAccount } from "#contract/endpoints/account.ts";
import { verifyEmail } from "#contract/endpoints/email.ts";
import { invitePerson, withdrawInvitation } from "#contract/endpoints/invitations.ts";
import {
  awaitEnd,
  changeNotificationSettings,
  getAwaitedEnd,
  listNotifications,
  stopAwaitingEnd,
} from "#contract/endpoints/notifications.ts";
import { closeSurvey, deleteSurvey } from "#contract/endpoints/surveys.ts";
import { AWAITED_ENDS_MAX } from "#contract/limits.ts";
import type { Survey } from "#contract/shapes/survey-shapes.ts";
import { linkSecret, mailApp } from "#server/testing/mail-app.ts";
import { succeed } from "#testing/api.ts";
import { download, type Person, signUp } from "#testing/people.ts";
import { draftSurvey, publishSurvey, voteFor } from "#testing/surveys.ts";

const kanaat = await mailApp({ after });
const { mailServer } = kanaat;
const owner = await signUp(kanaat);
const SUBJECT = "Beklediğiniz anket sona erdi";

async function verified(): Promise<Person> {
  const person = await signUp(kanaat);
  const body = { token: await linkSecret(mailServer, person.email, "/email/verify") };
  await succeed(kanaat.call(verifyEmail, { token: person.token, body }));
  return person;
}

const survey = (form = {}) => publishSurvey(kanaat, owner, { voters: "members", ...form });
const waitFor = ({ token }: Person, { id }: { id: number }) =>
  kanaat.call(awaitEnd, { token, params: { id } });
const isWaiting = async ({ token }: Person, { id }: Survey) =>
  (await succeed(kanaat.call(getAwaitedEnd, { token, params: { id } }))).item;
const close = ({ id }: Survey) =>
  succeed(kanaat.call(closeSurvey, { token: owner.token, params: { id } }));
const ends = async ({ token }: Person, { id }: Survey) =>
  (await succeed(kanaat.call(listNotifications, { token }))).items.filter(
    (one) => one.kind === "ended" && one.survey?.id === id,
  ).length;
const lettersTo = ({ email }: Person) =>
  mailServer.mails.filter((mail) => mail.recipient === email && mail.subject === SUBJECT);

it("who waits is notified of the end once, by letter where the address is verified (R543)", async () => {
  const [reader, unverified, voter, other] = [
    await verified(),
    await signUp(kanaat),
    await verified(),
    await verified(),
  ];
  const awaited = await survey();
  const body = { ended: false };
  await succeed(kanaat.call(changeNotificationSettings, { token: reader.token, body }));
  for (const person of [reader, reader, unverified, voter]) await waitFor(person, awaited);
  await voteFor(kanaat, voter, awaited, 0);
  await kanaat.runMaintenance();
  assert.equal(await isWaiting(reader, awaited), true);
  await close(awaited);
  await Promise.all([kanaat.runMaintenance(), kanaat.runMaintenance()]);
  await kanaat.runMaintenance();
  await mailServer.newest(reader.email, new RegExp(SUBJECT));
  await mailServer.newest(voter.email, new RegExp(SUBJECT));
  const people = [reader, unverified, voter, other];
  assert.deepEqual(await Promise.all(people.map((person) => ends(person, awaited))), [1, 1, 1, 0]);
  assert.deepEqual(
    people.map((person) => lettersTo(person).length),
    [1, 0, 1, 0],
  );
  assert.match(lettersTo(reader)[0]?.text ?? "", new RegExp(`/surveys/${awaited.id}/results`));
  assert.equal(await isWaiting(reader, awaited), false);
});

it("an end in a quiet period is notified after it, by letter too (R667)", async () => {
  const { clock, db } = kanaat;
  const reader = await verified();
  const awaited = await survey({ category_id: 9 });
  await waitFor(reader, awaited);
  const ends_at = clock.now() + HOUR_MS;
  const period = { title: "Seçim dönemi", categories: [9], starts_at: clock.now(), ends_at };
  db.quietPeriods.replace([{ id: 1, ...period }]);
  await close(awaited);
  await kanaat.runMaintenance();
  assert.equal(await isWaiting(reader, awaited), true);
  clock.advance(HOUR_MS);
  await kanaat.runMaintenance();
  await mailServer.newest(reader.email, new RegExp(SUBJECT));
  assert.deepEqual([await ends(reader, awaited), lettersTo(reader).length], [1, 1]);
  db.quietPeriods.replace([]);
});

it("who waits no longer, or may no longer see the survey, is not notified (R543)", async () => {
  const [one, guest] = [await verified(), await verified()];
  const open = await survey();
  await waitFor(one, open);
  const { item } = await succeed(
    kanaat.call(stopAwaitingEnd, { token: one.token, params: { id: open.id } }),
  );
  assert.equal(item, false);
  const hidden = await survey({ visibility: "private" });
  const call = { token: owner.token, params: { id: hidden.id } };
  await succeed(kanaat.call(invitePerson, { ...call, body: { nickname: guest.nickname } }));
  await succeed(waitFor(guest, hidden));
  const params = { id: hidden.id, userId: guest.id };
  await succeed(kanaat.call(withdrawInvitation, { token: owner.token, params }));
  await close(open);
  await close(hidden);
  await kanaat.runMaintenance();
  assert.deepEqual([await ends(one, open), await ends(guest, hidden)], [0, 0]);
  // A letter that was queued before these would have come.
  const last = await verified();
  const another = await survey();
  await waitFor(last, another);
  await close(another);
  await kanaat.runMaintenance();
  await mailServer.newest(last.email, new RegExp(SUBJECT));
  assert.deepEqual([lettersTo(one), lettersTo(guest)], [[], []]);
});

it("only the end of a published, visible survey can be awaited (R543)", async () => {
  const reader = await signUp(kanaat);
  const [hidden, over] = [await survey({ visibility: "private" }), await survey()];
  const draft = { id: await draftSurvey(kanaat, reader) };
  await close(over);
  for (const [awaited, code] of [
    [hidden, "survey_not_found"],
    [draft, "survey_not_published"],
    [over, "survey_ended"],
  ] as const) {
    assert.equal((await waitFor(reader, awaited)).problem.code, code);
  }
  const call = { token: reader.token, params: { id: hidden.id } };
  for (const endpoint of [getAwaitedEnd, stopAwaitingEnd]) {
    assert.equal((await kanaat.call(endpoint, call)).problem.code, "survey_not_found");
  }
});

it("a person waits for a hundred ends at most (R543)", async () => {
  const reader = await signUp(kanaat);
  const { id: user_id } = reader;
  const last = await survey();
  const others = Array.from({ length: AWAITED_ENDS_MAX }, (_, i) => i);
  const ids = await Promise.all(others.map(() => draftSurvey(kanaat, owner)));
  const rows = ids.map((survey_id) => ({ survey_id, user_id, created_at: 1 }));
  await kanaat.db.query.insertInto("awaited_ends").values(rows).execute();
  assert.equal((await waitFor(reader, last)).problem.code, "awaited_ends_limit");
  assert.equal(await isWaiting(reader, last), false);
  await kanaat.db.query
    .deleteFrom("awaited_ends")
    .where("survey_id", "=", ids[0] ?? 0)
    .execute();
  await succeed(waitFor(reader, last));
  await succeed(waitFor(reader, last));
});

it("awaited ends are in the download, and are deleted with survey and account (R543)", async () => {
  const reader = await signUp(kanaat);
  const [kept, removed] = [await survey(), await survey()];
  for (const awaited of [kept, removed]) await succeed(waitFor(reader, awaited));
  const call = { token: owner.token, params: { id: removed.id } };
  await succeed(kanaat.call(deleteSurvey, call));
  await kanaat.runMaintenance();
  const { awaited_ends } = (await download(kanaat, reader)).body;
  assert.deepEqual(awaited_ends, [{ survey_id: kept.id, since: kanaat.clock.iso() }]);
  const { token, password } = reader;
  await succeed(kanaat.call(deleteAccount, { token, body: { password } }));
  const rows = await kanaat.db.query
    .selectFrom("awaited_ends")
    .select("survey_id")
    .where("user_id", "=", reader.id)
    .execute();
  assert.deepEqual(rows, []);
});
