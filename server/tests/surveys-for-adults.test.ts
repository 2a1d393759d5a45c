import assert from "node:assert/strict";
import { after, describe, it } from "node:test";
import { setTimeout as sleep } from "node:timers/promises";
import { api } from "#contract/api.ts";
import { surveyPicturePath } from "#contract/charts.ts";
import { DAY_MS, HOUR_MS, SECOND_MS } from "#contract/durations.ts";
import type { Endpoint } from "#contract/endpoint.ts";
import { updateAccount } from "#contract/endpoints/account.ts";
import { followPerson } from "#contract/endpoints/follows.ts";
import {
  getInvitationLink,
  invitePerson,
  listInvitations,
} from "#contract/endpoints/invitations.ts";
import { listOwnDecisions, reportTarget } from "#contract/endpoints/moderation.ts";
import {
  decideCase,
  getCase,
  listCases,
  undoDecision,
} from "#contract/endpoints/moderation-cases.ts";
import { listNotifications } from "#contract/endpoints/notifications.ts";
import {
  createSurvey,
  getSurvey,
  listOwnSurveys,
  listSurveys,
} from "#contract/endpoints/surveys.ts";
import { castVote, getResults } from "#contract/endpoints/votes.ts";
import type { Survey } from "#contract/shapes/survey-shapes.ts";
import { ask } from "#server/testing/inject.ts";
import { staffMember } from "#server/testing/moderators.ts";
import { testApp } from "#server/testing/test-app.ts";
import { TestClock } from "#server/testing/test-clock.ts";
import { succeed, toForm } from "#testing/api.ts";
import { download, type Person, PROOF, signIn, signUp } from "#testing/people.ts";
import { picture } from "#testing/pictures.ts";
import { publishSurvey, voteFor } from "#testing/surveys.ts";

/** The calls that return such a survey's texts to an adult who has voted and is invited. */
const SHOWN_TO_ADULTS = [
  ...["exportAccount", "exportReport", "getReport", "getResults", "getSurvey"],
  ...["listInvitations", "listNotifications"],
];
const PUBLIC_URL = "https://kanaat.example";
/** In every text of the surveys that their owner made for adults, and in no other. */
const SECRET = "rakı";
/** The same of the one that staff keeps for adults. */
const LATE_SECRET = "kumar";
const SHOWN = { question: `Hangi ${SECRET}?`, options: [`Yeni ${SECRET}`, `Eski ${SECRET}`] };
/** How long others may still see what staff keeps for adults. */
const GONE_WITHIN_MS = 2 * SECOND_MS;

const clock = new TestClock();
clock.set(Date.parse("2026-06-15T09:00:00Z"));
// Cached responses age by real time, as in production.
const steadyClock = { now: () => performance.now() };
const config = { publicUrl: PUBLIC_URL };
const kanaat = await testApp({ after }, { config, clock, steadyClock });
const born = (birth_date: string) => signUp(kanaat, { birth_date });
const [owner, adult, minor] = [
  await born("01.01.1990"),
  await born("15.06.2008"),
  await born("17.06.2008"),
] as const;
for (const { token } of [adult, minor])
  await succeed(kanaat.call(followPerson, { token, params: { userId: owner.id } }));

const survey = await publishSurvey(kanaat, owner, { ...SHOWN, adults_only: true });
const secret = await publishSurvey(kanaat, owner, {
  ...{ ...SHOWN, adults_only: true, visibility: "private" },
});
/** Kept for adults by staff; the minor has voted before. */
const late = await publishSurvey(kanaat, owner, {
  question: `Hangi ${LATE_SECRET}?`,
  options: [`Yeni ${LATE_SECRET}`, `Eski ${LATE_SECRET}`],
});

const { code } = (
  await succeed(kanaat.call(getInvitationLink, { token: owner.token, params: { id: secret.id } }))
).item;
for (const { nickname } of [adult, minor]) {
  const invitation = { params: { id: secret.id }, body: { nickname } };
  await succeed(kanaat.call(invitePerson, { token: owner.token, ...invitation }));
}

const read = ({ id }: Survey, by?: Person) =>
  kanaat.call(getSurvey, { ...(by && { token: by.token }), params: { id } });
const vote = ({ id, options }: Survey, { token }: Person) =>
  kanaat.call(castVote, { token, body: { survey_id: id, survey_option_id: options[0]?.id } });
