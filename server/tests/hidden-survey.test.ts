import assert from "node:assert/strict";
import { after, it } from "node:test";
import { setTimeout as sleep } from "node:timers/promises";
import { SECOND_MS } from "#contract/durations.ts";
import { listQuestions } from "#contract/endpoints/feed.ts";
import * as calls from "#contract/endpoints/moderation.ts";
import * as cases from "#contract/endpoints/moderation-cases.ts";
import { getPerson, listPersonSurveys } from "#contract/endpoints/people.ts";
import { subscribeToPush } from "#contract/endpoints/push.ts";
import { exportReport, getReport } from "#contract/endpoints/report.ts";
import { getOembed } from "#contract/endpoints/sharing.ts";
import { getSurvey, listSurveys } from "#contract/endpoints/surveys.ts";
import { getResults } from "#contract/endpoints/votes.ts";
import { ask } from "#server/testing/inject.ts";
import { staffMember } from "#server/testing/moderators.ts";
import { startPushReceiver } from "#server/testing/push-receiver.ts";
import { type TestApp, testApp } from "#server/testing/test-app.ts";
import { TestClock } from "#server/testing/test-clock.ts";
import { succeed } from "#testing/api.ts";
import { type Person, signUp } from "#testing/people.ts";
import { publishSurvey, voteFor } from "#testing/surveys.ts";

const PUBLIC_URL = "https://kanaat.example";
/** The day's question is sent from noon on in Türkiye. */
const NOON = Date.parse("2026-11-20T09:00:00Z");
const WORDS = "Başkasının telefon numarası var.";
/** How long a hidden survey may still be seen. */
const GONE_WITHIN_MS = 2 * SECOND_MS;

const receiver = await startPushReceiver({ after });
const clock = new TestClock();
clock.set(NOON);
// Cached responses age by real time, as in production.
const config = {
  publicUrl: PUBLIC_URL,
  push: { services: [receiver.origin], subject: PUBLIC_URL },
};
const steadyClock = { now: () => performance.now() };
const kanaat = await testApp({ after }, { config, clock, steadyClock });
// A SQLite folder belongs to one server.
const other =
  kanaat.db.engine === "postgres"
    ? await testApp({ after }, { config, clock, steadyClock, instance: kanaat.instance })
    : kanaat;
const [owner, reader, voter] = [
  await signUp(kanaat),
  await signUp(kanaat),
  await signUp(kanaat),
] as const;

type Shown = Awaited<ReturnType<typeof publishSurvey>>;

/** Whether a server shows a survey, for each place where it could. */
async function placesOf(server: TestApp, survey: Shown): Promise<Record<string, boolean>> {
  const { id } = survey;
  const params = { id };
  const { token } = reader;
  const has = ({ body }: { body: { items: { id: number }[] } }) =>
    body.items.some((card) => card.id === id);
  const isThere = ({ status }: { status: number }) => status !== 404;
  const serves = async (url: string) => (await ask(server.app, { url })).statusCode === 200;
  const holds = async (url: string, text: string) =>
    (await ask(server.app, { url })).payload.includes(text);
  const person = { nickname: owner.nickname };
  const counted = await server.call(getPerson, { params: person });
  return {
    list: has(await server.call(listSurveys, {})),
    search: has(await server.call(listSurveys, { query: { q: "555" } })),
    profile: has(await server.call(listPersonSurveys, { params: person })),
    "profile's count": counted.body.item.survey_count > 0,
    feed: has(await server.call(listQuestions, { token, query: { tab: "new" } })),
    survey: isThere(await server.call(getSurvey, { params })),
    "survey for members": isThere(await server.call(getSurvey, { params, token })),
    results: isThere(await server.call(getResults, { params })),
    report: isThere(await server.call(getReport, { params })),
    export: isThere(await server.call(exportReport, { params: { ...params, format: "csv" } })),
    "link preview": isThere(
      await server.call(getOembed, { query: { url: `${PUBLIC_URL}/surveys/${id}` } }),
    ),
    "picture of the link": await serves(survey.preview_path ?? ""),
    cover: await serves(survey.image_path),
    "picture of an option": await serves(survey.options[0]?.image ?? ""),
    frame: await holds(`/embed/surveys/${id}`, survey.question),
    sitemap: await holds("/sitemaps/surveys/1.xml", `/surveys/${id}<`),
    "feed of readers": await holds("/feeds/surveys.atom", survey.question),
  };
}

const everywhere = (places: Record<string, boolean>, value: boolean) =>
  Object.fromEntries(Object.keys(places).map((name) => [name, value]));

async function decideHide(survey: Shown, staff: Person): Promise<void> {
  const { token } = staff;
  const { items } = await succeed(kanaat.call(cases.listCases, { token }));
  const params = { id: items.find(({ target_id }) => target_id === survey.id)?.id ?? 0 };
  const { item } = await succeed(kanaat.call(cases.getCase, { token, params }));
  const body = { version: item.version, act: "hide", reason: "personal_data", words: WORDS };
  await succeed(kanaat.call(cases.decideCase, { token, params, body }));
}

it("a hidden survey is gone from every place on every server within two seconds (R625, R647, R675)", async () => {
  const [first, second] = [await staffMember(kanaat), await staffMember(kanaat)];
  const survey = await publishSurvey(kanaat, owner, { question: "Kimin numarası 555?" });
  await voteFor(kanaat, voter, survey, 0);
  for (const { token } of [reader, voter, second]) {
    const body = { kind: "survey", id: survey.id, reason: "personal_data" };
    await succeed(kanaat.call(calls.reportTarget, { token, body }));
  }
  const browser = receiver.browser();
  const { subscription } = browser;
  const choices = { kinds: ["question"], at_any_time: true };
  const { token } = reader;
  await succeed(kanaat.call(subscribeToPush, { token, body: { ...choices, subscription } }));
  await sleep(SECOND_MS);
  for (const server of new Set([kanaat, other])) {
    const places = await placesOf(server, survey);
    assert.deepEqual(places, everywhere(places, true));
  }

  await decideHide(survey, first);
  const hiddenAt = performance.now();
  const shownAt = async (server: TestApp) => Object.values(await placesOf(server, survey));
  while ((await shownAt(other)).includes(true)) {
    const waited = performance.now() - hiddenAt;
    assert.ok(waited < GONE_WITHIN_MS, JSON.stringify(await placesOf(other, survey)));
    await sleep(100);
  }
  assert.ok(!(await shownAt(kanaat)).includes(true));
  await kanaat.runMaintenance();
  assert.deepEqual(browser.received, []);

  const own = await succeed(kanaat.call(calls.listOwnDecisions, { token: owner.token }));
  const params = { id: own.items[0]?.id ?? 0 };
  const text = "Numara bana ait.";
  const objection = { token: owner.token, params, body: { text } };
  await succeed(kanaat.call(calls.objectToDecision, objection));
  const undone = { token: second.token, params, body: { words: "İtiraz haklı." } };
  await succeed(kanaat.call(cases.undoDecision, undone));
  const back = await succeed(kanaat.call(getSurvey, { token, params: { id: survey.id } }));
  await sleep(SECOND_MS);
  for (const server of new Set([kanaat, other])) {
    const places = await placesOf(server, { ...survey, ...back.item });
    assert.deepEqual(places, everywhere(places, true));
  }
  const { items } = await succeed(kanaat.call(getResults, { params: { id: survey.id } }));
  assert.deepEqual(
    items.map(({ count }) => count),
    [1, 0],
  );
  await kanaat.runMaintenance();
  assert.equal(browser.received.length, 1);
});
