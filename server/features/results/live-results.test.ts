import assert from "node:assert/strict";
import type { ServerResponse } from "node:http";
import { after, describe, it, mock } from "node:test";
import { setImmediate as turn } from "node:timers/promises";
import { HOUR_MS, MINUTE_MS } from "#contract/durations.ts";
import { logout } from "#contract/endpoints/account.ts";
import {
  getInvitationLink,
  invitePerson,
  withdrawInvitation,
} from "#contract/endpoints/invitations.ts";
import { deleteSurvey, setVisibility } from "#contract/endpoints/surveys.ts";
import { getResults, type ResultsEvent } from "#contract/endpoints/votes.ts";
import type { Survey } from "#contract/shapes/survey-shapes.ts";
import type { Database } from "#server/db/database.ts";
import { establishAll } from "#server/testing/established.ts";
import { type EventReader, openEvents } from "#server/testing/event-reader.ts";
import { mockSeconds } from "#server/testing/seconds.ts";
import { type Scope, testApp } from "#server/testing/test-app.ts";
import { succeed } from "#testing/api.ts";
import { type Person, signUp } from "#testing/people.ts";
import { type NewSurvey, publishSurvey, voteFor } from "#testing/surveys.ts";

const { pass, passUntil } = mockSeconds(mock);

/** Other statements may name options at any time, such as the ranking of a survey after its votes. */
const READS_RESULTS = /^select .* from "options" inner join "surveys"/s;
let readings = 0;
const underWay = new Set<object>();
const noting = (db: Database): Database => ({
  ...db,
  query: db.query.withPlugin({
    transformQuery: ({ node, queryId }) => {
      if (READS_RESULTS.test(db.query.getExecutor().compileQuery(node, queryId).sql)) {
        readings += 1;
        underWay.add(queryId);
      }
      return node;
    },
    transformResult: async ({ result, queryId }) => {
      underWay.delete(queryId);
      return result;
    },
  }),
});

const config = { maxConnections: 20 };
const kanaat = await testApp({ after }, { db: noting, config });
const base = await kanaat.app.listen({ port: 0, host: "127.0.0.1" });
const owner = await signUp(kanaat);
const voters = await Promise.all(Array.from({ length: 15 }, () => signUp(kanaat)));
await establishAll(kanaat.db);

const hidden = ({ id }: { id: number }) => `event: hidden\ndata: ${id}\n\n`;
/** Waits until the results are read and, unless viewers are checked, sent. */
async function readingEnd(): Promise<void> {
  do await turn();
  while (underWay.size > 0);
  await turn();
}

/** Requests that the server has not yet answered; streams are such as long as they are open. */
const open = new Set<ServerResponse>();
kanaat.app.server.on("request", (_, response: ServerResponse) => {
  open.add(response);
  response.on("close", () => open.delete(response));
});
/** Waits until the server has noticed that readers have left their streams. */
async function streamsEnd(): Promise<void> {
  while (open.size > 0) await turn();
}

const STREAM = `${base}/api/auth/surveys/responses/stream`;
const watch = (scope: Scope, surveys: string, viewer?: Person) =>
  openEvents(scope, `${STREAM}?surveys=${surveys}`, viewer?.token);

/** Counts of the event's survey, by option. */
function countsIn(event: string | undefined): [number, number[]] {
  assert.match(event ?? "", /^event: results\ndata: .*\n\n$/);
  const data: ResultsEvent = JSON.parse(event?.slice(event.indexOf("data: ") + 6) ?? "");
  return [data.survey_id, data.items.map(({ count }) => count)];
}

/** The counts that the next reading sends. */
async function seen(hear: EventReader["hear"]): Promise<[number, number[]]> {
  return countsIn(await passUntil(hear()));
}

const ask = (form: NewSurvey = {}) => publishSurvey(kanaat, owner, form);
const show = ({ id }: Survey, visibility: "public" | "private") =>
  succeed(kanaat.call(setVisibility, { token: owner.token, params: { id }, body: { visibility } }));
const vote = (survey: Survey, voter: number, option = 0) =>
  voteFor(kanaat, voters[voter] as Person, survey, option);
const invite = ({ id }: Survey, { nickname }: Person) =>
  succeed(kanaat.call(invitePerson, { token: owner.token, params: { id }, body: { nickname } }));

