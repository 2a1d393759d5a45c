import assert from "node:assert/strict";
import { after, describe, it } from "node:test";
import { setImmediate, setTimeout as sleep } from "node:timers/promises";
import { rankingOf, selectionOf } from "#contract/ballots/choices.ts";
import { countRanked, END_OF_RANKING, type RankedCount } from "#contract/ballots/ranked-count.ts";
import { HOUR_MS, MINUTE_MS } from "#contract/durations.ts";
import { deleteAccount } from "#contract/endpoints/account.ts";
import { invitePerson } from "#contract/endpoints/invitations.ts";
import { getSeal, getSealBundle } from "#contract/endpoints/receipts.ts";
import { exportReport, getReport } from "#contract/endpoints/report.ts";
import {
  closeSurvey,
  deleteSurvey,
  listOwnSurveys,
  listSurveys,
  setVisibility,
} from "#contract/endpoints/surveys.ts";
import { castVote, getResults, getVoteStatus } from "#contract/endpoints/votes.ts";
import { checkBundle } from "#contract/proof/check-bundle.ts";
import type { Survey } from "#contract/shapes/survey-shapes.ts";
import { nodeTools } from "#server/features/receipts/receipts.ts";
import { findDifference } from "#server/features/receipts/recount.writes.ts";
import { openSigningKey } from "#server/features/receipts/signing-key.ts";
import { findRounds } from "#server/features/results/rounds.reads.ts";
import { countRounds } from "#server/features/results/rounds.writes.ts";
import { createSealer } from "#server/secret/sealer.ts";
import { readSecret } from "#server/secret/secret-file.ts";
import { establishAll } from "#server/testing/established.ts";
import { testApp } from "#server/testing/test-app.ts";
import { succeed } from "#testing/api.ts";
import { download, type Person, signUp } from "#testing/people.ts";
import { draftSurvey, type NewSurvey, publishSurvey } from "#testing/surveys.ts";
import { WRONG_CHOICE_COUNTERS } from "./choices.reads.ts";
import { countRankings } from "./rankings.reads.ts";

const kanaat = await testApp({ after });
const { clock, db } = kanaat;
const owner = await signUp(kanaat);
const people = await Promise.all(Array.from({ length: 16 }, () => signUp(kanaat)));
await establishAll(db);
const person = (at: number) => people[at] as Person;

const OPTIONS = ["Çay", "Kahve", "Ayran", "Su"];
const ask = (form: NewSurvey) => publishSurvey(kanaat, owner, { options: OPTIONS, ...form });
const ids = ({ options }: Survey, ...at: number[]) => at.map((one) => options[one]?.id ?? 0);
const cast = (who: Person, { id }: Survey, choice: object) =>
  kanaat.call(castVote, { token: who.token, body: { survey_id: id, ...choice } });
const choose = (who: Person, survey: Survey, ...at: number[]) =>
  succeed(cast(who, survey, selectionOf(ids(survey, ...at))));
const rank = (who: Person, survey: Survey, ...at: number[]) =>
  succeed(cast(who, survey, rankingOf(ids(survey, ...at))));
const ratingsOf = (survey: Survey, grades: readonly number[]) =>
  grades.flatMap((score, at) => (score ? [{ option_id: ids(survey, at)[0], score }] : []));
/** Grades in the options' order; 0 leaves one out. */
const rate = (who: Person, survey: Survey, ...grades: number[]) =>
  succeed(cast(who, survey, { choices: ratingsOf(survey, grades) }));
const resultsOf = ({ id }: Survey, viewer?: Person) =>
  succeed(kanaat.call(getResults, { token: viewer?.token, params: { id } }));
const countsOf = async (survey: Survey) => (await resultsOf(survey)).items.map((one) => one.count);
const wrongCounters = async () => {
  for (const statement of Object.values(WRONG_CHOICE_COUNTERS))
    assert.deepEqual((await statement.execute(db.query)).rows, []);
};

