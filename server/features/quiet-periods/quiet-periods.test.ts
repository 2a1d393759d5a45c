import assert from "node:assert/strict";
import { after, describe, it } from "node:test";
import { setTimeout as sleep } from "node:timers/promises";
import type * as z from "zod";
import { HOUR_MS, MINUTE_MS, SECOND_MS } from "#contract/durations.ts";
import type { AccountExport } from "#contract/endpoints/account-export.ts";
import * as calls from "#contract/endpoints/moderation/quiet-periods.ts";
import { listNotifications } from "#contract/endpoints/notifications.ts";
import { listRecord } from "#contract/endpoints/staff.ts";
import { listSurveys } from "#contract/endpoints/surveys.ts";
import { castVote, getResults } from "#contract/endpoints/votes.ts";
import type { Survey } from "#contract/shapes/survey-shapes.ts";
import { QuietPeriods } from "#server/db/quiet/quiet-periods.ts";
import { FEATURES } from "#server/features/features.ts";
import { exportPerson } from "#server/features/moderation/people/people.writes.ts";
import { rankAfterQuiet, rankListed } from "#server/features/votes/ranking.writes.ts";
import { createToJson } from "#server/http/cache/answer-json.ts";
import { createSealer } from "#server/secret/sealer.ts";
import { ask } from "#server/testing/inject.ts";
import { makeStaff, staffMember } from "#server/testing/moderators.ts";
import { testApp } from "#server/testing/test-app.ts";
import { succeed } from "#testing/api.ts";
import { download, PROOF, signUp } from "#testing/people.ts";
import { publishSurvey, voteFor } from "#testing/surveys.ts";

type Download = z.output<typeof AccountExport>;

const kanaat = await testApp({ after });
const { clock, db } = kanaat;
// A SQLite folder belongs to one server.
const other =
  db.engine === "postgres"
    ? await testApp({ after }, { instance: kanaat.instance, clock })
    : kanaat;
const [owner, voter, admin] = await Promise.all([
  signUp(kanaat),
  signUp(kanaat),
  staffMember(kanaat, "admin"),
]);
const { token } = admin;
const WORDS = "Seçim takvimi ilan edildi.";

const bodyOf = (from: number, to: number, categories: number[] | null) => ({
  ...{ title: "Seçim dönemi", category_ids: categories, words: WORDS, ...PROOF },
  ...{ starts_at: clock.iso(from), ends_at: clock.iso(to) },
});

/** Sets a period between these times from now; both servers know it. */
async function hush(from: number, to: number, categories: number[] | null) {
  const body = bodyOf(from, to, categories);
  const { item } = await succeed(kanaat.call(calls.createQuietPeriod, { token, body }));
  const at = clock.now() + from;
  const [category = 1] = categories ?? [];
  const isKnown = () => other.db.quietPeriods.covering(category, at)?.id === item.id;
  while (!isKnown()) await sleep(5);
  return item;
}
const end = (id: number) =>
  kanaat.call(calls.endQuietPeriod, { token, params: { id }, body: { words: WORDS, ...PROOF } });
const resultsOf = async ({ id }: { id: number }, app = other) =>
  (await app.call(getResults, { params: { id } })).status;
const firstOf = ({ id, options }: Survey) => ({
  survey_id: id,
  survey_option_id: options[0]?.id ?? 0,
});
const rank = () => rankListed(db, new AbortController().signal, clock.now());

