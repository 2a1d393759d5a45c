import assert from "node:assert/strict";
import { after, describe, it } from "node:test";
import { setTimeout as sleep } from "node:timers/promises";
import fc from "fast-check";
import { sql } from "kysely";
import { MINUTE_MS } from "#contract/durations.ts";
import { deleteAccount } from "#contract/endpoints/account.ts";
import { invitePerson } from "#contract/endpoints/invitations.ts";
import {
  closeSurvey,
  getSurvey,
  listOwnSurveys,
  listSurveys,
  setVisibility,
} from "#contract/endpoints/surveys.ts";
import { castVote, getResults } from "#contract/endpoints/votes.ts";
import type { ErrorCode } from "#contract/errors.ts";
import type { Survey } from "#contract/shapes/survey-shapes.ts";
import { establishAll } from "#server/testing/established.ts";
import { waitForLocks } from "#server/testing/lock-waits.ts";
import { testApp } from "#server/testing/test-app.ts";
import { succeed } from "#testing/api.ts";
import { download, type Person, signUp } from "#testing/people.ts";
import { type NewSurvey, publishSurvey, voteFor } from "#testing/surveys.ts";
import { rankListed } from "./ranking.writes.ts";

const first = await testApp({ after });
const { clock, db } = first;
// A SQLite folder belongs to one server.
const second =
  db.engine === "postgres" ? await testApp({ after }, { instance: first.instance, clock }) : first;
const owner = await signUp(first);
const voters = await Promise.all(Array.from({ length: 19 }, () => signUp(first)));
await establishAll(db);

/** Creates a survey, private unless `form` says otherwise, to which all voters are invited. */
async function ask(form: NewSurvey = {}, by = owner): Promise<Survey> {
  const survey = await publishSurvey(first, by, { visibility: "private", ...form });
  for (const { nickname } of voters) {
    const params = { id: survey.id };
    await succeed(first.call(invitePerson, { token: by.token, params, body: { nickname } }));
  }
  return survey;
}

/** The voters from `from` on vote, each for the option in their place. */
async function vote(survey: Survey, options: readonly number[], from = 0): Promise<void> {
  for (const [i, option] of options.entries()) {
    await voteFor(first, voters[from + i] as Person, survey, option);
  }
}

const show = ({ id }: Survey, visibility: "public" | "private", by = owner) =>
  succeed(first.call(setVisibility, { token: by.token, params: { id }, body: { visibility } }));
const close = ({ id }: Survey) =>
  succeed(first.call(closeSurvey, { token: owner.token, params: { id } }));

interface Seen {
  results: number[] | ErrorCode;
  apart?: number[] | null;
  incomplete?: boolean;
}

/** The results and the separate ones: counts, null for too few, absent for none. */
async function read({ id }: Survey, viewer: Person | undefined = owner): Promise<Seen> {
  const { body, problem } = await first.call(getResults, { token: viewer?.token, params: { id } });
  if (problem?.code) return { results: problem.code };
  const counts = (items: typeof body.items) => items.map(({ count }) => count);
  const { items, private_items: apart, incomplete } = body;
  return {
    results: counts(items),
    ...(apart !== undefined && { apart: apart && counts(apart) }),
    ...(incomplete && { incomplete }),
  };
}
const detailOf = async ({ id }: Survey) =>
  (await succeed(first.call(getSurvey, { token: owner.token, params: { id } }))).item;
const rank = () => rankListed(db, new AbortController().signal, clock.now());

/** Fails if counters and votes differ; returns how many votes each part has. */
async function parts({ id }: Survey): Promise<{ open: number; apart: number }> {
  const { rows } = await sql<{ all: number; apart: number; votes: number; while_private: number }>`
    select vote_count as "all", private_votes as apart, (select count(*) from votes
        where votes.survey_id = ${id} and option_id = options.id) as votes,
      (select count(while_private) from votes
        where votes.survey_id = ${id} and option_id = options.id) as while_private
    from options where survey_id = ${id}`.execute(db.query);
  for (const row of rows) {
    assert.deepEqual([row.all, row.apart], [row.votes, row.while_private]);
  }
  const sum = (of: "all" | "apart") => rows.reduce((total, row) => total + row[of], 0);
  return { open: sum("all") - sum("apart"), apart: sum("apart") };
}