const questionsOf = async ({ token }: Person) =>
  (await succeed(kanaat.call(listNotifications, { token }))).items.map(
    ({ kind, survey }) => `${kind} ${survey?.id}`,
  );

/** What any read returns to somebody, or to a visitor, who names the survey wherever one can be named. */
async function* everything({ id, question }: Survey, by: Person | undefined) {
  if (by) await kanaat.call(api.proveOwnership as Endpoint, { token: by.token, body: PROOF });
  for (const [name, endpoint] of Object.entries(api) as [string, Endpoint][]) {
    const { method, auth, stream, staff } = endpoint;
    if (method !== "GET" || staff) continue;
    // Streams end where they have nothing to send.
    if (stream && (name !== "streamResults" || by === adult)) continue;
    if (auth === "required" && !by) continue;
    const names = Object.keys(endpoint.query?.shape ?? {});
    const all: Record<string, string> = {
      ...{ surveys: `${id}`, survey_ids: `${id}`, url: `${PUBLIC_URL}/surveys/${id}`, q: question },
      ...{ davet: code, choices: "true", tab: "new" },
    };
    const params = {
      ...{ id, userId: owner.id, nickname: owner.nickname, picture: 1, format: "csv" },
      ...{ receipt: "0000-0000-0000-0000", survey_id: id },
    };
    const query = Object.fromEntries(names.flatMap((one) => (all[one] ? [[one, all[one]]] : [])));
    const answer = await kanaat.call(endpoint, { ...(by && { token: by.token }), params, query });
    yield [name, answer.text] as const;
  }
}

/** What is served of a survey besides calls. */
const ownAddresses = ({ id, preview_path }: Survey) => [
  ...[`/embed/surveys/${id}`, surveyPicturePath(id, { shape: "square", version: "0" })],
  ...(preview_path ? [preview_path] : []),
];
const SHARED_ADDRESSES = [
  ...["/sitemaps/surveys/1.xml", "/feeds/surveys.atom"],
  `/feeds/profiles/${owner.nickname}.atom`,
];

async function requireUnseen(shown: Survey, secret = SECRET): Promise<void> {
  for (const by of [undefined, minor]) {
    for await (const [name, text] of everything(shown, by)) {
      assert.ok(!text.includes(secret), `${name} ${by ? "minor" : "visitor"}: ${text}`);
    }
    assert.deepEqual(
      [(await read(shown, by)).status, (await read(shown, adult)).status],
      [404, 200],
    );
  }
  for (const url of ownAddresses(shown))
    assert.equal((await ask(kanaat.app, { url })).statusCode, 404, url);
  for (const url of SHARED_ADDRESSES) {
    const { payload } = await ask(kanaat.app, { url });
    assert.ok(!payload.includes(secret) && !payload.includes(`/surveys/${shown.id}<`), url);
  }
  assert.equal((await vote(shown, minor)).problem.code, "survey_not_found");
}

/** Has staff keep a survey for adults; returns what takes that back. */
async function decide({ id }: Survey): Promise<{ undo: () => Promise<unknown> }> {
  const staff = await staffMember(kanaat);
  const { token } = staff;
  const body = { kind: "survey", id, reason: "sexual" };
  await succeed(kanaat.call(reportTarget, { token: adult.token, body }));
  const { items } = await succeed(kanaat.call(listCases, { token }));
  const params = { id: items.find(({ target_id }) => target_id === id)?.id ?? 0 };
  const { version } = (await succeed(kanaat.call(getCase, { token, params }))).item;
  const words = "Küçüklere uygun değil.";
  const decision = { version, act: "age_limit", reason: "sexual", words, ...PROOF };
  await succeed(kanaat.call(decideCase, { token, params, body: decision }));
  const { item } = await succeed(kanaat.call(getCase, { token, params }));
  assert.equal(item.is_for_adults, true);
  const own = await succeed(kanaat.call(listOwnDecisions, { token: owner.token }));
  const undone = { token, params: { id: own.items[0]?.id ?? 0 }, body: { words, ...PROOF } };
  return { undo: () => succeed(kanaat.call(undoDecision, undone)) };
}