describe("a survey with a ballot of several options", () => {
  it("has its kind and limits in detail and lists, a plain one neither (R560, R561)", async () => {
    const plain = await ask({});
    assert.ok(!Object.keys(plain).some((key) => /ballot|choices/.test(key)));
    const limits = { min_choices: 2, max_choices: 3 };
    const kinds = [
      [
        { ballot: "multiple", ...limits },
        { ballot: "multiple", ...limits },
      ],
      [{ ballot: "multiple" }, { ballot: "multiple", min_choices: 1, max_choices: 4 }],
      [
        { ballot: "ranked", ...limits },
        { ballot: "ranked", min_choices: 2 },
      ],
      [{ ballot: "rating", ...limits }, { ballot: "rating" }],
    ] as const;
    for (const [form, expected] of kinds) {
      const { ballot, min_choices, max_choices, id } = await ask({ ...form, options: OPTIONS });
      assert.deepEqual(
        { ballot, ...(min_choices && { min_choices }), ...(max_choices && { max_choices }) },
        expected,
      );
      const [card] = (await succeed(kanaat.call(listSurveys, {}))).items;
      assert.deepEqual([card?.id, card?.ballot, card?.options], [id, ballot, null]);
    }
    const two = await ask({ ballot: "ranked", options: ["Evet", "Hayır"] });
    const [card] = (await succeed(kanaat.call(listSurveys, {}))).items;
    assert.deepEqual([card?.id, card?.options], [two.id, null]);
  });

  it("is not published with limits that nobody can keep: choices_out_of_range (R561)", async () => {
    for (const form of [
      { ballot: "multiple", min_choices: 3, max_choices: 2 },
      { ballot: "multiple", max_choices: 5 },
      { ballot: "ranked", min_choices: 5 },
    ] as const) {
      const id = await draftSurvey(kanaat, owner, { options: OPTIONS, ...form });
      const { problem } = await kanaat.call(setVisibility, {
        ...{ token: owner.token, params: { id }, body: { visibility: "public" } },
      });
      assert.equal(problem.code, "choices_out_of_range");
    }
  });

  it("refuses other forms, foreign options and wrong numbers of options (R562)", async () => {
    const multiple = await ask({ ballot: "multiple", min_choices: 2, max_choices: 3 });
    const ranked = await ask({ ballot: "ranked", min_choices: 2 });
    const rating = await ask({ ballot: "rating" });
    const plain = await ask({});
    const [a = 0, b = 0, c = 0, d = 0] = ids(multiple, 0, 1, 2, 3);
    const single = { survey_option_id: a };
    const grades = [{ option_id: ids(rating, 0)[0], score: 3 }];
    const [foreign = 0] = ids(ranked, 0);
    const wrong: [Survey, object, string][] = [
      [multiple, single, "wrong_ballot"],
      [multiple, rankingOf([a, b]), "wrong_ballot"],
      [ranked, selectionOf(ids(ranked, 0, 1)), "wrong_ballot"],
      [rating, rankingOf(ids(rating, 0, 1)), "wrong_ballot"],
      [plain, selectionOf(ids(plain, 0)), "wrong_ballot"],
      [multiple, selectionOf([a]), "choice_count_out_of_range"],
      [multiple, selectionOf([a, b, c, d]), "choice_count_out_of_range"],
      [ranked, rankingOf(ids(ranked, 3)), "choice_count_out_of_range"],
      [multiple, selectionOf([a, foreign]), "option_not_in_survey"],
      [ranked, rankingOf([foreign, a]), "option_not_in_survey"],
      [rating, { choices: [...grades, { option_id: a, score: 1 }] }, "option_not_in_survey"],
      [multiple, selectionOf([a, a]), "validation_failed"],
      [ranked, rankingOf([]), "validation_failed"],
      [
        ranked,
        { choices: [a, b].map((option_id) => ({ option_id, rank: 1 })) },
        "validation_failed",
      ],
      [multiple, { choices: [{ option_id: a, rank: 0 }, { option_id: b }] }, "validation_failed"],
      [rating, { choices: [{ ...grades[0], score: 6 }] }, "validation_failed"],
      [rating, { choices: [...grades, ...grades] }, "validation_failed"],
    ];
    for (const [survey, choice, code] of wrong)
      assert.equal((await cast(person(0), survey, choice)).problem?.code, code);
    const { problem } = await cast(person(0), plain, {});
    assert.deepEqual(Object.keys(problem.fields ?? {}), ["survey_option_id"]);
    for (const { id } of [multiple, ranked, rating, plain]) {
      const status = kanaat.call(getVoteStatus, { token: person(0).token, params: { id } });
      assert.equal(await succeed(status), false);
    }
  });

  it("counts one of several votes of a person, whatever their forms (R69, R562)", async () => {
    const survey = await ask({ ballot: "multiple" });
    const answers = await Promise.all(
      [[0], [1, 2], [0, 1, 2], [3]].map((at) =>
        cast(person(0), survey, selectionOf(ids(survey, ...at))),
      ),
    );
    const codes = answers.map(({ status, problem }) => problem?.code ?? status).sort();
    assert.deepEqual(codes, [201, "already_voted", "already_voted", "already_voted"]);
    assert.equal((await resultsOf(survey)).voters, 1);
    await wrongCounters();
  });
});

