import assert from "node:assert/strict";
import { after, describe, it } from "node:test";
import { setTimeout as sleep } from "node:timers/promises";
import { sql } from "kysely";
import { api } from "#contract/api.ts";
import { getAccount } from "#contract/endpoints/account.ts";
import { completeDetails, completeIdentity } from "#contract/endpoints/completion.ts";
import { castVote } from "#contract/endpoints/votes.ts";
import type { Survey } from "#contract/shapes/survey-shapes.ts";
import { NO_DETAILS } from "#server/db/tables/incomplete-accounts.ts";
import { addVote, noCohorts, readOptionCohorts } from "#server/features/ballots/cohorts.reads.ts";
import { foldCohorts } from "#server/features/ballots/cohorts.writes.ts";
import { toCohorts } from "#server/features/report/cohorts.reads.ts";
import { cellOf, UNKNOWN } from "#server/statistics/cohort-cells.ts";
import { enterByCode, waitingVote } from "#server/testing/code-sign-in.ts";
import { waitForLocks } from "#server/testing/lock-waits.ts";
import { mailApp } from "#server/testing/mail-app.ts";
import { succeed } from "#testing/api.ts";
import { PROOF, registrationForm, signUp } from "#testing/people.ts";
import { publishSurvey, voteFor } from "#testing/surveys.ts";

const kanaat = await mailApp({ after });
const { db } = kanaat;
const owner = await signUp(kanaat);
const cohortsOf = async (ids: readonly number[]) =>
  toCohorts([...(await readOptionCohorts(db, ids)).values()], false);
const newAddress = () => registrationForm().email;
const ask = (visibility: "public" | "private" = "public") =>
  publishSurvey(kanaat, owner, { voters: "members", visibility });
const DETAILS = {
  ...{ gender: "other", birth_date: "05.11.2004", city_id: 35, explicit_consent: true },
} as const;
const HERS = { gender: "other", ageBand: 1, cityId: 35, whilePrivate: false } as const;

describe("an account without a name", () => {
  it("may do nothing by which others would see it, until it has one (R494)", async () => {
    const { session } = await enterByCode(kanaat, newAddress());
    const { token } = session;
    const needing = Object.values(api).filter(({ needs }) => needs === "identity");
    assert.ok(needing.length >= 7);
    const call = (endpoint: (typeof needing)[number]) =>
      kanaat.call(endpoint, {
        ...{ token, params: { userId: owner.id } },
        ...(endpoint.method !== "GET" && { body: {} }),
      });
    for (const endpoint of needing) {
      const { status, problem } = await call(endpoint);
      assert.deepEqual([status, problem.code], [403, "account_incomplete"], endpoint.path);
      assert.ok(endpoint.errors.includes("account_incomplete"), endpoint.path);
    }
    const password = "uzun-bir-söz-7";
    const { nickname } = registrationForm();
    const body = {
      ...{ name: "Defne Ak", nickname, new_password: password, confirm_password: password },
      communication_consent: true,
    };
    await succeed(kanaat.call(completeIdentity, { token, body }));
    for (const endpoint of needing) {
      assert.notEqual((await call(endpoint)).problem.code, "account_incomplete", endpoint.path);
    }
    const shown = await kanaat.call(api.getPerson as never, { params: { nickname } });
    assert.equal(shown.status, 200);
  });

  it("is in no response to anybody, and nobody gets placeholders for what it lacks (R495)", async () => {
    const [survey, hidden] = [await ask(), await ask("private")];
    const { invitation_code } = await db.query
      .selectFrom("surveys")
      .select("invitation_code")
      .where("id", "=", hidden.id)
      .executeTakeFirstOrThrow();
    const { session, account, vote } = await enterByCode(kanaat, newAddress(), {
      ...{ ...waitingVote(hidden), invitation_code },
    });
    assert.equal(vote?.outcome, "counted");
    await succeed(kanaat.call(castVote, { ...session, body: waitingVote(survey) }));
    await kanaat.call(api.proveOwnership as never, { token: owner.token, body: PROOF as never });
    const named = { nickname: account.nickname, userId: account.id, city: 0, page: 1 };
    let calls = 0;
    for (const endpoint of Object.values(api)) {
      if (endpoint.method !== "GET" || endpoint.stream) continue;
      for (const id of [survey.id, hidden.id]) {
        for (const token of [undefined, owner.token, session.token]) {
          const params = { ...named, id };
          const options = { ...(token && { token }), params };
          const { text, status } = await kanaat.call(endpoint, options);
          calls += 1;
          const where = `${endpoint.path} ${status}`;
          if (token !== session.token) assert.ok(!text.includes(account.nickname), where);
          assert.ok(!text.includes("31.12.9999") && !text.includes(NO_DETAILS.birth_date), where);
          assert.doesNotMatch(text, /"city_id":127\b/, where);
        }
      }
    }
    assert.ok(calls > 100);
  });

  it("cannot be found, followed or invited (R495)", async () => {
    const hidden = await ask("private");
    const { account } = await enterByCode(kanaat, newAddress());
    const { token } = owner;
    const codeOf = async (name: string, more: object) =>
      (await kanaat.call(api[name] as never, { token, ...more } as never)).problem.code;
    const { id: userId, nickname } = account;
    assert.equal(await codeOf("getPerson", { params: { nickname } }), "person_not_found");
    assert.equal(await codeOf("followPerson", { params: { userId } }), "person_not_found");
    const invited = { params: { id: hidden.id }, body: { nickname } };
    assert.equal(await codeOf("invitePerson", invited), "person_not_found");
  });
});