describe("the stream of results", () => {
  it("sends the results soon, in the form of the call, and again whenever they change (R308)", async (t) => {
    const survey = await ask();
    const { response, hear } = await watch(t, `${survey.id}`);
    assert.equal(response.status, 200);
    assert.equal(response.headers.get("content-type"), "text/event-stream; charset=utf-8");
    assert.equal(response.headers.get("cache-control"), "no-store");
    assert.equal(response.headers.get("x-accel-buffering"), "no");
    assert.deepEqual(await seen(hear), [survey.id, [0, 0]]);
    await vote(survey, 0, 1);
    const event = (await passUntil(hear())) ?? "";
    const { body } = await kanaat.call(getResults, { params: { id: survey.id } });
    assert.deepEqual(JSON.parse(event.slice(event.indexOf("data: ") + 6)), {
      survey_id: survey.id,
      ...body,
    });
  });

  it("says that results are hidden until the end, to the owner too (R308, R590)", async (t) => {
    const survey = await ask({ result_visibility: "end" });
    const { hear } = await watch(t, `${survey.id}`, owner);
    assert.equal(await hear(), hidden(survey));
  });

  it("reports many votes once a second, with their sum (R308)", async (t) => {
    const survey = await ask();
    const { hear, beats } = await watch(t, `${survey.id}`);
    await seen(hear);
    await Promise.all(voters.slice(0, 7).map((_, i) => vote(survey, i, i % 2)));
    assert.deepEqual(await seen(hear), [survey.id, [4, 3]]);
    // Nothing changes in the following seconds, in which it beats once.
    const before = beats();
    pass(25);
    await readingEnd();
    await vote(survey, 7, 1);
    assert.deepEqual(await seen(hear), [survey.id, [4, 4]]);
    assert.equal(beats() - before, 1);
  });

  it("covers several surveys, and those alone (R308)", async (t) => {
    const [one, two, other] = [await ask(), await ask(), await ask()];
    const { hear } = await watch(t, `${one.id},${two.id}`);
    const [first, second] = [await seen(hear), await seen(hear)];
    assert.deepEqual([first[0], second[0]], [one.id, two.id]);
    await vote(other, 0);
    await vote(two, 0);
    assert.deepEqual(await seen(hear), [two.id, [1, 0]]);
  });

  it("makes one query a second, however many read, and none without readers (R308)", async (t) => {
    const surveys = [await ask(), await ask()];
    const ids = surveys.map(({ id }) => id).join();
    const readers = [await watch(t, ids), await watch(t, ids), await watch(t, ids)];
    readings = 0;
    pass();
    for (const { hear } of readers) await hear();
    assert.equal(readings, 1);
    for (const { leave } of readers) leave();
    await streamsEnd();
    pass(5);
    await turn();
    assert.equal(readings, 1);
  });

  it("reports only that a survey, or its results, are hidden (R308)", async (t) => {
    const secret = await ask({ visibility: "private" });
    const after = await ask({ result_visibility: "after" });
    await vote(after, 0);
    for (const viewer of [undefined, voters[1]]) {
      const { hear } = await watch(t, `${secret.id},${after.id},9999999`, viewer);
      for (const id of [secret.id, after.id, 9999999]) assert.equal(await hear(), hidden({ id }));
      assert.equal(await hear(), undefined);
    }
    for (const viewer of [voters[0], owner]) {
      const { hear } = await watch(t, `${after.id}`, viewer);
      assert.deepEqual(await seen(hear), [after.id, [1, 0]]);
    }
  });

  it("shows a private survey to its owner, the invited and who has its link, in its steps (R308)", async (t) => {
    const survey = await ask({ visibility: "private" });
    for (const voter of voters) await invite(survey, voter);
    const { id } = survey;
    const link = await kanaat.call(getInvitationLink, { token: owner.token, params: { id } });
    const watched = `${id}:${link.body.item.code}`;
    const streams = [
      await watch(t, `${id}`, owner),
      await watch(t, `${id}`, voters[0]),
      await watch(t, watched),
    ];
    for (let i = 0; i < 9; i++) await vote(survey, i);
    // Nine votes are not shown, so the first event shows the tenth.
    pass();
    await readingEnd();
    await vote(survey, 9);
    for (const { hear } of streams) assert.deepEqual(await seen(hear), [id, [10, 0]]);
    for (let i = 10; i < 15; i++) await vote(survey, i, 1);
    for (const { hear } of streams) assert.deepEqual(await seen(hear), [id, [10, 5]]);
  });

  it("ends with a message when an invitation is withdrawn, before later results are sent (R308)", async (t) => {
    const survey = await ask({ visibility: "private", instant_results: true });
    for (const voter of voters) await invite(survey, voter);
    const guest = voters[7] as Person;
    const { hear } = await watch(t, `${survey.id}`, guest);
    for (let i = 0; i < 5; i++) await vote(survey, i);
    assert.deepEqual(await seen(hear), [survey.id, [5, 0]]);
    const params = { id: survey.id, userId: guest.id };
    await succeed(kanaat.call(withdrawInvitation, { token: owner.token, params }));
    await vote(survey, 5);
    assert.equal(await passUntil(hear()), hidden(survey));
    assert.equal(await hear(), undefined);
  });

  it("sends visitors nothing more of a survey that is made private (R308)", async (t) => {
    const survey = await ask();
    await invite(survey, voters[0] as Person);
    const { hear } = await watch(t, `${survey.id}`);
    await seen(hear);
    await show(survey, "private");
    await vote(survey, 0);
    pass(25);
    assert.equal(await hear(), hidden(survey));
    assert.equal(await hear(), undefined);
  });

  it("shows nobody more in a quiet period (R665)", async (t) => {
    const survey = await ask();
    const streams = [await watch(t, `${survey.id}`), await watch(t, `${survey.id}`, owner)];
    for (const { hear } of streams) await seen(hear);
    const now = kanaat.clock.now();
    const period = { id: 1, title: "Seçim dönemi", categories: null };
    const { quietPeriods } = kanaat.db;
    quietPeriods.replace([{ ...period, starts_at: now, ends_at: now + HOUR_MS }]);
    await vote(survey, 0);
    pass(25);
    for (const { hear } of streams) assert.equal(await hear(), hidden(survey));
    quietPeriods.replace([]);
  });

  it("ends soon after its session, and with its surveys", async (t) => {
    const [survey, other] = [await ask(), await ask()];
    const person = await signUp(kanaat);
    const own = await watch(t, `${survey.id}`, person);
    const visitors = await watch(t, `${other.id}`);
    await passUntil(Promise.all([own.hear(), visitors.hear()]));
    await succeed(kanaat.call(logout, { token: person.token }));
    assert.equal(await own.hear(), undefined);
    const params = { id: other.id };
    await succeed(kanaat.call(deleteSurvey, { token: owner.token, params }));
    pass(25);
    assert.equal(await visitors.hear(), hidden(other));
    assert.equal(await visitors.hear(), undefined);
  });

  it("sends the complete results of a private survey once it has ended", async (t) => {
    const expire_time = kanaat.clock.iso(MINUTE_MS);
    const survey = await ask({ visibility: "private", expire_time });
    for (const voter of voters) await invite(survey, voter);
    for (let i = 0; i < 11; i++) await vote(survey, i);
    const { hear } = await watch(t, `${survey.id}`, owner);
    assert.deepEqual(await seen(hear), [survey.id, [10, 0]]);
    kanaat.clock.advance(MINUTE_MS);
    assert.deepEqual(await seen(hear), [survey.id, [11, 0]]);
  });

  it("refuses more than half of the connections, and addresses that name no surveys (R308)", async (t) => {
    const survey = await ask();
    const open = await Promise.all(
      Array.from({ length: config.maxConnections / 2 }, () => watch(t, `${survey.id}`)),
    );
    assert.deepEqual(new Set(open.map(({ response }) => response.status)), new Set([200]));
    const { response } = await watch(t, `${survey.id}`);
    assert.equal(response.status, 503);
    for (const { leave } of open) leave();
    const tooMany = Array.from({ length: 9 }, (_, i) => i + 1).join();
    for (const surveys of ["", "a", "1,", "1:ş", tooMany]) {
      assert.equal((await watch(t, surveys)).response.status, 422, surveys);
    }
  });

  it("does not hold up a server that stops", async (t) => {
    const app = await testApp(t);
    const at = await app.app.listen({ port: 0, host: "127.0.0.1" });
    const { id } = await publishSurvey(app, await signUp(app));
    const response = await fetch(`${at}/api/auth/surveys/responses/stream?surveys=${id}`);
    await app.close();
    assert.equal(await response.text(), "");
  });
});
