import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { sql } from "kysely";
import { DAY_MS, HOUR_MS, MINUTE_MS } from "#contract/durations.ts";
import { login } from "#contract/endpoints/account.ts";
import { getSeal } from "#contract/endpoints/receipts.ts";
import { closeSurvey, getSurvey, updateSurvey } from "#contract/endpoints/surveys.ts";
import { castVote } from "#contract/endpoints/votes.ts";
import type { Survey } from "#contract/shapes/survey-shapes.ts";
import { openClock, ServerClock } from "#server/db/database-clock.ts";
import { jumpNotesIn } from "#server/db/refused-jump.ts";
import { transact } from "#server/db/transact.ts";
import { countDifferences } from "#server/features/receipts/receipts.reads.ts";
import { type TestApp, type TestOptions, testApp } from "#server/testing/test-app.ts";
import { succeed } from "#testing/api.ts";
import { type Person, signUp } from "#testing/people.ts";
import { draftSurvey, publishSurvey, voteFor } from "#testing/surveys.ts";

/** People who stay signed in for a month; ten votes are sealed. */
async function people(kanaat: TestApp, count = 12): Promise<[Person, Person, ...Person[]]> {
  const all = await Promise.all(Array.from({ length: count }, () => signUp(kanaat)));
  const signedIn = all.map(async (person) => {
    const { email, password } = person;
    const session = await succeed(
      kanaat.call(login, { body: { email, password, remember: true } }),
    );
    return { ...person, ...session };
  });
  return (await Promise.all(signedIn)) as [Person, Person, ...Person[]];
}

const sealOf = async (kanaat: TestApp, { id }: Survey) =>
  (await succeed(kanaat.call(getSeal, { params: { id } }))).item;
const stateOf = async (kanaat: TestApp, { id }: Survey) =>
  (await succeed(kanaat.call(getSurvey, { params: { id } }))).item.state;
async function voteCode(kanaat: TestApp, { token }: Person, survey: Survey) {
  const body = { survey_id: survey.id, survey_option_id: survey.options[0]?.id };
  const answer = await kanaat.call(castVote, { token, body });
  return answer.status < 300 ? "cast" : answer.problem.code;
}