describe("a survey for adults", () => {
  it("is for adults and its owner, and nobody else learns what it asks (R690, R691)", async () => {
    await requireUnseen(survey);
    await requireUnseen(secret);
    assert.equal((await read(survey, owner)).body.item.adults_only, true);
    const own = await succeed(kanaat.call(listOwnSurveys, { token: owner.token }));
    const marked = own.items.filter(({ adults_only }) => adults_only).map(({ id }) => id);
    assert.deepEqual(marked, [secret.id, survey.id]);
    assert.ok(!("adults_only" in (await read(late)).body.item));
    await succeed(vote(survey, adult));
    await succeed(vote(secret, adult));
    const params = { id: survey.id };
    const { items } = await succeed(kanaat.call(getResults, { token: adult.token, params }));
    assert.equal(items[0]?.count, 1);
    const shown: string[] = [];
    for await (const [name, text] of everything(survey, adult))
      if (text.includes(SECRET)) shown.push(name);
    assert.deepEqual(shown.sort(), SHOWN_TO_ADULTS);
  });

  it("is in no list for adults either, and followers who are adults are notified (R460, R693)", async () => {
    const { token } = adult;
    for (const q of [undefined, SECRET]) {
      const query: { q?: string } = q === undefined ? {} : { q };
      const { items } = await succeed(kanaat.call(listSurveys, { token, query }));
      assert.ok(items.every(({ id }) => id === late.id));
    }
    const told = await questionsOf(adult);
    assert.ok(told.includes(`published ${survey.id}`) && told.includes(`invitation ${secret.id}`));
    const toMinor = (await questionsOf(minor)).filter((one) => !one.endsWith("undefined"));
    assert.deepEqual(toMinor, [`published ${late.id}`]);
    const [card] = (await succeed(kanaat.call(listInvitations, { token }))).items;
    assert.deepEqual([card?.id, card?.adults_only], [secret.id, true]);
  });

  it("is open from the birthday on, in Türkiye (R690)", async () => {
    const nearly = await born("16.06.2008");
    // Midnight of the 16th in Türkiye.
    clock.advance(12 * HOUR_MS - 1);
    assert.equal((await read(survey, nearly)).status, 404);
    clock.advance(1);
    assert.equal((await read(survey, nearly)).status, 200);
    const changed = { token: nearly.token, body: { birth_date: "17.06.2008" } };
    await succeed(kanaat.call(updateAccount, changed));
    assert.equal((await read(survey, nearly)).status, 404);
  });

  it("is made by adults (R690)", async () => {
    const form = { question: "Hangisi?", category_id: 1, image: await picture() };
    const body = toForm({ ...form, adults_only: true });
    const { problem } = await kanaat.call(createSurvey, { token: minor.token, body });
    assert.deepEqual(Object.keys(problem.fields ?? {}), ["adults_only"]);
  });

  it("can be one by staff's decision, within two seconds, until that is taken back (R694)", async () => {
    await voteFor(kanaat, minor, late, 0);
    assert.match((await kanaat.call(listSurveys, {})).text, new RegExp(LATE_SECRET));
    const { undo } = await decide(late);
    const decidedAt = performance.now();
    while ((await kanaat.call(listSurveys, {})).text.includes(LATE_SECRET)) {
      assert.ok(performance.now() - decidedAt < GONE_WITHIN_MS);
      await sleep(50);
    }
    await requireUnseen(late, LATE_SECRET);
    assert.ok(!(await download(kanaat, minor)).text.includes(LATE_SECRET));
    assert.ok(!(await questionsOf(minor)).includes(`published ${late.id}`));
    await undo();
    await sleep(SECOND_MS);
    assert.deepEqual([(await read(late)).status, (await read(late, minor)).status], [200, 200]);
    assert.match((await kanaat.call(listSurveys, {})).text, new RegExp(LATE_SECRET));
    const { items } = await succeed(kanaat.call(getResults, { params: { id: late.id } }));
    assert.equal(items[0]?.count, 1);
    const { undo: undoAgain } = await decide(survey);
    await undoAgain();
    assert.equal((await read(survey)).status, 404);
  });

  it("is open to somebody who comes of age (R690)", async () => {
    clock.advance(DAY_MS);
    const grown = { ...minor, ...(await signIn(kanaat, minor)) };
    assert.ok((await questionsOf(grown)).includes(`invitation ${secret.id}`));
    assert.equal((await read(secret, grown)).status, 200);
  });
});
