import assert from "node:assert/strict";
import { after, describe, it } from "node:test";
import { setTimeout as sleep } from "node:timers/promises";
import { sql } from "kysely";
import { getSurvey, listSurveys, updateSurvey } from "#contract/endpoints/surveys.ts";
import { castVote, getResults } from "#contract/endpoints/votes.ts";
import type { Survey } from "#contract/shapes/survey-shapes.ts";
import { waitForLocks } from "#server/testing/lock-waits.ts";
import { type TestApp, testApp } from "#server/testing/test-app.ts";
import { succeed } from "#testing/api.ts";
import { type Person, signUp } from "#testing/people.ts";
import { draftSurvey, publishSurvey, voteFor } from "#testing/surveys.ts";

const first = await testApp({ after });
// A SQLite folder belongs to one server.
const second =
  first.db.engine === "postgres"
    ? await testApp({ after }, { instance: first.instance, clock: first.clock })
    : first;
const [owner, voter] = await Promise.all([signUp(first), signUp(first)]);

const correct = (id: number, body: unknown, on: TestApp = first) =>
  on.call(updateSurvey, { token: owner.token, params: { id }, body });
const vote = ({ id, options }: Survey, { token }: Person, on: TestApp = first) =>
  on.call(castVote, { token, body: { survey_id: id, survey_option_id: options[0]?.id } });
const read = async (id: number) =>
  (await succeed(first.call(getSurvey, { token: owner.token, params: { id } }))).item;
const texts = ({ question, options }: Survey) => [
  question,
  ...options.map(({ content }) => content),
];

describe("correcting the texts of a survey", () => {
  it("changes what is given, in responses, search and results (R47)", async () => {
    const survey = await publishSurvey(first, owner, { question: "Yalnış soru?" });
    const results = () => first.call(getResults, { params: { id: survey.id } });
    const found = async (q: string) =>
      (await first.call(listSurveys, { query: { q } })).body.items.map(({ id }) => id);
    await results();
    assert.deepEqual(await found("yalnış"), [survey.id]);
    const [, coffee] = survey.options;
    const options = [{ id: coffee?.id, content: " Türk kahvesi " }];
    const { status, body } = await correct(survey.id, { question: "Hangi kuş?", options });
    assert.equal(status, 200);
    const expected = ["Hangi kuş?", "Çay", "Türk kahvesi"];
    assert.deepEqual(texts(body.item), expected);
    assert.deepEqual(texts(await read(survey.id)), expected);
    assert.deepEqual([await found("yalnış"), await found("kuş")], [[], [survey.id]]);
    const names = (await results()).body.items.map(({ option_name }) => option_name);
    assert.deepEqual(names, expected.slice(1));
    await correct(survey.id, { description: "Kısa" });
    assert.deepEqual(texts(await read(survey.id)), expected);
  });

  it("is open to a draft too", async () => {
    const id = await draftSurvey(first, owner);
    assert.equal((await correct(id, { question: "Yeni soru?" })).status, 200);
    assert.equal((await read(id)).question, "Yeni soru?");
  });

  it("is over with the first vote, and then changes nothing else either: survey_locked (R47)", async () => {
    const survey = await publishSurvey(first, owner, { description: "Önce" });
    await voteFor(first, voter, survey, 1);
    const options = [{ id: survey.options[0]?.id, content: "Su" }];
    for (const body of [{ question: "Başka?", description: "Sonra" }, { options }]) {
      const { status, problem } = await correct(survey.id, body);
      assert.deepEqual([status, problem.code], [409, "survey_locked"]);
    }
    const now = await read(survey.id);
    assert.deepEqual([texts(now), now.description], [texts(survey), "Önce"]);
    assert.equal((await correct(survey.id, { description: "Sonra", options: [] })).status, 200);
  });

  it("takes no text that could not be published, and no option of another survey", async () => {
    const [survey, other] = [await publishSurvey(first, owner), await publishSurvey(first, owner)];
    const [own, foreign] = [survey.options[0]?.id, other.options[0]?.id];
    const wrong: [unknown, string[] | undefined][] = [
      [{ question: "şş" }, ["question"]],
      [{ options: [{ id: own, content: " " }] }, ["options.0.content"]],
      [{ options: [{ id: "x", content: "Su" }] }, ["options.0.id"]],
      [
        {
          question: "Başka?",
          options: [
            { id: own, content: "Su" },
            { id: foreign, content: "Su" },
          ],
        },
        undefined,
      ],
    ];
    for (const [body, fields] of wrong) {
      const { status, problem } = await correct(survey.id, body);
      assert.deepEqual([status, problem.fields && Object.keys(problem.fields)], [422, fields]);
      if (!fields) assert.equal(problem.code, "option_not_in_survey");
    }
    for (const untouched of [survey, other]) {
      assert.deepEqual(texts(await read(untouched.id)), texts(untouched));
    }
  });
});

describe("a correction and a vote at the same moment", () => {
  it("never let a text change after a vote for it (R47)", async () => {
    const people = await Promise.all(Array.from({ length: 6 }, () => signUp(first)));
    const outcomes = new Set<number>();
    const ROUNDS = 24;
    for (let round = 0; round < ROUNDS; round++) {
      const survey = await publishSurvey(first, owner);
      const given =
        round % 2 ? { question: "Yeni?" } : { options: [{ ...survey.options[0], content: "Su" }] };
      let isVotedFor = false;
      const corrected = Promise.withResolvers<void>();
      const votes = people.map(async (person, i) => {
        // So that each outcome occurs at least once, however busy the machine is.
        await (round === 0 ? corrected.promise : sleep(i + 1));
        const { status } = await vote(survey, person, i % 2 ? first : second);
        assert.equal(status, 201);
        isVotedFor = true;
      });
      await (round === ROUNDS - 1 ? Promise.all(votes) : sleep(round % 8));
      const wasVotedFor = isVotedFor;
      const { status } = await correct(survey.id, given, second);
      corrected.resolve();
      await Promise.all(votes);
      outcomes.add(status);
      if (wasVotedFor) assert.equal(status, 409);
      const isChanged = `${texts(await read(survey.id))}` !== `${texts(survey)}`;
      assert.equal(isChanged, status === 200);
    }
    assert.deepEqual(outcomes, new Set([200, 409]));
  });

  // SQLite has one writer, so writes never run concurrently.
  if (first.db.engine === "postgres") {
    for (const what of ["question", "option"]) {
      it(`make the correction of the ${what} wait for a vote that is under way`, async (t) => {
        const survey = await publishSurvey(first, owner);
        const [option] = survey.options;
        const holding = await first.db.query.startTransaction().execute();
        t.after(() => holding.isCommitted || holding.rollback().execute());
        await sql`select id from options where id = ${option?.id} for update`.execute(holding);
        const voting = vote(survey, voter, second);
        await waitForLocks(first.db, 1);
        const given =
          what === "question" ? { question: "Yeni?" } : { options: [{ ...option, content: "Su" }] };
        const correcting = correct(survey.id, given);
        await waitForLocks(first.db, 2);
        await holding.commit().execute();
        assert.deepEqual([(await voting).status, (await correcting).status], [201, 409]);
        assert.deepEqual(texts(await read(survey.id)), texts(survey));
      });
    }
  }
});