describe("while the clock that decides has jumped", () => {
  /** A server with the test clock as steady clock, and the jump of the deciding clock. */
  async function server(
    t: Parameters<typeof testApp>[0],
    { jump = { ms: 0 }, ...options }: TestOptions & { jump?: { ms: number } } = {},
  ) {
    let checked: ServerClock | undefined;
    const kanaat = await testApp(t, {
      ...options,
      serverClock: async (clock, db) => {
        checked = await ServerClock.open({
          steady: () => clock.now(),
          offset: async () => ({ least: jump.ms, most: jump.ms }),
          notes: jumpNotesIn(db),
        });
        return checked;
      },
    });
    const check = async () => checked?.check();
    const jumpMs = () => checked?.jumpMs;
    return { kanaat, jump, check, jumpMs, ...kanaat };
  }

  /** A server whose clock jumps by a day, and what starts it again beside or after itself. */
  async function jumpedServer(t: Parameters<typeof testApp>[0], ms = DAY_MS) {
    const first = await server(t);
    const { kanaat, clock, jump, check } = first;
    const [owner] = await people(kanaat, 1);
    const survey = await publishSurvey(kanaat, owner, { expire_time: clock.iso(HOUR_MS / 2) });
    jump.ms = ms;
    assert.equal(await check(), "jumped");
    // SQLite belongs to one process.
    if (kanaat.db.engine === "sqlite") await kanaat.close();
    const startAgain = () => server(t, { jump, clock, instance: kanaat.instance });
    return { ...first, survey, startAgain };
  }

  it("open surveys stay open, nothing is sealed or deleted, and jobs continue once it is undone (R351)", async (t) => {
    const { kanaat, clock, jump, check } = await server(t);
    const [owner, last, ...voters] = await people(kanaat);
    const draft = await draftSurvey(kanaat, owner);
    const survey = await publishSurvey(kanaat, owner, { expire_time: clock.iso(DAY_MS) });
    for (const voter of voters) await voteFor(kanaat, voter, survey, 0);
    const round = async () => {
      clock.advance(MINUTE_MS);
      await kanaat.runMaintenance();
    };
    jump.ms = 30 * DAY_MS;
    await round();
    assert.equal(await check(), "jumped");
    await round();
    assert.equal(await stateOf(kanaat, survey), "active");
    assert.equal(await voteCode(kanaat, last, survey), "cast");
    assert.equal((await sealOf(kanaat, survey)).state, "open");
    const { status } = await kanaat.call(getSurvey, { token: owner.token, params: { id: draft } });
    assert.equal(status, 200);
    // No job runs, not even those that are due by the steady clock.
    clock.advance(DAY_MS);
    await round();
    assert.equal((await sealOf(kanaat, survey)).state, "pending");
    jump.ms = 0;
    assert.equal(await check(), "undone");
    await round();
    assert.equal((await sealOf(kanaat, survey)).state, "sealed");
  });

  it("ends stay where they were until it has lasted for an hour, and follow it then (R351)", async (t) => {
    const { kanaat, clock, jump, check } = await server(t);
    const [owner, first, second] = await people(kanaat, 3);
    const survey = await publishSurvey(kanaat, owner, { expire_time: clock.iso(DAY_MS) });
    jump.ms = 2 * DAY_MS;
    assert.equal(await check(), "jumped");
    clock.advance(HOUR_MS - 1);
    assert.equal(await check(), undefined);
    assert.equal(await voteCode(kanaat, first, survey), "cast");
    clock.advance(1);
    assert.equal(await check(), "accepted");
    assert.equal(await voteCode(kanaat, second as Person, survey), "survey_ended");
    await kanaat.runMaintenance();
    assert.equal((await sealOf(kanaat, survey)).state, "too_few");
  });

  it("a server that starts does not follow it either, and accepts it with the others (R351)", async (t) => {
    const { clock, survey, startAgain, ...first } = await jumpedServer(t);
    clock.advance(MINUTE_MS);
    const again = await startAgain();
    assert.equal(again.jumpMs(), DAY_MS);
    assert.equal(await stateOf(again.kanaat, survey), "active");
    await again.runMaintenance();
    assert.equal((await sealOf(again.kanaat, survey)).state, "open");
    clock.advance(HOUR_MS - MINUTE_MS - 1);
    assert.equal(await again.check(), undefined);
    clock.advance(1);
    if (again.db.engine === "postgres") assert.equal(await first.check(), "accepted");
    assert.equal(await again.check(), "accepted");
    await again.close();
    assert.equal((await startAgain()).jumpMs(), 0);
  });

  for (const [name, ms] of [
    ["ahead", DAY_MS],
    ["back", -DAY_MS],
  ] as const) {
    it(`a server that starts once a jump ${name} is undone uses the right time (R351)`, async (t) => {
      const { clock, jump, startAgain, ...first } = await jumpedServer(t, ms);
      jump.ms = 0;
      const undone = await startAgain();
      assert.deepEqual([undone.jumpMs(), await undone.check()], [0, undefined]);
      if (undone.db.engine === "sqlite") return;
      assert.equal(await first.check(), "undone");
      const { rows } = await sql`select 1 from installation where name like '%jump%'`.execute(
        undone.db.query,
      );
      assert.deepEqual(rows, []);
    });
  }

  it("servers that were all stopped for two minutes accept it (R351)", async (t) => {
    const { clock, kanaat, startAgain } = await jumpedServer(t);
    if (kanaat.db.engine === "postgres") await kanaat.close();
    clock.advance(2 * MINUTE_MS);
    const early = await startAgain();
    assert.equal(early.jumpMs(), DAY_MS);
    await early.close();
    clock.advance(1);
    assert.equal((await startAgain()).jumpMs(), 0);
  });

  it("a round of jobs that has begun ends before the next job (R351)", async (t) => {
    const { kanaat, clock, jump, check } = await server(t);
    const [owner, ...voters] = await people(kanaat);
    const survey = await publishSurvey(kanaat, owner, { expire_time: clock.iso(DAY_MS) });
    for (const voter of voters) await voteFor(kanaat, voter, survey, 0);
    clock.advance(DAY_MS + HOUR_MS);
    jump.ms = -DAY_MS;
    const rounds = kanaat.runMaintenance();
    await check();
    await rounds;
    assert.equal((await sealOf(kanaat, survey)).state, "pending");
  });
});

