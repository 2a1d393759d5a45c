import assert from "node:assert/strict";
import { after, describe, it } from "node:test";
import { setTimeout as sleep } from "node:timers/promises";
import type { KyselyPlugin } from "kysely";
import {
  getInvitationLink,
  invitePerson,
  renewInvitationLink,
} from "#contract/endpoints/invitations.ts";
import { findReceipt, getSealBundle } from "#contract/endpoints/receipts.ts";
import { exportReport, getReport } from "#contract/endpoints/report.ts";
import { deleteSurvey, setVisibility } from "#contract/endpoints/surveys.ts";
import { getResults } from "#contract/endpoints/votes.ts";
import type { Database } from "#server/db/database.ts";
import { testApp } from "#server/testing/test-app.ts";
import { type Person, signUp } from "#testing/people.ts";
import { publishSurvey, voteFor } from "#testing/surveys.ts";

// People who may see results fill the caches; nobody else gets anything from them. The clock stands
// still, so cached results do not become stale by themselves.

/** While set, results wait for it after they were read from the database. */
let gate: Promise<void> | undefined;
let reached: (() => void) | undefined;
const slowResults: KyselyPlugin = {
  transformQuery: ({ node }) => node,
  transformResult: async ({ result }) => {
    const [row] = result.rows;
    if (gate && row && "votes" in row && "content" in row) {
      reached?.();
      await gate;
    }
    return result;
  },
};
const slow = (db: Database) => ({ ...db, query: db.query.withPlugin(slowResults) });

const app = await testApp({ after }, { db: slow });
const [owner, voter, stranger, guest] = await Promise.all([
  signUp(app),
  signUp(app),
  signUp(app),
  signUp(app),
]);

const ask = (id: number, reader?: Person, headers = {}, query = {}) =>
  app.call(getResults, { params: { id }, token: reader?.token, headers, query });

const askReport = (id: number, reader?: Person, headers = {}) =>
  app.call(getReport, { params: { id }, token: reader?.token, headers });

/** Other calls that could reveal results to a caller who may not see them. */
const askOtherwise = (id: number, reader?: Person) =>
  [exportReport, getSealBundle, findReceipt].map((endpoint) =>
    app.call(endpoint, {
      params: { id, format: "csv", receipt: "0000-0000-0000-0000" },
      token: reader?.token,
    }),
  );

/** Each reader's statuses for results and report, asked twice: the second may be from a cache. */
async function statuses(id: number, readers: readonly (Person | undefined)[], headers = {}) {
  const seen: string[] = [];
  for (const reader of readers) {
    const first = await ask(id, reader, headers);
    const second = await ask(id, reader, headers);
    assert.equal(second.status, first.status);
    for (const _ of ["once", "and once more"]) {
      const report = await askReport(id, reader, headers);
      assert.equal(report.status, first.status);
      if (report.status !== 200) assert.doesNotMatch(report.text, /options|count/);
    }
    if (first.status !== 200) {
      for (const other of await Promise.all(askOtherwise(id, reader))) {
        assert.deepEqual([other.status, other.problem.code], [first.status, first.problem.code]);
      }
    }
    if (first.status !== 200) assert.doesNotMatch(first.text + second.text, /option_id|count/);
    seen.push(`${first.status} ${first.problem?.code ?? ""}`.trim());
  }
  return seen;
}

const setTo = (id: number, visibility: "public" | "private") =>
  app.call(setVisibility, { token: owner.token, params: { id }, body: { visibility } });

describe("results that only voters may see", () => {
  it("are refused to all others, also right after a voter has read them (R66)", async () => {
    const survey = await publishSurvey(app, owner, { result_visibility: "after" });
    await voteFor(app, voter, survey, 0);
    assert.deepEqual(await statuses(survey.id, [voter, owner]), ["200", "200"]);
    const hidden = ["403 results_hidden", "403 results_hidden"];
    assert.deepEqual(await statuses(survey.id, [undefined, stranger]), hidden);
    const known = { "if-none-match": (await ask(survey.id, voter)).headers.get("etag") ?? "" };
    assert.notEqual(known["if-none-match"], "");
    assert.deepEqual(await statuses(survey.id, [undefined, stranger], known), hidden);
  });

  it("are refused as soon as it becomes known that voters alone may see them (R66)", async () => {
    const survey = await publishSurvey(app, owner, { result_visibility: "before" });
    await voteFor(app, voter, survey, 0);
    const all = [undefined, stranger, voter, owner];
    assert.deepEqual(await statuses(survey.id, all), ["200", "200", "200", "200"]);
    await app.db.query
      .updateTable("surveys")
      .set({ result_visibility: "after" })
      .where("id", "=", survey.id)
      .execute();
    await app.db.publish("survey-changed", String(survey.id));
    // PostgreSQL's notice takes a moment.
    while ((await ask(survey.id)).status === 200) await sleep(20);
    const refused = "403 results_hidden";
    assert.deepEqual(await statuses(survey.id, all), [refused, refused, "200", "200"]);
  });
});

describe("results of a survey that turned private", () => {
  it("are for its owner and the invited immediately, and public again with it (R60)", async () => {
    const survey = await publishSurvey(app, owner, { instant_results: true });
    const params = { id: survey.id };
    const body = { nickname: guest.nickname };
    await app.call(invitePerson, { token: owner.token, params, body });
    await voteFor(app, voter, survey, 0);
    const all = [undefined, stranger, voter, guest, owner];
    const open = ["200", "200", "200", "200", "200"];
    const gone = "404 survey_not_found";
    const { headers } = await ask(survey.id);
    const known = { "if-none-match": headers.get("etag") ?? "" };
    for (const _ of ["once", "and once more"]) {
      assert.deepEqual(await statuses(survey.id, all), open);
      await setTo(survey.id, "private");
      assert.deepEqual(await statuses(survey.id, all), [gone, gone, gone, "200", "200"]);
      assert.deepEqual(await statuses(survey.id, [undefined, stranger], known), [gone, gone]);
      await setTo(survey.id, "public");
    }
    assert.deepEqual(await statuses(survey.id, all), open);
    await app.call(deleteSurvey, { token: owner.token, params });
    assert.deepEqual(await statuses(survey.id, all), [gone, gone, gone, gone, gone]);
  });

  it("are shown for a code only while it is the survey's", async () => {
    const survey = await publishSurvey(app, owner, {
      visibility: "private",
      instant_results: true,
    });
    const given = { token: owner.token, params: { id: survey.id } };
    const { code } = (await app.call(getInvitationLink, given)).body.item;
    for (const reader of [undefined, stranger]) {
      assert.equal((await ask(survey.id, reader, {}, { davet: code })).status, 200);
      assert.equal((await ask(survey.id, reader)).status, 404);
    }
    await app.call(renewInvitationLink, given);
    for (const reader of [undefined, stranger]) {
      assert.equal((await ask(survey.id, reader, {}, { davet: code })).status, 404);
    }
  });

  it("are not cached from reads while it was public", async (t) => {
    const survey = await publishSurvey(app, owner);
    const released = Promise.withResolvers<void>();
    const waiting = Promise.withResolvers<void>();
    t.after(() => released.resolve());
    gate = released.promise;
    reached = waiting.resolve;
    const early = ask(survey.id);
    await waiting.promise;
    gate = undefined;
    await setTo(survey.id, "private");
    released.resolve();
    assert.equal((await early).status, 200);
    const gone = "404 survey_not_found";
    assert.deepEqual(await statuses(survey.id, [undefined, stranger]), [gone, gone]);
  });
});