describe("results of several options", () => {
  it("are shares of voters where several may be chosen (R563)", async () => {
    const survey = await ask({ ballot: "multiple" });
    await choose(person(0), survey, 2, 0);
    await choose(person(1), survey, 0);
    await choose(person(2), survey, 0, 1, 2);
    const { items, ballot, voters } = await resultsOf(survey);
    assert.deepEqual([ballot, voters], ["multiple", 3]);
    assert.deepEqual(
      items.map(({ count, value }) => [count, value]),
      [
        [3, "%100"],
        [1, "%33"],
        [2, "%67"],
        [0, "%0"],
      ],
    );
    const [card] = (await succeed(kanaat.call(listOwnSurveys, { token: owner.token }))).items;
    assert.deepEqual([card?.vote_count, card?.leading], [3, { content: "Çay", value: "%100" }]);
  });

  it("are mean, median and spread of grades (R564)", async () => {
    const survey = await ask({ ballot: "rating" });
    await rate(person(0), survey, 5, 1, 3);
    await rate(person(1), survey, 4, 5, 0);
    await rate(person(2), survey, 4, 0, 0);
    const { items, voters } = await resultsOf(survey);
    assert.equal(voters, 3);
    assert.deepEqual(
      items.map(({ count, value, mean, median_grade, spread }) => [
        ...[count, value, mean, median_grade, spread],
      ]),
      [
        [3, "%100", 4.33, 4, [0, 0, 0, 2, 1]],
        [2, "%67", 3, 1, [1, 0, 0, 0, 1]],
        [1, "%33", 3, 3, [0, 0, 1, 0, 0]],
        [0, "%0", null, null, [0, 0, 0, 0, 0]],
      ],
    );
  });

  it("are first choices of rankings (R565)", async () => {
    const survey = await ask({ ballot: "ranked" });
    await rank(person(0), survey, 2, 0, 1, 3);
    await rank(person(1), survey, 2);
    await rank(person(2), survey, 1, 2);
    const { items, ballot, voters } = await resultsOf(survey);
    assert.deepEqual([ballot, voters], ["ranked", 3]);
    assert.deepEqual(
      items.map(({ count }) => count),
      [0, 1, 2, 0],
    );
    const [card] = (await succeed(kanaat.call(listOwnSurveys, { token: owner.token }))).items;
    assert.equal(card?.leading, null);
  });

  it("have the rounds of rankings within about a second of the vote (R565)", async () => {
    const survey = await ask({ ballot: "ranked" });
    await rank(person(0), survey, 0, 2);
    await rank(person(1), survey, 1);
    await rank(person(2), survey, 2, 1, 0);
    await rank(person(3), survey, 1, 0);
    await rank(person(4), survey, 0);
    let { ranking } = await resultsOf(survey);
    while (ranking?.voters !== 5) {
      await sleep(50);
      ({ ranking } = await resultsOf(survey));
    }
    assert.deepEqual(ranking, {
      voters: 5,
      rounds: [
        { counts: [2, 2, 1, 0], exhausted: 0, leaves: 3 },
        { counts: [2, 2, 1, null], exhausted: 0, leaves: 2 },
        { counts: [2, 3, null, null], exhausted: 0 },
      ],
      pairwise: [
        [0, 2, 3, 4],
        [3, 0, 2, 3],
        [1, 2, 0, 2],
        [0, 0, 0, 0],
      ],
      winner: 1,
    });
  });

  it("are counted aside where many rank, while the last rounds stay (R609)", async (t) => {
    const survey = await ask({ ballot: "ranked" });
    const part = { surveyId: survey.id, whilePrivate: false };
    await rank(person(0), survey, 0, 2);
    while (!(await findRounds(db, part))) await sleep(50);
    const content = JSON.stringify({ ...(await findRounds(db, part)), voters: 0 });
    await db.query
      .updateTable("rounds")
      .set({ voters: 0, content })
      .where("survey_id", "=", survey.id)
      .execute();
    const setCounter = (vote_count: number) =>
      db.query
        .updateTable("options")
        .set({ vote_count })
        .where("id", "=", ids(survey, 0)[0] ?? 0)
        .execute();
    await setCounter(3000);
    t.after(() => setCounter(1));
    const tasks: Promise<unknown>[] = [];
    const { signal } = new AbortController();
    const backgroundTasks = { signal, add: (task: Promise<unknown>) => void tasks.push(task) };
    const read = Promise.withResolvers<void>();
    const aside = db.aside.withPlugin({
      transformQuery: ({ node }) => node,
      transformResult: async () => {
        await read.promise;
        throw new Error("the thread has ended");
      },
    });
    const stuck = { db: { ...db, aside }, changed: () => undefined, backgroundTasks };
    await countRounds(stuck, [survey.id], clock.now());
    await countRounds(stuck, [survey.id], clock.now());
    assert.equal(tasks.length, 1);
    assert.equal((await resultsOf(survey)).voters, 3000);
    read.resolve();
    await assert.rejects(tasks[0] ?? Promise.resolve(), /the thread has ended/);
    assert.equal((await findRounds(db, part))?.voters, 0);
    await countRounds({ ...stuck, db }, [survey.id], clock.now());
    await tasks[1];
    assert.equal((await findRounds(db, part))?.voters, 1);
  });

  it("are counted of many rankings while other work goes on (R609)", async () => {
    const one = [...Array(20).keys(), END_OF_RANKING];
    const rankings = () => Uint8Array.from({ length: 20_000 * 21 }, (_, i) => one[i % 21] ?? 0);
    await assert.rejects(countRankings(rankings(), -1), { name: "RangeError" });
    let turns = 0;
    let counted: RankedCount | undefined;
    const counting = countRankings(rankings(), 20).then((count) => {
      counted = count;
    });
    for (; !counted; turns++) await setImmediate();
    await counting;
    assert.ok(turns > 5, `${turns} turns of the event loop`);
    assert.deepEqual(counted, countRanked(rankings(), 20));
  });

  it("stand in the report and its files without groups (R566)", async () => {
    const survey = await ask({ ballot: "rating" });
    await rate(person(0), survey, 5, 1);
    const params = { id: survey.id };
    const report = await succeed(kanaat.call(getReport, { params }));
    assert.deepEqual([report.ballot, report.voters, report.breakdown], ["rating", 1, null]);
    assert.deepEqual(report.results[0], {
      ...{ count: 1, value: "%100", mean: 5, median_grade: 5, spread: [0, 0, 0, 0, 1] },
    });
    const { text } = await kanaat.call(exportReport, { params: { ...params, format: "csv" } });
    assert.match(text, /Notlar;5 puan;Çay;1;\r\n/);
    assert.match(text, /Oy verenler;Tümü;;1;\r\n/);
  });

  it("change in steps in a private survey, choices with voters (R206, R567)", async () => {
    const survey = await ask({ ballot: "multiple", visibility: "private" });
    for (const { nickname } of people)
      await kanaat.call(invitePerson, {
        ...{ token: owner.token, params: { id: survey.id }, body: { nickname } },
      });
    for (let at = 0; at < 14; at++) {
      await choose(person(at), survey, 0, ...(at % 2 ? [1] : []));
      const { body, problem } = await kanaat.call(getResults, {
        ...{ token: owner.token, params: { id: survey.id } },
      });
      const shown = at < 9 ? "too_few_votes" : [10, [10, 5, 0, 0]];
      assert.deepEqual(
        problem?.code ?? [body.voters, body.items.map(({ count }) => count)],
        shown,
        `after ${at + 1}`,
      );
    }
    await wrongCounters();
  });
});