describe("a clock that is set back", () => {
  it("reopens no survey that is sealed, and makes no seal differ (R352)", async (t) => {
    const kanaat = await testApp(t);
    const { clock, db } = kanaat;
    const [owner, late, ...voters] = await people(kanaat);
    const survey = await publishSurvey(kanaat, owner, { expire_time: clock.iso(DAY_MS) });
    const few = await publishSurvey(kanaat, owner, { expire_time: clock.iso(DAY_MS) });
    for (const voter of voters) await voteFor(kanaat, voter, survey, 0);
    const before = clock.now();
    clock.advance(DAY_MS + 2 * MINUTE_MS);
    await kanaat.runMaintenance();
    clock.set(before);
    for (const ended of [survey, few]) {
      const { token } = owner;
      const params = { id: ended.id };
      assert.equal(await voteCode(kanaat, late, ended), "survey_ended");
      const body = { expire_time: clock.iso(3 * DAY_MS) };
      const changed = await kanaat.call(updateSurvey, { token, params, body });
      assert.equal(changed.problem.code, "survey_ended");
      await succeed(kanaat.call(closeSurvey, { token, params }));
    }
    // The last daily comparison was made at a later time.
    clock.advance(-30 * DAY_MS);
    await kanaat.runMaintenance();
    const compared = await db.query.selectFrom("seals").select("checked_at").execute();
    assert.deepEqual(
      compared.map(({ checked_at }) => checked_at),
      [clock.now()],
    );
    assert.equal(await countDifferences(db), 0);
    clock.advance(40 * DAY_MS);
    await kanaat.runMaintenance();
    const { state, differs } = await sealOf(kanaat, survey);
    assert.deepEqual([state, differs, await countDifferences(db)], ["sealed", false, 0]);
  });
});

describe("several servers on one database", () => {
  if (process.env.TEST_ENGINE === "sqlite") return;

  it("agree on an end though the clock of one machine is wrong (R350)", async (t) => {
    const real = Date.now;
    let wrongMs = 0;
    t.mock.method(Date, "now", () => real() + wrongMs);
    const serverClock = (_: unknown, db: TestApp["db"]) => openClock(db);
    const right = await testApp(t, { serverClock });
    wrongMs = 2 * DAY_MS;
    const wrong = await testApp(t, { serverClock, instance: right.instance });
    const [owner, voter] = await people(right, 2);
    const end = new Date(real() + DAY_MS).toISOString();
    const survey = await publishSurvey(right, owner, { expire_time: end });
    assert.equal(await stateOf(wrong, survey), "active");
    assert.equal(await voteCode(wrong, voter, survey), "cast");
    await wrong.runMaintenance();
    assert.equal((await sealOf(right, survey)).state, "open");
  });

  it("seal no survey while a vote on it is on its way, and take none afterwards (R352)", async (t) => {
    const kanaat = await testApp(t);
    const slow = await testApp(t, { instance: kanaat.instance, clock: kanaat.clock });
    const { clock } = kanaat;
    const [owner, late, ...voters] = await people(kanaat);
    const survey = await publishSurvey(kanaat, owner, { expire_time: clock.iso(DAY_MS) });
    for (const voter of voters) await voteFor(kanaat, voter, survey, 0);
    clock.advance(DAY_MS + 2 * MINUTE_MS);
    const [option_id = 0] = survey.options.map(({ id }) => id);
    const written = Promise.withResolvers<void>();
    const goOn = Promise.withResolvers<void>();
    // Like the statement of a vote that began before the end.
    const vote = transact(slow.db, async (tx) => {
      const row = { survey_id: survey.id, user_id: late.id, option_id, while_private: null };
      await tx.insertInto("votes").values(row).execute();
      await tx
        .updateTable("options")
        .set((eb) => ({ vote_count: eb("vote_count", "+", 1) }))
        .where("id", "=", option_id)
        .execute();
      written.resolve();
      await goOn.promise;
    });
    await written.promise;
    const round = kanaat.runMaintenance();
    const closed = async () =>
      (
        await kanaat.db.query
          .selectFrom("surveys")
          .select("seal_state")
          .where("id", "=", survey.id)
          .executeTakeFirstOrThrow()
      ).seal_state === 3;
    while (!(await closed())) await new Promise((resolve) => setTimeout(resolve, 10));
    goOn.resolve();
    await Promise.all([vote, round]);
    if (await closed()) await kanaat.runMaintenance();
    const { signed } = await sealOf(kanaat, survey);
    assert.equal(signed?.document.options[0]?.votes, voters.length + 1);
  });
});