/** How many votes for a survey's first option are in the cell of these details, and in none. */
async function cellsOf({ options }: Survey) {
  const id = options[0]?.id ?? 0;
  const cohort = (await readOptionCohorts(db, [id])).get(id) ?? noCohorts();
  const { counts, votes } = cohort;
  return { votes, unknown: counts[UNKNOWN], hers: counts[cellOf(HERS)] };
}

describe("votes of an account without details", () => {
  it("count in all but the cohorts, and join these once when the details come (R497, R498)", async () => {
    const surveys = [await ask(), await ask()] as const;
    await voteFor(kanaat, owner, surveys[0], 0);
    const { session } = await enterByCode(kanaat, newAddress(), waitingVote(surveys[0]));
    await succeed(kanaat.call(castVote, { ...session, body: waitingVote(surveys[1]) }));
    const ids = surveys[0].options.map(({ id }) => id);
    const before = await cohortsOf(ids);
    assert.deepEqual([before.cohorts.length, before.unknown], [1, [1, 0]]);
    assert.equal(before.trust.votes, 2);
    await foldCohorts(db);
    assert.deepEqual(await cellsOf(surveys[0]), { votes: 2, unknown: 1, hers: 0 });
    const give = () => kanaat.call(completeDetails, { ...session, body: DETAILS });
    const answers = await Promise.all([give(), give(), give()]);
    const statuses = answers.map(({ status }) => status).sort();
    assert.deepEqual(statuses, [200, 409, 409]);
    for (let i = 0; i < 2; i++) {
      assert.deepEqual(await cellsOf(surveys[0]), { votes: 2, unknown: 0, hers: 1 });
      assert.deepEqual(await cellsOf(surveys[1]), { votes: 1, unknown: 0, hers: 1 });
      await foldCohorts(db);
    }
    const after = await cohortsOf(ids);
    assert.deepEqual([after.cohorts.length, after.unknown], [2, [0, 0]]);
    const later = await ask();
    await succeed(kanaat.call(castVote, { ...session, body: waitingVote(later) }));
    assert.deepEqual(await cellsOf(later), { votes: 1, unknown: 0, hers: 1 });
    const { item } = await succeed(kanaat.call(getAccount, session));
    assert.deepEqual(item.missing, ["identity"]);
  });

  it("are folded alike whichever comes first, the vote or its move (R498)", () => {
    const cohort = noCohorts();
    const vote = 12 * 65_536;
    addVote(cohort, -(vote + cellOf(HERS)));
    addVote(cohort, vote + UNKNOWN);
    assert.deepEqual([cohort.counts[UNKNOWN], cohort.counts[cellOf(HERS)]], [0, 1]);
    assert.equal(cohort.votes, 1);
  });

  // SQLite has one writer, so writes never run concurrently.
  if (db.engine === "postgres") {
    it("of the moment in which the details come are in their cohort too (R498)", async (t) => {
      const survey = await ask();
      const { session } = await enterByCode(kanaat, newAddress());
      const holding = await db.query.startTransaction().execute();
      t.after(() => holding.isCommitted || holding.rollback().execute());
      await sql`select id from options where survey_id = ${survey.id} for update`.execute(holding);
      const voting = kanaat.call(castVote, { ...session, body: waitingVote(survey) });
      await waitForLocks(db, 1);
      const giving = kanaat.call(completeDetails, { ...session, body: DETAILS });
      // Long enough for details that do not wait.
      await Promise.race([giving, sleep(500)]);
      await holding.commit().execute();
      assert.equal((await voting).status, 201);
      await succeed(giving);
      assert.deepEqual(await cellsOf(survey), { votes: 1, unknown: 0, hers: 1 });
    });
  }
});
