import { MINUTE_MS } from "#contract/durations.ts";
import { followPerson } from "#contract/endpoints/follows.ts";
import { invitePerson } from "#contract/endpoints/invitations.ts";
import { awaitEnd, changeNotificationSettings } from "#contract/endpoints/notifications.ts";
import { updateSurvey } from "#contract/endpoints/surveys.ts";
import type { Survey } from "#contract/shapes/survey-shapes.ts";
import type { Tables } from "#server/db/tables/tables.ts";
import { succeed } from "#testing/api.ts";
import { type Person, signUp } from "#testing/people.ts";
import { publishSurvey, voteFor } from "#testing/surveys.ts";
import { caseAbout, decisionAbout } from "./moderators.ts";
import type { TestApp } from "./test-app.ts";

/** A person with a row in every table that has rows of people. */
export async function activePerson(kanaat: TestApp): Promise<Person> {
  const [person, friend] = [await signUp(kanaat), await signUp(kanaat)];
  const own = await publishSurvey(kanaat, person, {
    ...{ instant_results: true, visibility: "private" },
    ...{ asked_by: person.nickname, paid_by: person.nickname },
  });
  const asked = await publishSurvey(kanaat, friend, { visibility: "private" });
  for (const [follower, followed] of [[person, friend] as const, [friend, person] as const]) {
    const params = { userId: followed.id };
    await succeed(kanaat.call(followPerson, { token: follower.token, params }));
  }
  for (const [owner, survey, invited] of [
    [person, own, friend],
    [friend, asked, person],
  ] as const) {
    const params = { id: survey.id };
    const body = { nickname: invited.nickname };
    await succeed(kanaat.call(invitePerson, { token: owner.token, params, body }));
    await voteFor(kanaat, invited, survey, 0);
  }
  const { token } = person;
  const description = "Başka";
  const edit = { token, params: { id: own.id }, body: { description } };
  await succeed(kanaat.call(updateSurvey, edit));
  await succeed(kanaat.call(changeNotificationSettings, { token, body: { follower: false } }));
  await succeed(kanaat.call(awaitEnd, { token, params: { id: asked.id } }));
  await insertSignIn(kanaat, person);
  await insertChoice(kanaat, person, asked);
  await insertTest(kanaat, person, { own, asked });
  return person;
}

/** As of a ballot with several options. */
async function insertChoice({ db }: TestApp, { id }: Person, survey: Survey): Promise<void> {
  const option_id = survey.options[0]?.id ?? 0;
  await db.query
    .insertInto("choices")
    .values({ survey_id: survey.id, user_id: id, option_id, value: 1 })
    .execute();
}

/** As of tests with questions. */
async function insertTest(
  { db }: TestApp,
  { id }: Person,
  { own, asked }: Record<"own" | "asked", Survey>,
): Promise<void> {
  const options = JSON.stringify([{ content: "Ankara", right: true }]);
  const question = { content: "Hangisi?", image: null, explanation: "Çünkü öyle.", options };
  const row = { survey_id: own.id, position: 0, ...question };
  await db.query.insertInto("quiz_questions").values(row).execute();
  const type = { survey_id: own.id, position: 0, content: "Hep böylesiniz." };
  await db.query.insertInto("quiz_types").values(type).execute();
  const attempt = { survey_id: asked.id, user_id: id, score: 100, answers: "[[0]]" };
  await db.query.insertInto("quiz_attempts").values(attempt).execute();
}

/** What ceremonies, letters, providers and moderators would leave, without their secrets. */
async function insertSignIn(kanaat: TestApp, { id, email }: Person): Promise<void> {
  const { db, clock } = kanaat;
  const now = clock.now();
  const [user_id, created_at, expires_at] = [id, now, now + MINUTE_MS];
  const insert = <Name extends keyof Tables>(
    table: Name,
    row: Parameters<ReturnType<typeof db.query.insertInto<Name>>["values"]>[0],
  ) => db.query.insertInto(table).values(row).execute();
  await insert("totp", { user_id, secret: "-", created_at, confirmed_at: now });
  await insert("recovery_codes", { user_id, code: 1 });
  await insert("passkeys", {
    ...{ credential_id: `key of ${id}`, user_id, public_key: "-", counter: 0, transports: "usb" },
    ...{ name: "Anahtar", synced: 0, created_at, used_at: null },
  });
  await insert("sign_in_tickets", {
    ...{ ticket_hash: `ticket of ${id}`, user_id, remember: 0, browser: "{}", expires_at },
  });
  await insert("sign_in_codes", {
    ...{ attempt_hash: `attempt of ${id}`, link_hash: `code's link of ${id}`, code: 1, email },
    ...{ canonical_email: email, explicit_consent: 0, vote: null, created_at, expires_at },
  });
  await insert("ceremonies", {
    ...{ token_hash: `ceremony of ${id}`, user_id, purpose: "prove" as const },
    ...{ challenge: "-", expires_at },
  });
  await insert("known_places", { user_id, place: id, seen_at: now, keeps_proof: null });
  const registered = { network: id, registered_at: now };
  await db.query
    .insertInto("registration_networks")
    .values({ user_id, ...registered })
    .onConflict((known) => known.column("user_id").doUpdateSet(registered))
    .execute();
  await insert("mail_links", {
    ...{ token_hash: `link of ${id}`, user_id, purpose: "verify" as const },
    ...{ email, canonical_email: email, created_at, expires_at },
  });
  await insert("mails", {
    ...{ recipient: email, user_id, letter: "{}", due_at: expires_at, created_at },
  });
  await insert("identities", {
    ...{ issuer: "https://id.example", subject: `subject ${id}`, user_id, email, linked_at: now },
  });
  await insert("provider_flows", {
    ...{ state_hash: `state of ${id}`, browser_key_hash: "-", provider: "example" },
    ...{ nonce: "-", verifier: "-", user_id, expires_at },
  });
  const session = await db.query
    .selectFrom("sessions")
    .select("token_hash")
    .where("user_id", "=", id)
    .executeTakeFirstOrThrow();
  await insert("push_subscriptions", {
    ...{ session_hash: session.token_hash, user_id, endpoint: `https://push.example/${id}` },
    ...{ p256dh: "-", auth: "-", kinds: "ended", at_any_time: 0, created_at, sent_through: 0 },
  });
  const { caseId } = await caseAbout(kanaat.db, id);
  await decisionAbout(kanaat.db, { caseId, personId: id, now }, id);
  await insert("case_viewers", { case_id: caseId, user_id: id, seen_at: now });
  const quiet = { title: "Seçim dönemi", categories: "14", starts_at: 0, ends_at: 0 };
  await insert("quiet_periods", { ...quiet, created_by: id });
  await insert("review_words", { form: `sözcük${id}`, root: "söz", kind: "held", added_by: id });
  await insert("withheld_pictures", {
    ...{ person_id: id, image: "/images/-", former_path: "/images/-", is_moved: 1 },
  });
  await insert("reports", {
    ...{ case_id: caseId, reporter_id: id, reason: "spam", text: "", snapshot: "{}" },
    ...{ weight: 10, created_at, decided_at: null },
  });
  await insert("reporter_records", { user_id: id, upheld: 1, dismissed: 0 });
  const muted = await signUp(kanaat);
  await insert("blocks", { user_id: id, person_id: muted.id, kind: "mute", created_at });
  await insert("blocks", { user_id: muted.id, person_id: id, kind: "mute", created_at });
  await insert("unseen_notices", { user_id, notice: "private-results" });
  await insert("daily_acts", { user_id, kind: "follow", day: "2026-01-01", acts: 1 });
}