describe("a quiet period", () => {
  it("begins and ends to the moment, whatever is cached (R666)", async () => {
    const survey = await publishSurvey(kanaat, owner, { category_id: 2 });
    await voteFor(kanaat, voter, survey, 0);
    await rank();
    const count = async () => {
      const { items } = (await other.call(listSurveys, { query: { category_id: 2 } })).body;
      return items.find(({ id }) => id === survey.id)?.vote_count;
    };
    const page = async () => {
      const url = `/embed/surveys/${survey.id}`;
      return (await ask(other.app, { method: "GET", url })).body.includes("%100");
    };
    const seen = async () => [await resultsOf(survey), await count(), await page()];
    await hush(10 * MINUTE_MS, 20 * MINUTE_MS, [2]);
    clock.advance(10 * MINUTE_MS - 1);
    assert.deepEqual(await seen(), [200, 1, true]);
    clock.advance(1);
    assert.deepEqual(await seen(), [403, null, false]);
    clock.advance(10 * MINUTE_MS - 1);
    assert.deepEqual(await seen(), [403, null, false]);
    clock.advance(1);
    assert.deepEqual(await seen(), [200, 1, true]);
  });

  it("is kept by no shared cache past its beginning (R666)", async () => {
    const survey = await publishSurvey(kanaat, owner, { category_id: 3 });
    await hush(HOUR_MS, 2 * HOUR_MS, [3]);
    const header = async () => {
      const url = `/api/auth/surveys/${survey.id}/responses/result`;
      return (await ask(other.app, { method: "GET", url })).headers["cache-control"];
    };
    const usual = "public, max-age=0, s-maxage=1, stale-while-revalidate=5, stale-if-error=300";
    assert.equal(await header(), usual);
    clock.advance(HOUR_MS - 301 * SECOND_MS);
    assert.equal(await header(), "public, max-age=0, s-maxage=1, must-revalidate");
    clock.advance(300 * SECOND_MS);
    assert.equal(await header(), "public, max-age=0, s-maxage=0, must-revalidate");
    clock.advance(HOUR_MS + SECOND_MS);
    assert.equal(await header(), usual);
  });

  it("covers its categories or all, and each ends only when all have (R665)", async () => {
    const [covered, free] = [
      await publishSurvey(kanaat, owner, { category_id: 5 }),
      await publishSurvey(kanaat, owner, { category_id: 6 }),
    ];
    const first = await hush(0, HOUR_MS, [5]);
    assert.deepEqual([await resultsOf(covered), await resultsOf(free)], [403, 200]);
    const all = await hush(MINUTE_MS, 2 * HOUR_MS, null);
    assert.equal(other.db.quietPeriods.until(5, clock.now()), Date.parse(all.ends_at));
    assert.equal(other.db.quietPeriods.until(6, clock.now()), null);
    clock.advance(MINUTE_MS);
    assert.deepEqual([await resultsOf(covered), await resultsOf(free)], [403, 403]);
    await succeed(end(all.id));
    while ((await resultsOf(free)) !== 200) await sleep(5);
    assert.equal(await resultsOf(covered), 403);
    await succeed(end(first.id));
    while ((await resultsOf(covered)) !== 200) await sleep(5);
    await succeed(end(first.id));
    const later = await hush(HOUR_MS, 2 * HOUR_MS, [5]);
    await succeed(end(later.id));
    const known = (await succeed(kanaat.call(calls.listQuietPeriods, { token }))).items;
    assert.ok(known.every(({ id }) => id !== later.id));
    assert.equal(known.find(({ id }) => id === all.id)?.by, admin.nickname);
    assert.equal((await end(later.id)).problem.code, "quiet_period_not_found");
  });

  it("leaves places among the popular as they were, and notifies afterwards (R667)", async () => {
    const [first, second] = [
      await publishSurvey(kanaat, owner, { category_id: 8 }),
      await publishSurvey(kanaat, owner, { category_id: 8, expire_time: clock.iso(HOUR_MS) }),
    ];
    await voteFor(kanaat, voter, first, 0);
    await rank();
    const order = async () => {
      const query = { category_id: 8, order: "popular" } as const;
      return (await other.call(listSurveys, { query })).body.items.map(({ id }) => id);
    };
    const isTold = async () => {
      const { items } = await succeed(kanaat.call(listNotifications, { token: owner.token }));
      return items.some(({ kind, survey }) => kind === "ended" && survey?.id === second.id);
    };
    assert.deepEqual(await order(), [first.id, second.id]);
    await hush(0, 2 * HOUR_MS, [8]);
    for (const person of [voter, admin]) await voteFor(kanaat, person, second, 0);
    await rank();
    assert.deepEqual(await order(), [first.id, second.id]);
    clock.advance(HOUR_MS + MINUTE_MS);
    await kanaat.runMaintenance();
    assert.equal(await isTold(), false);
    clock.advance(HOUR_MS);
    await kanaat.runMaintenance();
    assert.equal(await isTold(), true);
    await rankAfterQuiet(db, new AbortController().signal, clock.now());
    const { popularity } = await db.query
      .selectFrom("surveys")
      .select("popularity")
      .where("id", "=", second.id)
      .executeTakeFirstOrThrow();
    assert.equal(popularity, 0);
  });
});