describe("votes cast while a survey is private", () => {
  it("stay separate when it is opened, and are in no count, leader or ranking (R210)", async () => {
    const survey = await ask({ question: "Kapalıyken sorulan?" });
    await vote(survey, [0, ...Array<number>(10).fill(1)]);
    assert.deepEqual(await read(survey), { results: [1, 9] });
    await show(survey, "public");
    for (const viewer of [owner, voters[0], undefined]) {
      assert.deepEqual(await read(survey, viewer), { results: [0, 0], apart: [1, 9] });
    }
    const own = async () =>
      (await first.call(listOwnSurveys, { token: owner.token })).body.items.find(
        ({ id }) => id === survey.id,
      );
    assert.partialDeepStrictEqual(await own(), { vote_count: 0, leading: null });
    assert.equal((await detailOf(survey)).vote_count, 0);

    const rival = await ask({ visibility: "public", question: "Açıkken sorulan?" });
    await vote(rival, [0, 0, 0], 6);
    await vote(survey, [0, 0], 11);
    await rank();
    assert.deepEqual(await read(survey), { results: [2, 0], apart: [1, 9] });
    assert.partialDeepStrictEqual(await own(), {
      ...{ vote_count: 2, leading: { content: "Çay", value: "%100" } },
    });
    const query = { order: "popular" as const };
    const { items } = (await first.call(listSurveys, { query })).body;
    const listed = items.filter(({ id }) => id === survey.id || id === rival.id);
    assert.deepEqual(
      listed.map(({ id, vote_count }) => [id, vote_count]),
      [
        [rival.id, 3],
        [survey.id, 2],
      ],
    );
    await close(survey);
    assert.deepEqual(await read(survey), { results: [2, 0], apart: [1, 9], incomplete: true });
    assert.deepEqual(await parts(survey), { open: 2, apart: 11 });
  });

  it("reveal no more by the opening, nor by later votes (R210)", async () => {
    const choices = fc.array(fc.integer({ min: 0, max: 1 }), { minLength: 1, maxLength: 12 });
    await fc.assert(
      fc.asyncProperty(choices, choices, async (before, since) => {
        const survey = await ask();
        await vote(survey, before);
        const { results: seen } = await read(survey);
        await show(survey, "public");
        const opened = await read(survey, undefined);
        assert.deepEqual(opened.apart, typeof seen === "string" ? null : seen);
        await vote(survey, since.slice(0, 5), 12);
        assert.deepEqual((await read(survey, undefined)).apart, opened.apart);
      }),
      { numRuns: 6 },
    );
  });

  it("are never shown below five, and leave nothing where there are none (R210)", async () => {
    const four = await ask();
    await vote(four, [0, 0, 1, 1]);
    await show(four, "public");
    await vote(four, [0], 4);
    assert.deepEqual(await read(four), { results: [1, 0], apart: null });
    await close(four);
    assert.deepEqual(await read(four), { results: [1, 0], apart: null });

    const none = await ask();
    await show(none, "public");
    await vote(none, [0]);
    assert.deepEqual(await read(none), { results: [1, 0] });
    assert.deepEqual(await read(await ask({ visibility: "public" })), { results: [0, 0] });
  });

  it("are separate from earlier and later ones, when a public survey was private meanwhile (R210)", async () => {
    const survey = await ask({ visibility: "public" });
    await vote(survey, [0, 0, 0]);
    await show(survey, "private");
    const seen: unknown[] = [];
    for (const voter of voters.slice(3, 13)) {
      seen.push(await read(survey));
      await voteFor(first, voter, survey, 1);
    }
    assert.deepEqual(seen, Array(10).fill({ results: [3, 0], apart: null }));
    assert.deepEqual(await read(survey), { results: [3, 0], apart: [0, 10] });
    await show(survey, "public");
    await vote(survey, [1], 13);
    assert.deepEqual(await read(survey), { results: [3, 1], apart: [0, 10] });
    await show(survey, "private");
    await vote(survey, [1, 0], 14);
    assert.deepEqual(await read(survey), { results: [3, 1], apart: [0, 10] });
    await vote(survey, [0, 0, 0], 16);
    assert.deepEqual(await read(survey), { results: [3, 1], apart: [4, 11] });
    assert.deepEqual(await parts(survey), { open: 4, apart: 15 });
  });

  it("are separate immediately where votes showed as they came (R210)", async () => {
    const survey = await ask({ instant_results: true });
    await show(survey, "public");
    assert.deepEqual(await read(survey), { results: [0, 0] });
    await show(survey, "private");
    await vote(survey, [1]);
    await show(survey, "public");
    await vote(survey, [0], 1);
    assert.deepEqual(await read(survey), { results: [1, 0], apart: [0, 1] });
  });

  it("show after the vote where results do (R210)", async () => {
    const survey = await ask({ result_visibility: "after" });
    await vote(survey, [0, 0, 0, 0, 1, 0, 0, 0, 0, 0]);
    await show(survey, "public");
    assert.deepEqual(await read(survey, voters[12]), { results: "results_hidden" });
    await vote(survey, [1], 12);
    assert.deepEqual(await read(survey, voters[12]), { results: [0, 1], apart: [9, 1] });
  });

  it("stay what they were when their voters leave (R210)", async () => {
    const author = await signUp(first);
    const survey = await ask({}, author);
    const leaver = await signUp(first);
    const { token, nickname, password } = leaver;
    const params = { id: survey.id };
    const invitation = { token: author.token, params, body: { nickname } };
    await succeed(first.call(invitePerson, invitation));
    await voteFor(first, leaver, survey, 1);
    await vote(survey, [0, 0, 0, 0, 0, 0, 0, 0, 0, 0]);
    await show(survey, "public", author);
    await succeed(first.call(deleteAccount, { token, body: { password } }));
    clock.advance(MINUTE_MS);
    await first.runMaintenance();
    assert.deepEqual(await read(survey, author), { results: [0, 0], apart: [10, 1] });
    assert.deepEqual(await parts(survey), { open: 0, apart: 11 });
  });

  it("are distinguished in downloads (R210)", async () => {
    const author = await signUp(first);
    const [opened, few, open] = [
      await ask({}, author),
      await ask({}, author),
      await ask({ visibility: "public" }, author),
    ];
    await vote(opened, [0, 0, 0, 0, 0, 0, 1, 1, 1, 1]);
    await vote(few, [0]);
    await vote(open, [0]);
    for (const survey of [opened, few]) await show(survey, "public", author);
    await vote(opened, [1], 12);
    const { body } = await download(first, author);
    const counts = body.surveys.map(({ options }) =>
      options.map(({ vote_count, private_vote_count }) => [vote_count, private_vote_count]),
    );
    assert.deepEqual(counts, [
      [
        [1, null],
        [0, null],
      ],
      [
        [0, null],
        [0, null],
      ],
      [
        [0, 6],
        [1, 4],
      ],
    ]);
    const { body: voter } = await download(first, voters[0] as Person);
    const votes = new Map(voter.votes.map((row) => [row.survey_id, row.while_private]));
    assert.deepEqual([votes.get(few.id), votes.get(open.id)], [true, undefined]);
  });
});

