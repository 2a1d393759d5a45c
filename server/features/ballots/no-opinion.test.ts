import assert from "node:assert/strict";
import { after, describe, it } from "node:test";
import { HOUR_MS, MINUTE_MS } from "#contract/durations.ts";
import { deleteAccount } from "#contract/endpoints/account.ts";
import { invitePerson } from "#contract/endpoints/invitations.ts";
import { getOwnReceipt, getSealBundle, listTreeHeads } from "#contract/endpoints/receipts.ts";
import { exportReport, getReport } from "#contract/endpoints/report.ts";
import { closeSurvey, listSurveys, setVisibility } from "#contract/endpoints/surveys.ts";
import {
  castVote,
  changeVote,
  getResults,
  getVoteStatus,
  withdrawVote,
} from "#contract/endpoints/votes.ts";
import { checkBundle } from "#contract/proof/check-bundle.ts";
import type { Survey } from "#contract/shapes/survey-shapes.ts";
import { countCohorts } from "#server/features/ballots/cohorts.writes.ts";
import { nodeTools } from "#server/features/receipts/receipts.ts";
import { findDifference } from "#server/features/receipts/recount.writes.ts";
import { openSigningKey } from "#server/features/receipts/signing-key.ts";
import { voterOfAccount } from "#server/features/voters/voters.reads.ts";
import { rankListed } from "#server/features/votes/ranking.writes.ts";
import { createSealer } from "#server/secret/sealer.ts";
import { readSecret } from "#server/secret/secret-file.ts";
import { establishAll } from "#server/testing/established.ts";
import { testApp } from "#server/testing/test-app.ts";
import { succeed } from "#testing/api.ts";
import { download, type Person, signUp } from "#testing/people.ts";
import { draftSurvey, type NewSurvey, publishSurvey, voteFor } from "#testing/surveys.ts";
import { WRONG_NO_OPINION_COUNTERS } from "./no-opinion.reads.ts";

const kanaat = await testApp({ after });
const { clock, db } = kanaat;
const owner = await signUp(kanaat);
const people = await Promise.all(Array.from({ length: 16 }, () => signUp(kanaat)));
await establishAll(db);
const person = (at: number) => people[at] as Person;
const stranger = await signUp(kanaat);

const ask = (form: NewSurvey = {}) =>
  publishSurvey(kanaat, owner, { allows_no_opinion: true, ...form });
const call = ({ id }: Pick<Survey, "id">, { token } = owner) => ({ token, params: { id } });
const optionOf = (survey: Survey, at: number) => survey.options[at]?.id ?? 0;
const cast = ({ token }: Person, { id }: Survey, choice: object) =>
  kanaat.call(castVote, { token, body: { survey_id: id, ...choice } });
const sayNothing = async (who: Person, survey: Survey) =>
  succeed(cast(who, survey, { no_opinion: true }));
const resultsOf = (survey: Survey, viewer = owner) =>
  succeed(kanaat.call(getResults, call(survey, viewer)));
const countsOf = async (survey: Survey, viewer = owner) => {
  const { items, no_opinion } = await resultsOf(survey, viewer);
  return [...items.map(({ count }) => count), no_opinion];
};
async function openTo(survey: Survey): Promise<void> {
  for (const { nickname } of people)
    await succeed(kanaat.call(invitePerson, { ...call(survey), body: { nickname } }));
}
async function vote(survey: Survey, from: number, to: number): Promise<void> {
  for (let at = from; at < to; at++) await voteFor(kanaat, person(at), survey, at % 2);
}
async function settle(): Promise<void> {
  clock.advance(3 * MINUTE_MS);
  await kanaat.runMaintenance();
}
async function end(survey: Survey): Promise<void> {
  await succeed(kanaat.call(closeSurvey, call(survey)));
  await settle();
}
const allRight = async () => {
  for (const statement of Object.values(WRONG_NO_OPINION_COUNTERS))
    assert.deepEqual((await statement.execute(db.query)).rows, []);
};