describe("the download of an account in a quiet period", () => {
  it("says nothing of results, nor does that of staff, whose command loads the periods (R459)", async () => {
    const survey = await publishSurvey(kanaat, owner, { category_id: 12 });
    const kinds = ["milestone", "leader", "ended"] as const;
    const rows = kinds.map((kind) => ({
      ...{ user_id: owner.id, kind, survey_id: survey.id, created_at: clock.now() },
    }));
    await db.query.insertInto("notifications").values(rows).execute();
    const told = ({ notifications, surveys }: Pick<Download, "notifications" | "surveys">) => [
      notifications.filter(({ survey_id }) => survey_id === survey.id).length,
      surveys.find(({ id }) => id === survey.id)?.vote_count,
    ];
    const own = async () => told((await download(kanaat, owner)).body);
    const byStaff = async () => {
      const secrets = { mailboxes: kanaat.mailboxes, sealer: createSealer("bir-sır") };
      const pieces = await exportPerson(
        {
          ...{ db: { ...db, quietPeriods: new QuietPeriods() }, features: FEATURES },
          ...{ ...secrets, toJson: createToJson(undefined) },
        },
        { nickname: owner.nickname, words: WORDS },
        clock.now(),
      );
      let text = "";
      for await (const piece of pieces ?? []) text += piece;
      return told(JSON.parse(text));
    };
    assert.deepEqual(
      [await own(), await byStaff()],
      [
        [3, 0],
        [3, 0],
      ],
    );
    await hush(0, HOUR_MS, [12]);
    assert.deepEqual(
      [await own(), await byStaff()],
      [
        [0, null],
        [0, null],
      ],
    );
    clock.advance(HOUR_MS);
    assert.deepEqual(await own(), [3, 0]);
  });
});

describe("a survey published in a quiet period", () => {
  it("begins when the period is over, and ends as much later (R669)", async () => {
    const { ends_at } = await hush(0, HOUR_MS, [10]);
    const form = { category_id: 10, expire_time: clock.iso(2 * HOUR_MS) };
    const waiting = await publishSurvey(other, owner, form);
    const free = await publishSurvey(other, owner, { category_id: 11 });
    assert.deepEqual([waiting.state, free.state], ["scheduled", "active"]);
    assert.deepEqual([waiting.start_time, waiting.expire_time], [ends_at, clock.iso(3 * HOUR_MS)]);
    const later = { category_id: 10, start_time: clock.iso(2 * HOUR_MS) };
    assert.equal((await publishSurvey(other, owner, later)).start_time, later.start_time);
    const vote = () => other.call(castVote, { token: voter.token, body: firstOf(waiting) });
    assert.equal((await vote()).problem.code, "survey_not_started");
    clock.advance(HOUR_MS);
    assert.equal((await vote()).status, 201);
  });
});

describe("setting a quiet period", () => {
  it("needs an end after its start and now, and known categories (R668)", async () => {
    for (const [body, field] of [
      [bodyOf(HOUR_MS, HOUR_MS, null), "ends_at"],
      [bodyOf(-2 * HOUR_MS, 0, null), "ends_at"],
      [bodyOf(0, HOUR_MS, [987]), "category_id"],
    ] as const) {
      const { status, problem } = await kanaat.call(calls.createQuietPeriod, { token, body });
      assert.deepEqual([status, Object.keys(problem.fields ?? {})], [422, [field]]);
    }
  });

  it("needs a second factor, and is in the record with its end (R668)", async () => {
    const person = await signUp(kanaat);
    await makeStaff(kanaat, person, "admin");
    await db.query.deleteFrom("totp").where("user_id", "=", person.id).execute();
    const body = bodyOf(0, HOUR_MS, [9]);
    const refused = await kanaat.call(calls.createQuietPeriod, { token: person.token, body });
    assert.equal(refused.problem.code, "staff_factor_missing");
    const { id } = await hush(0, HOUR_MS, [9]);
    const ending = { ...PROOF, words: WORDS };
    const given = { token: person.token, params: { id }, body: ending };
    const { problem } = await kanaat.call(calls.endQuietPeriod, given);
    assert.equal(problem.code, "staff_factor_missing");
    await succeed(end(id));
    const { items } = await succeed(kanaat.call(listRecord, { token }));
    assert.deepEqual(
      items.slice(0, 2).map(({ act, target, by, words }) => [act, target, by, words]),
      ["end quiet period", "quiet period"].map((act) => [
        ...[act, `quiet_period ${id}`, admin.nickname, WORDS],
      ]),
    );
  });
});
