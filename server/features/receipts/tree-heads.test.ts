import assert from "node:assert/strict";
import { after, describe, it } from "node:test";
import { HOUR_MS, MINUTE_MS } from "#contract/durations.ts";
import { deleteAccount } from "#contract/endpoints/account.ts";
import { invitePerson } from "#contract/endpoints/invitations.ts";
import {
  getOwnReceipt,
  getSeal,
  getSealBundle,
  listTreeHeads,
} from "#contract/endpoints/receipts.ts";
import { getReport } from "#contract/endpoints/report.ts";
import { closeSurvey } from "#contract/endpoints/surveys.ts";
import { toHex, utf8 } from "#contract/proof/byte-texts.ts";
import { canonicalJson } from "#contract/proof/canonical-json.ts";
import { checkSignature } from "#contract/proof/check-seal.ts";
import { checkHeads } from "#contract/proof/tree-heads.ts";
import type { Survey } from "#contract/shapes/survey-shapes.ts";
import { voterOfAccount } from "#server/features/voters/voters.reads.ts";
import { rankListed } from "#server/features/votes/ranking.writes.ts";
import { establishAll } from "#server/testing/established.ts";
import { testApp } from "#server/testing/test-app.ts";
import { succeed } from "#testing/api.ts";
import { type Person, signUp } from "#testing/people.ts";
import { type NewSurvey, publishSurvey, voteFor } from "#testing/surveys.ts";
import { findSeal, isOther } from "./receipts.reads.ts";
import { nodeTools, sha256 } from "./receipts.ts";

const kanaat = await testApp({ after });
const { clock, db } = kanaat;
const people = await Promise.all(Array.from({ length: 12 }, () => signUp(kanaat)));
const [owner] = people as [Person, ...Person[]];
await establishAll(db);
const call = ({ id }: Survey, { token } = owner) => ({ token, params: { id } });

const headsOf = async (survey: Survey, from = 1) => {
  const { heads } = await succeed(kanaat.call(listTreeHeads, { ...call(survey), query: { from } }));
  return heads;
};

/** People vote, each for the option in their place. */
async function vote(survey: Survey, from: number, options: readonly number[]): Promise<void> {
  for (const [i, option] of options.entries())
    await voteFor(kanaat, people[from + i] as Person, survey, option);
}

async function anHourLater(): Promise<void> {
  await rankListed(db, new AbortController().signal, clock.now());
  clock.advance(HOUR_MS);
  await kanaat.runMaintenance();
}

async function begin(form: NewSurvey = {}): Promise<Survey> {
  const survey = await publishSurvey(kanaat, owner, form);
  if (form.visibility !== "private") return survey;
  for (const { nickname } of people.slice(1))
    await succeed(kanaat.call(invitePerson, { ...call(survey), body: { nickname } }));
  return survey;
}

async function end(survey: Survey): Promise<void> {
  await succeed(kanaat.call(closeSurvey, call(survey)));
  clock.advance(2 * MINUTE_MS);
  await kanaat.runMaintenance();
}

const leavesOf = ({ id }: Survey) =>
  db.query.selectFrom("head_leaves").selectAll().where("survey_id", "=", id).execute();

describe("what is sealed of the report", () => {
  it("is hashed as the report returns it (R446)", async () => {
    const survey = await begin();
    await vote(survey, 0, [0, 1, 0, 0, 0, 0, 0, 0, 0, 0]);
    await anHourLater();
    const content = JSON.stringify({
      ...{ votes: 60, groups: [{ key: "women", voters: 60, shares: [60, 40] }] },
      weighted: { effective: 0, values: null, missing: [] },
      trust: { verified: 1, week_old: 0.3, month_old: 0 },
    });
    await db.query
      .insertInto("looks")
      .values({ survey_id: survey.id, while_private: 0, votes: 60, taken_at: 0, content })
      .execute();
    await db.query
      .insertInto("hourly_origins")
      .values({ survey_id: survey.id, hour: 1, votes: 100, young_votes: 60, networks: 20 })
      .execute();
    await end(survey);
    const report = await succeed(kanaat.call(getReport, call(survey)));
    const { document } = await succeed(kanaat.call(getSealBundle, call(survey)));
    const hash = (part: unknown) => toHex(sha256(utf8(canonicalJson(part))));
    const { taken_at, votes, groups, weighted, trust } = report.breakdown ?? assert.fail();
    const { sources: _, ...weights } = weighted;
    assert.deepEqual("report" in document && document.report, {
      while_private: false,
      groups: hash({ taken_at, votes, groups }),
      weights: hash(weights),
      trust: hash(trust),
      timeline: hash(report.timeline),
      origins: hash({ young: "over_half", networks: "few" }),
    });
    assert.equal(report.timeline.length, 1);
  });

  it("does not differ where an earlier version left out where votes came from (R446)", async () => {
    const survey = await begin();
    await vote(survey, 0, [0, 1, 0, 0, 0, 0, 0, 0, 0, 0]);
    await end(survey);
    const { signed } = (await findSeal(db, survey.id)) ?? assert.fail();
    assert.equal(await isOther(db, signed.document, clock.now()), false);
    const { document } = signed;
    if (!("report" in document)) assert.fail();
    delete document.report.origins;
    assert.equal(await isOther(db, document, clock.now()), false);
  });
});