describe("a vote without an option", () => {
  it("is possible on every kind of ballot whose owner allows it, and refused elsewhere (R584)", async () => {
    const plain = await publishSurvey(kanaat, owner);
    assert.equal(plain.allows_no_opinion, false);
    const { problem } = await cast(person(0), plain, { no_opinion: true });
    assert.equal(problem.code, "wrong_ballot");
    assert.equal("no_opinion" in (await resultsOf(plain)), false);
    for (const ballot of [undefined, "multiple", "ranked", "rating"] as const) {
      const survey = await ask({ ...(ballot && { ballot }), min_choices: 2 });
      assert.equal(survey.allows_no_opinion, true);
      await sayNothing(person(0), survey);
      const again = await cast(person(0), survey, { no_opinion: true });
      assert.equal(again.problem.code, "already_voted");
      const none = { survey_option_id: optionOf(survey, 0), no_opinion: false };
      if (!ballot)
        assert.equal((await cast(person(0), survey, none)).problem.code, "already_voted");
      assert.equal((await cast(person(1), survey, {})).problem.code, "validation_failed");
      const { items, no_opinion, voters } = await resultsOf(survey);
      assert.deepEqual([no_opinion, voters], [1, ballot ? 0 : undefined]);
      assert.ok(items.every(({ count, value }) => count === 0 && value === "%0"));
    }
    await allRight();
  });

  it("is offered on a survey’s page alone: its card has no ballot (R589)", async () => {
    const [plain, offering] = [await publishSurvey(kanaat, owner), await ask()];
    const { items } = await succeed(kanaat.call(listSurveys, {}));
    const optionsOf = ({ id }: Survey) => items.find((card) => card.id === id)?.options;
    assert.equal(optionsOf(plain)?.length, 2);
    assert.equal(optionsOf(offering), null);
  });

  it("is refused for the reasons that others are, before the start and after the end (R584)", async () => {
    const codeOf = async (survey: Pick<Survey, "id">) =>
      (await cast(person(0), survey as Survey, { no_opinion: true })).problem.code;
    assert.equal(await codeOf(await ask({ start_time: clock.iso(HOUR_MS) })), "survey_not_started");
    assert.equal(await codeOf(await ask({ visibility: "private" })), "survey_not_found");
    const ended = await ask();
    await succeed(kanaat.call(closeSurvey, call(ended)));
    assert.equal(await codeOf(ended), "survey_ended");
    const draft = { id: await draftSurvey(kanaat, owner, { allows_no_opinion: true }) };
    const body = { survey_id: draft.id, no_opinion: true as const };
    const own = await kanaat.call(castVote, { token: owner.token, body });
    assert.equal(own.problem.code, "survey_not_published");
  });

  it("opens results that show after the vote, as any vote does (R584)", async () => {
    const survey = await ask({ result_visibility: "after" });
    await voteFor(kanaat, person(1), survey, 0);
    const before = await kanaat.call(getResults, call(survey, person(0)));
    assert.equal(before.problem.code, "results_hidden");
    await sayNothing(person(0), survey);
    assert.equal(await succeed(kanaat.call(getVoteStatus, call(survey, person(0)))), true);
    assert.deepEqual(await countsOf(survey, person(0)), [1, 0, 1]);
    const hidden = await kanaat.call(getResults, call(survey, stranger));
    assert.equal(hidden.problem.code, "results_hidden");
  });

  it("is in no share, total, report of groups or place in lists (R585)", async () => {
    const survey = await ask();
    for (let at = 0; at < 6; at++) await sayNothing(person(at), survey);
    await vote(survey, 6, 9);
    await rankListed(db, new AbortController().signal, clock.now());
    const { items, no_opinion } = await resultsOf(survey);
    assert.deepEqual([items.map(({ value }) => value), no_opinion], [["%67", "%33"], 6]);
    const row = await db.query
      .selectFrom("surveys")
      .select(["counted_votes", "popularity"])
      .where("id", "=", survey.id)
      .executeTakeFirstOrThrow();
    assert.deepEqual([row.counted_votes, row.popularity], [3, 3]);
    const ids = survey.options.map(({ id }) => id);
    const cohorts = await countCohorts(db, survey.id, ids, clock.now());
    assert.deepEqual(
      [...cohorts.values()].map(({ votes }) => votes),
      [2, 1],
    );
    const report = await succeed(kanaat.call(getReport, call(survey)));
    assert.deepEqual([report.no_opinion, report.results.map(({ count }) => count)], [6, [2, 1]]);
    const csv = { params: { id: survey.id, format: "csv" as const } };
    const { text } = await kanaat.call(exportReport, csv);
    assert.match(text, /Fikrim yok diyenler;Tümü;;6;\r\n/);
  });

  it("can be changed into one for an option and back, and be withdrawn (R575, R584)", async () => {
    const survey = await ask({ vote_change: "until_end", ballot: "multiple" });
    const change = (choice: object) =>
      succeed(
        kanaat.call(changeVote, {
          ...{ token: person(0).token, body: { survey_id: survey.id, ...choice } },
        }),
      );
    await sayNothing(person(0), survey);
    await change({ no_opinion: true });
    assert.deepEqual(await countsOf(survey), [0, 0, 1]);
    await change({ choices: survey.options.map(({ id }) => ({ option_id: id })) });
    assert.deepEqual(await countsOf(survey), [1, 1, 0]);
    await change({ no_opinion: true });
    assert.deepEqual(await countsOf(survey), [0, 0, 1]);
    await succeed(kanaat.call(withdrawVote, call(survey, person(0))));
    assert.deepEqual(await countsOf(survey), [0, 0, 0]);
    const plain = await publishSurvey(kanaat, owner, { vote_change: "until_end" });
    await voteFor(kanaat, person(0), plain, 0);
    const body = { survey_id: plain.id, no_opinion: true as const };
    const refused = await kanaat.call(changeVote, { token: person(0).token, body });
    assert.equal(refused.problem.code, "wrong_ballot");
    await allRight();
  });

  it("is in its voter's download, and its number in the owner's (R585)", async () => {
    const voter = await signUp(kanaat);
    const survey = await ask();
    await sayNothing(voter, survey);
    const { votes } = (await download(kanaat, voter)).body;
    assert.deepEqual(
      votes.map(({ option, no_opinion }) => [option, no_opinion]),
      [[undefined, true]],
    );
    const [own] = (await download(kanaat, owner)).body.surveys;
    assert.deepEqual([own?.allows_no_opinion, own?.no_opinion_count], [true, 1]);
    const { token, password } = voter;
    await succeed(kanaat.call(deleteAccount, { token, body: { password } }));
    clock.advance(HOUR_MS);
    await kanaat.runMaintenance();
    assert.deepEqual(await countsOf(survey), [0, 0, 1]);
    await allRight();
  });
});