describe("a vote for several options", () => {
  it("is in its voter's download, with what was chosen, and counted in the owner's (R568)", async () => {
    const voter = await signUp(kanaat);
    const [multiple, ranked, rating] = [
      await ask({ ballot: "multiple" }),
      await ask({ ballot: "ranked" }),
      await ask({ ballot: "rating" }),
    ];
    await choose(voter, multiple, 1, 0);
    await rank(voter, ranked, 3, 0);
    await rate(voter, rating, 0, 4);
    const { surveys } = (await download(kanaat, owner)).body;
    assert.deepEqual(
      surveys.slice(0, 3).map(({ options }) => options.map((option) => option.vote_count)),
      [
        [0, 1, 0, 0],
        [0, 0, 0, 1],
        [1, 1, 0, 0],
      ],
    );
    const { votes } = (await download(kanaat, voter)).body;
    assert.deepEqual(
      votes.map(({ choices, option }) => choices ?? option),
      [
        [{ option: "Çay" }, { option: "Kahve" }],
        [
          { option: "Çay", rank: 2 },
          { option: "Su", rank: 1 },
        ],
        [{ option: "Kahve", score: 4 }],
      ],
    );
  });

  it("stays counted without its voter, and is deleted with its survey (R114, R568)", async () => {
    const voter = await signUp(kanaat);
    const survey = await ask({ ballot: "ranked" });
    await rank(voter, survey, 1, 0);
    const { token, password } = voter;
    await succeed(kanaat.call(deleteAccount, { token, body: { password } }));
    clock.advance(HOUR_MS);
    await kanaat.runMaintenance();
    const rows = () =>
      db.query.selectFrom("choices").selectAll().where("survey_id", "=", survey.id).execute();
    const voters = (await rows()).map(({ user_id }) => user_id);
    assert.ok(voters.length === 2 && voters.every((id) => id < 0 && id === voters[0]));
    assert.deepEqual(await countsOf(survey), [0, 1, 0, 0]);
    await wrongCounters();
    const again = await signUp(kanaat);
    await rank(again, survey, 0);
    const removed = kanaat.call(deleteSurvey, { token: owner.token, params: { id: survey.id } });
    await succeed(removed);
    await kanaat.runMaintenance();
    assert.deepEqual(await rows(), []);
  });

  it("is sealed as sums, which anybody can check (R569)", async () => {
    const surveys = [
      await ask({ ballot: "multiple" }),
      await ask({ ballot: "ranked" }),
      await ask({ ballot: "rating" }),
    ] as const;
    for (let i = 0; i < 10; i++) {
      await choose(person(i), surveys[0], 0, 1 + (i % 3));
      await rank(person(i), surveys[1], i % 2, 2, 3);
      await rate(person(i), surveys[2], 1 + (i % 5), 3);
    }
    for (const { id } of surveys)
      await succeed(kanaat.call(closeSurvey, { token: owner.token, params: { id } }));
    clock.advance(2 * MINUTE_MS);
    await kanaat.runMaintenance();
    for (const survey of surveys) {
      const params = { id: survey.id };
      const { item } = await succeed(kanaat.call(getSeal, { params }));
      assert.deepEqual([item.state, item.differs], ["sealed", false]);
      const bundle = await succeed(kanaat.call(getSealBundle, { params }));
      assert.deepEqual(await checkBundle(bundle, nodeTools), []);
      const { document } = bundle;
      assert.ok("voters" in document);
      assert.deepEqual(document.voters, { votes: 10, private_votes: null });
      assert.equal(document.ranking?.voters, survey === surveys[1] ? 10 : undefined);
      assert.deepEqual(
        document.options.map(({ votes }) => votes),
        await countsOf(survey),
      );
    }
    // A choice that somebody changes in the database afterwards is found.
    await db.query
      .updateTable("choices")
      .set({ value: 5 })
      .where("survey_id", "=", surveys[2].id)
      .where("value", "=", 1)
      .execute();
    const sealer = createSealer((await readSecret(kanaat.config)) ?? "");
    const key = openSigningKey(sealer);
    const turn = { now: clock.now(), signal: new AbortController().signal };
    const sealing = { db, sealer, key, votesAtOnce: 1000 };
    const find = (survey: Survey) =>
      findDifference(sealing, survey.id, { ...turn, purpose: "verify" });
    assert.equal(await find(surveys[0]), null);
    assert.equal(await find(surveys[1]), null);
    assert.equal(await find(surveys[2]), "the choices of votes");
  });
});