describe("votes cast while a survey is being opened", () => {
  it("belong to one part each, and so do their counters (R210)", async () => {
    for (let round = 0; round < 8; round++) {
      const survey = await ask();
      const cast = ({ token }: Person, i: number) => {
        const body = { survey_id: survey.id, survey_option_id: survey.options[i % 2]?.id };
        return succeed((i % 2 ? first : second).call(castVote, { token, body }));
      };
      const [before, since, ...meanwhile] = voters as [Person, Person, ...Person[]];
      await cast(before, round);
      const voting = meanwhile.map(async (voter, i) => {
        await sleep(i);
        await cast(voter, i);
      });
      await sleep(round);
      await show(survey, "public");
      await cast(since, round);
      await Promise.all(voting);
      await rank();
      const { open, apart } = await parts(survey);
      assert.equal(open + apart, voters.length);
      assert.ok(open > 0 && apart > 0);
      assert.equal((await detailOf(survey)).vote_count, open);
    }
  });

  // SQLite has one writer, so writes never run concurrently.
  if (db.engine === "postgres") {
    it("are separate if they were under way, and wait for the next step", async (t) => {
      const survey = await ask();
      await vote(survey, [0, 0, 0, 0, 0, 0, 0, 0, 0, 0]);
      const holding = await db.query.startTransaction().execute();
      t.after(() => holding.isCommitted || holding.rollback().execute());
      await sql`select id from options where survey_id = ${survey.id} for update`.execute(holding);
      const voting = Promise.all([10, 11].map((i) => vote(survey, [1], i)));
      await waitForLocks(db, 1);
      await show(survey, "public");
      await holding.commit().execute();
      await voting;
      await vote(survey, [1], 12);
      const { open, apart } = await parts(survey);
      assert.ok(apart > 10 && open > 0);
      assert.deepEqual(await read(survey), { results: [0, open], apart: [10, 0] });
    });
  }
});