describe("the number of votes without an option", () => {
  it("changes with the steps of a private survey, for which it does not count (R206, R586)", async () => {
    const survey = await ask({ visibility: "private" });
    await openTo(survey);
    for (let at = 0; at < 4; at++) await sayNothing(person(at), survey);
    await vote(survey, 4, 13);
    const few = await kanaat.call(getResults, call(survey));
    assert.equal(few.problem.code, "too_few_votes");
    await vote(survey, 13, 14);
    assert.deepEqual(await countsOf(survey), [5, 5, 4]);
    await sayNothing(person(14), survey);
    assert.deepEqual(await countsOf(survey), [5, 5, 4]);
    await end(survey);
    const { no_opinion, incomplete } = await resultsOf(survey);
    assert.deepEqual([no_opinion, incomplete], [4, true]);
    await allRight();
  });

  it("is separate where the survey was private then, and sealed so (R210, R586, R587)", async () => {
    const survey = await ask({ visibility: "private", instant_results: true });
    await openTo(survey);
    await sayNothing(person(0), survey);
    await succeed(kanaat.call(setVisibility, { ...call(survey), body: { visibility: "public" } }));
    await vote(survey, 1, 11);
    await sayNothing(person(11), survey);
    const { private_items, private_no_opinion, no_opinion } = await resultsOf(survey);
    assert.deepEqual([private_items?.length, private_no_opinion, no_opinion], [2, 1, 1]);
    await end(survey);
    const { document } = await succeed(kanaat.call(getSealBundle, call(survey)));
    assert.deepEqual(document.no_opinion, { votes: 1, private_votes: 1 });
    assert.deepEqual([document.private_part, document.receipts.count], ["shown", 12]);
  });

  for (const ballot of [undefined, "rating"] as const) {
    it(`is signed with the results of ${ballot ?? "single"} ballots, each with a receipt (R587)`, async () => {
      const survey = await ask({ ...(ballot && { ballot }) });
      const choose = (at: number) =>
        ballot
          ? succeed(
              cast(person(at), survey, {
                choices: [{ option_id: optionOf(survey, at % 2), score: 4 }],
              }),
            )
          : voteFor(kanaat, person(at), survey, at % 2);
      for (let at = 0; at < 10; at++) await choose(at);
      await sayNothing(person(10), survey);
      await sayNothing(person(11), survey);
      const receipt = await succeed(kanaat.call(getOwnReceipt, call(survey, person(10))));
      await rankListed(db, new AbortController().signal, clock.now());
      clock.advance(HOUR_MS);
      await kanaat.runMaintenance();
      await sayNothing(person(12), survey);
      await end(survey);
      const bundle = await succeed(kanaat.call(getSealBundle, call(survey)));
      const { document, receipts } = bundle;
      assert.deepEqual(document.no_opinion, { votes: 3, private_votes: null });
      assert.equal(document.receipts.count, 13);
      assert.ok(receipts.includes(receipt.item.receipt));
      assert.deepEqual(await checkBundle(bundle, nodeTools), []);
      const { heads } = await succeed(kanaat.call(listTreeHeads, { ...call(survey), query: {} }));
      assert.deepEqual(
        heads.map(({ document: { votes, no_opinion } }) => [votes, no_opinion]),
        [
          [10, 2],
          [10, 3],
        ],
      );
      const turn = { now: clock.now(), signal: new AbortController().signal };
      const sealer = createSealer((await readSecret(kanaat.config)) ?? "");
      const key = openSigningKey(sealer);
      const difference = async (votesAtOnce: number) => {
        const parts = { db, sealer, key, votesAtOnce };
        for (let found: string | null | undefined; ; ) {
          found = await findDifference(parts, survey.id, { ...turn, purpose: "verify" });
          if (found !== undefined) return found;
        }
      };
      assert.deepEqual([await difference(1000), await difference(5)], [null, null]);
      await db.query
        .updateTable("votes")
        .set({ no_opinion: null })
        .where("survey_id", "=", survey.id)
        .where("user_id", "=", voterOfAccount(person(10).id))
        .execute();
      const changed = "the votes of an option";
      assert.deepEqual([await difference(1000), await difference(5)], [changed, changed]);
    });
  }

  it("is no reason to seal a survey with fewer votes for options (R288, R587)", async () => {
    const survey = await ask();
    await vote(survey, 0, 9);
    await sayNothing(person(10), survey);
    await sayNothing(person(11), survey);
    await end(survey);
    const { problem } = await kanaat.call(getSealBundle, call(survey));
    assert.equal(problem.code, "not_sealed");
  });
});
