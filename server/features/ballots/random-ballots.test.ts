import assert from "node:assert/strict";
import { it } from "node:test";
import {
  idsOf,
  isRanking,
  isRating,
  isSelection,
  rankingOf,
  selectionOf,
} from "#contract/ballots/choices.ts";
import type { RatingVote, Vote } from "#contract/ballots/vote.ts";
import { readManyResults } from "#server/features/results/results.reads.ts";
import { voterOf } from "#server/features/voters/voters.reads.ts";
import { createVoteCaster } from "#server/features/votes/votes.writes.ts";
import { type TestApp, testApp } from "#server/testing/test-app.ts";
import { signUp } from "#testing/people.ts";
import { Random } from "#testing/random.ts";
import { publishSurvey } from "#testing/surveys.ts";
import { WRONG_CHOICE_COUNTERS } from "./choices.reads.ts";

const VOTERS = 40;
// `npm run bench:ballots` casts more of them.
const SURVEYS = Math.ceil(Number(process.env.BALLOTS ?? 1000) / VOTERS);
const OPTIONS = ["Çay", "Kahve", "Ayran", "Su", "Şalgam"];

const some = (random: Random, ids: readonly number[]) => {
  const order = ids.map((id) => [random.share(), id] as const).sort(([a], [b]) => a - b);
  return order.slice(0, 1 + random.int(ids.length)).map(([, id]) => id);
};

/** Of each kind a random vote, and how often it counts for an option. */
const KINDS = {
  multiple: {
    vote: (random: Random, ids: readonly number[]) => selectionOf(some(random, ids)),
    counts: (vote: Vote, id: number) => Number(isSelection(vote) && idsOf(vote).includes(id)),
  },
  ranked: {
    vote: (random: Random, ids: readonly number[]) => rankingOf(some(random, ids)),
    counts: (vote: Vote, id: number) => Number(isRanking(vote) && idsOf(vote)[0] === id),
  },
  rating: {
    vote: (random: Random, ids: readonly number[]) => ({
      choices: some(random, ids).map((option_id) => ({ option_id, score: 1 + random.int(5) })),
    }),
    counts: (vote: Vote, id: number) => Number(isRating(vote) && idsOf(vote).includes(id)),
  },
};

it("random ballots of each kind are counted as a plain recount counts them (R563, R564, R565)", async (t) => {
  const kanaat = await testApp(t);
  const { db, clock, mailboxes } = kanaat;
  const cast = createVoteCaster(db, clock, mailboxes);
  const people = await Promise.all(Array.from({ length: VOTERS }, () => signUp(kanaat)));
  const voters = people.map(({ id, email }) =>
    voterOf({ id, numbers: [mailboxes.numberOf(email)], verifiedAt: 0, knownSince: 0 }),
  );
  const [owner] = people;
  assert.ok(owner);
  const random = new Random(65);
  for (const [ballot, kind] of Object.entries(KINDS)) {
    const asked = await publishSurvey(kanaat, owner, {
      ...{ ballot: ballot as keyof typeof KINDS, options: OPTIONS },
    });
    const surveys = await copiesOf(kanaat, asked.id, SURVEYS);
    const votes = surveys.flatMap(({ id, options }) =>
      voters.map((voter) => ({ voter, vote: { survey_id: id, ...kind.vote(random, options) } })),
    );
    await Promise.all(votes.map(cast));
    const results = await readManyResults(
      db,
      surveys.map(({ id }) => id),
      clock.now(),
    );
    for (const { id } of surveys) {
      const own = votes.filter(({ vote }) => vote.survey_id === id).map(({ vote }) => vote);
      const { items = [], voters: counted } = results.get(id) ?? {};
      assert.equal(counted, VOTERS);
      for (const { option_id, count, spread, mean } of items) {
        const expected = own.reduce((sum, vote) => sum + kind.counts(vote, option_id), 0);
        assert.equal(count, expected, `${ballot} ${id} ${option_id}`);
        const graded: RatingVote["choices"] = own.flatMap((vote) =>
          isRating(vote) ? vote.choices : [],
        );
        const scores = graded.flatMap((one) => (one.option_id === option_id ? one.score : []));
        if (!spread || !mean) continue;
        const sum = scores.reduce((all, score) => all + score, 0);
        assert.equal(mean, Math.round((sum / scores.length) * 100) / 100);
        for (const [i, times] of spread.entries())
          assert.equal(times, scores.filter((score) => score === i + 1).length);
      }
    }
  }
  for (const wrong of Object.values(WRONG_CHOICE_COUNTERS))
    assert.deepEqual((await wrong.execute(db.query)).rows, []);
});

/** Copies a survey in the database, since publishing takes far longer than the votes. */
async function copiesOf({ db: { query } }: TestApp, surveyId: number, times: number) {
  const {
    id: _,
    edited_at: __,
    ...survey
  } = await query
    .selectFrom("surveys")
    .selectAll()
    .where("id", "=", surveyId)
    .executeTakeFirstOrThrow();
  const options = await query
    .selectFrom("options")
    .select(["position", "content", "image"])
    .where("survey_id", "=", surveyId)
    .execute();
  return Promise.all(
    Array.from({ length: times }, async () => {
      const { id } = await query
        .insertInto("surveys")
        .values({ ...survey, invitation_code: crypto.randomUUID() })
        .returning("id")
        .executeTakeFirstOrThrow();
      const rows = await query
        .insertInto("options")
        .values(options.map((option) => ({ ...option, survey_id: id })))
        .returning("id")
        .execute();
      return { id, options: rows.map((row) => row.id) };
    }),
  );
}