describe("the tree heads of a survey", () => {
  it("are signed in each hour with votes and at the end, and lead to the seal (R444)", async () => {
    const survey = await begin();
    await anHourLater();
    assert.deepEqual(await headsOf(survey), []);
    await vote(survey, 0, [0, 1, 0]);
    await anHourLater();
    await anHourLater();
    assert.equal((await headsOf(survey)).length, 1);
    await vote(survey, 3, [1, 1, 0, 0, 0, 0, 0]);
    await anHourLater();
    const [row] = await leavesOf(survey);
    const leaves = row?.leaves.split("\n") ?? [];
    assert.equal(leaves.length, 10);
    assert.deepEqual(leaves, leaves.toSorted());
    await end(survey);
    const heads = await headsOf(survey);
    for (const head of heads) assert.deepEqual(await checkSignature(head, nodeTools), []);
    const documents = heads.map(({ document }) => document);
    assert.deepEqual(
      documents.map(({ votes, counts, is_last }) => [
        votes,
        counts?.map((one) => one.votes),
        is_last,
      ]),
      [
        [3, [2, 1], false],
        [10, [7, 3], false],
        [10, [7, 3], true],
      ],
    );
    const { document } = await succeed(kanaat.call(getSealBundle, call(survey)));
    assert.deepEqual(checkHeads(sha256, documents, document), { findings: [], missing: [] });
    assert.equal(documents[2]?.root, document.receipts.root);
    assert.deepEqual(await headsOf(survey, 3), heads.slice(2));
    assert.deepEqual(await leavesOf(survey), []);
  });

  it("say nothing of receipts, nor when a vote was cast (R444)", async () => {
    const survey = await begin();
    await vote(survey, 0, [0, 1, 0]);
    await anHourLater();
    const receipts = await Promise.all(
      people.slice(0, 3).map((one) => succeed(kanaat.call(getOwnReceipt, call(survey, one)))),
    );
    const stored = JSON.stringify([await leavesOf(survey), await headsOf(survey)]);
    for (const { item } of receipts) assert.ok(!stored.includes(item.receipt));
  });

  it("of hidden or private results have no counts until the end (R444)", async () => {
    for (const form of [{ result_visibility: "after" }, { visibility: "private" }] as const) {
      const survey = await begin(form);
      await vote(survey, 0, Array(10).fill(0));
      await anHourLater();
      const [head] = await headsOf(survey);
      assert.equal(head?.document.counts, null);
      assert.ok(head?.document.root);
      await end(survey);
      assert.deepEqual(
        (await headsOf(survey)).at(-1)?.document.counts?.map(({ votes }) => votes),
        [10, 0],
      );
    }
  });

  it("go on after an account was deleted (R444)", async () => {
    const survey = await begin();
    const leaver = await signUp(kanaat);
    await vote(survey, 0, Array(9).fill(0));
    await voteFor(kanaat, leaver, survey, 1);
    await anHourLater();
    const { token, password } = leaver;
    await succeed(kanaat.call(deleteAccount, { token, body: { password } }));
    clock.advance(MINUTE_MS);
    await kanaat.runMaintenance();
    await vote(survey, 9, [0]);
    await anHourLater();
    assert.equal((await headsOf(survey)).length, 2);
    await end(survey);
    assert.equal((await succeed(kanaat.call(getSeal, call(survey)))).item.state, "sealed");
  });

  it("stop, and so does sealing, where a vote of an earlier head is gone (R446)", async () => {
    const survey = await begin();
    await vote(survey, 0, [0, 0, 0, 0, 0, 0, 0, 0, 0, 1]);
    await anHourLater();
    const [voter] = people as [Person];
    const option = survey.options[0]?.id ?? 0;
    await db.query
      .deleteFrom("votes")
      .where("survey_id", "=", survey.id)
      .where("user_id", "=", voterOfAccount(voter.id))
      .execute();
    // Another vote takes its place, so that no counter shows it.
    await db.query
      .insertInto("votes")
      .values({ survey_id: survey.id, user_id: 999_999, option_id: option, while_private: null })
      .execute();
    await vote(survey, 10, [1]);
    await anHourLater();
    assert.equal((await headsOf(survey)).length, 1);
    await end(survey);
    assert.equal((await succeed(kanaat.call(getSeal, call(survey)))).item.state, "unsealable");
  });

  it("stop, and so does sealing, where the leaf of a vote was removed with it (R446)", async () => {
    const survey = await begin();
    await vote(survey, 0, [0, 0, 0, 0, 0, 0, 0, 0, 0, 1]);
    await anHourLater();
    const [row] = await leavesOf(survey);
    const leaves = row?.leaves.slice(23) ?? "";
    await db.query
      .updateTable("head_leaves")
      .set({ leaves })
      .where("survey_id", "=", survey.id)
      .execute();
    await vote(survey, 10, [1]);
    await anHourLater();
    assert.equal((await headsOf(survey)).length, 1);
    await end(survey);
    assert.equal((await succeed(kanaat.call(getSeal, call(survey)))).item.state, "unsealable");
  });

  it("keep a survey from being sealed with fewer votes for an option (R446)", async () => {
    const survey = await begin();
    await vote(survey, 0, [0, 0, 0, 0, 0, 0, 0, 0, 0, 1]);
    await anHourLater();
    const [one = 0, other = 0] = survey.options.map(({ id }) => id);
    const [voter] = people as [Person];
    await db.query
      .updateTable("votes")
      .set({ option_id: other })
      .where("survey_id", "=", survey.id)
      .where("user_id", "=", voterOfAccount(voter.id))
      .execute();
    for (const [id, vote_count] of [
      [one, 8],
      [other, 2],
    ] as const)
      await db.query.updateTable("options").set({ vote_count }).where("id", "=", id).execute();
    await end(survey);
    assert.equal((await succeed(kanaat.call(getSeal, call(survey)))).item.state, "unsealable");
  });
});
