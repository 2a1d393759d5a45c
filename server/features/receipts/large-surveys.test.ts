import assert from "node:assert/strict";
import { after, describe, it } from "node:test";
import { type KyselyPlugin, sql } from "kysely";
import { rankingOf } from "#contract/ballots/choices.ts";
import { DAY_MS, MINUTE_MS } from "#contract/durations.ts";
import { deleteAccount, login } from "#contract/endpoints/account.ts";
import {
  findReceipt,
  getOwnReceipt,
  getSeal,
  getSealBundle,
} from "#contract/endpoints/receipts.ts";
import { closeSurvey } from "#contract/endpoints/surveys.ts";
import { castVote } from "#contract/endpoints/votes.ts";
import { fromHex } from "#contract/proof/byte-texts.ts";
import { checkBundle } from "#contract/proof/check-bundle.ts";
import { receiptLeaf } from "#contract/proof/check-seal.ts";
import { isIncluded } from "#contract/proof/merkle-tree.ts";
import type { Survey } from "#contract/shapes/survey-shapes.ts";
import type { Database } from "#server/db/database.ts";
import { openKnownSecret } from "#server/db/known-secret.ts";
import { takeLooks } from "#server/features/report/looks.writes.ts";
import { readPopulation } from "#server/features/report/population.ts";
import { countRounds } from "#server/features/results/rounds.writes.ts";
import { voterOfAccount } from "#server/features/voters/voters.reads.ts";
import { anonymizeVotes } from "#server/features/votes/anonymous-votes.writes.ts";
import { createSealer } from "#server/secret/sealer.ts";
import { stopMeasuring, wholeReads } from "#server/testing/query-plans.ts";
import { testApp } from "#server/testing/test-app.ts";
import { watchQueries } from "#server/testing/watched-queries.ts";
import { succeed } from "#testing/api.ts";
import { type Person, signUp } from "#testing/people.ts";
import { publishSurvey, voteFor } from "#testing/surveys.ts";
import { readEnded } from "./ended-surveys.reads.ts";
import { nodeTools, receiptsOf, sha256 } from "./receipts.ts";
import { findDifference, recountSealed } from "./recount.writes.ts";
import { takeSealStep } from "./seal-steps.writes.ts";
import type { Sealing } from "./sealing.ts";
import { goOnSealing, sealEnded } from "./seals.writes.ts";
import { openSigningKey } from "./signing-key.ts";
import { listScans } from "./vote-scans.writes.ts";

const kanaat = await testApp({ after });
const { clock, config, db, instance } = kanaat;
const sealer = createSealer(await openKnownSecret(db, { ...config, ...instance }));
await stopMeasuring(db);
const watched = watchQueries(db);
const sealing: Sealing = {
  ...{ db: watched.db, sealer, key: openSigningKey(sealer), log: kanaat.app.log },
  // For surveys with more votes, each step reads one page.
  votesAtOnce: 20,
};
const going = { signal: new AbortController().signal };
const ownVotes = 3;
const MANY = 2600;
/** Lower than the ids of people who join later, higher than those of people who have joined. */
const FIRST_STRANGER = 1_000_000;
const early = await join();
await db.query
  .transaction()
  .execute((tx) => db.resetIdSequence(tx, "users", FIRST_STRANGER + 2 * MANY));
const owner = await join();

/** Signs up somebody, in a session that lasts longer than the days that pass here. */
async function join(): Promise<Person> {
  const person = await signUp(kanaat);
  const { email, password } = person;
  const session = kanaat.call(login, { body: { email, password, remember: true } });
  return { ...person, ...(await succeed(session)) };
}

/** Adds votes of voters without accounts, and counts them. */
async function addVotes({ id, options }: Survey, count: number): Promise<void> {
  const ids = options.map((option) => option.id);
  const votes = Array.from({ length: count }, (_, i) => [FIRST_STRANGER + i, ids[i % 2] ?? 0]);
  await sql`insert into votes (survey_id, user_id, option_id)
    select ${id}, user_id, option_id from ${db.rows(["user_id", "option_id"], votes)}`.execute(
    db.query,
  );
  await sql`update options set vote_count = (select count(*) from votes where votes.option_id = options.id)
    where survey_id = ${id}`.execute(db.query);
}

interface Form {
  votes?: number;
  people?: Person[];
}

/** Creates a survey that has ended with this many votes, plus those of `people`. */
async function ended({ votes = MANY, people = [] }: Form = {}): Promise<Survey> {
  const survey = await publishSurvey(kanaat, owner);
  for (const person of people) await voteFor(kanaat, person, survey, 0);
  await addVotes(survey, votes);
  await succeed(kanaat.call(closeSurvey, { token: owner.token, params: { id: survey.id } }));
  clock.advance(2 * MINUTE_MS);
  return survey;
}

const turn = () => ({ ...going, now: clock.now() });
async function sealAll(): Promise<void> {
  await sealEnded(sealing, turn());
  await goOnSealing(sealing, turn());
}
async function sealed(form: Form = {}): Promise<Survey> {
  const survey = await ended(form);
  await sealAll();
  return survey;
}
const stateOf = async ({ id }: Survey) =>
  (await succeed(kanaat.call(getSeal, { params: { id } }))).item.state;
const bundleOf = ({ id }: Survey) => succeed(kanaat.call(getSealBundle, { params: { id } }));
const receiptOf = async ({ id }: Survey, { token }: Person) =>
  (await succeed(kanaat.call(getOwnReceipt, { token, params: { id } }))).item.receipt;
const compare = async ({ id }: Survey) => {
  for (;;) {
    const found = await findDifference(sealing, id, { ...turn(), purpose: "verify" });
    if (found !== undefined) return found;
  }
};

/** Deletes an account and makes its votes anonymous. */
async function leave({ token, password }: Person): Promise<void> {
  await succeed(kanaat.call(deleteAccount, { token, body: { password } }));
  clock.advance(MINUTE_MS);
  await anonymizeVotes({ db, mailboxes: kanaat.mailboxes, sealer }, clock.now());
}

/** Takes the next step of a survey's sealing; if `signal` is aborted, it reads only one page. */
async function step({ id }: Survey, signal = going.signal, server = sealing) {
  const found = await readEnded(db, id, clock.now());
  assert.ok(found);
  return takeSealStep(server, found, signal);
}

async function scanOf({ id }: Survey): Promise<{ stage: string; attempt: number } | undefined> {
  const scans = db.query.selectFrom("vote_scans").select("state").where("survey_id", "=", id);
  const scan = await scans.executeTakeFirst();
  return scan && JSON.parse(scan.state);
}
const attemptOf = async (survey: Survey) => (await scanOf(survey))?.attempt ?? 0;

async function leftOvers({ id }: Survey): Promise<number> {
  const tables = ["vote_scans", "vote_scan_counts", "receipt_parts", "kept_receipts"] as const;
  const counts = tables.map((table) =>
    db.query.selectFrom(table).select("survey_id").where("survey_id", "=", id).execute(),
  );
  return (await Promise.all(counts)).flat().length;
}

describe("a survey with more votes than are held in memory", () => {
  it("is sealed with the same receipts as any other, and leaves nothing behind (R381)", async () => {
    const survey = await sealed({ people: [early, owner] });
    const bundle = await bundleOf(survey);
    const { ofVoter } = receiptsOf(sealer, survey.id);
    const voters = Array.from({ length: MANY }, (_, i) => FIRST_STRANGER + i);
    const ids = [...voters, early.id, owner.id].map(voterOfAccount);
    assert.deepEqual(bundle.receipts, ids.map(ofVoter).sort());
    assert.deepEqual(await checkBundle(bundle, nodeTools), []);
    assert.equal(await leftOvers(survey), 0);
    assert.equal(await compare(survey), null);
    assert.equal(await leftOvers(survey), 0);
  });

  it("makes progress with each step, however soon it is cut off (R381)", async () => {
    const survey = await ended();
    let [outcome, steps]: [Awaited<ReturnType<typeof step>>, number] = ["more", 0];
    // Each continues from what the database holds, as after a crash.
    for (; outcome === "more"; steps++) outcome = await step(survey, AbortSignal.abort());
    assert.ok(steps > MANY / 1000 + 1000, `${steps} steps`);
    await goOnSealing(sealing, turn());
    assert.deepEqual(await checkBundle(await bundleOf(survey), nodeTools), []);
  });

  it("does not keep others from being sealed meanwhile (R381)", async () => {
    const [large, second] = [await ended(), await ended()];
    await sealEnded(sealing, turn());
    const small = await ended({ votes: 12 });
    await sealEnded(sealing, turn());
    assert.deepEqual(
      [await stateOf(large), await stateOf(second), await stateOf(small)],
      ["pending", "pending", "sealed"],
    );
    const cut = new AbortController();
    const twoSteps = { ...db, query: cutAfter(3, cut) };
    await goOnSealing({ ...sealing, db: twoSteps }, { now: clock.now(), signal: cut.signal });
    const scans = await db.query.selectFrom("vote_scans").select("version").execute();
    assert.ok(scans.length === 2 && scans.every(({ version }) => version > 0));
    await goOnSealing(sealing, turn());
    clock.advance(2000);
    assert.deepEqual([await stateOf(large), await stateOf(second)], ["sealed", "sealed"]);
  });

  it("keeps the receipts of accounts that are deleted while its votes are read (R381)", async () => {
    const [late, later] = [await join(), await join()];
    const survey = await ended({ people: [early, late, later] });
    const receipts = await Promise.all([early, late, later].map((one) => receiptOf(survey, one)));
    await step(survey);
    await step(survey);
    // Votes with high ids have been read by now; the other has not.
    await leave(late);
    await step(survey);
    const leaver = await join();
    await leave(leaver);
    await leave(later);
    // Its votes are counted correctly, and not read again.
    for (let outcome = await step(survey); outcome === "more"; outcome = await step(survey)) {
      assert.equal(await attemptOf(survey), 1);
    }
    await sealAll();
    const bundle = await bundleOf(survey);
    assert.deepEqual(await checkBundle(bundle, nodeTools), []);
    assert.equal(bundle.receipts.length, MANY + ownVotes);
    for (const receipt of receipts) assert.ok(bundle.receipts.includes(receipt));
    assert.equal(await compare(survey), null);
  });

  it("is compared right while accounts are deleted (R382)", async () => {
    const people = [await join(), await join()];
    const survey = await sealed({ people });
    const next = () => findDifference(sealing, survey.id, { ...turn(), purpose: "verify" });
    const [first, second] = people as [Person, Person];
    let steps = 0;
    let found: string | null | undefined;
    const attempts = new Set<number>();
    for (; found === undefined; steps++) {
      found = await next();
      if (found === undefined) attempts.add(await attemptOf(survey));
      const scan = await db.query
        .selectFrom("vote_scans")
        .select("read_down_to")
        .where("survey_id", "=", survey.id)
        .executeTakeFirst();
      const isAmong = scan && scan.read_down_to < first.id && scan.read_down_to > FIRST_STRANGER;
      if (isAmong && (await isThere(first))) await leave(first);
      if (steps === 0) await leave(second);
    }
    assert.equal(found, null);
    assert.equal(await isThere(first), false);
    assert.ok(attempts.size === 1, "its votes were read again");
  });

  it("keeps no look that was under way when it was sealed (R382)", async () => {
    const survey = await ended({ votes: 60 });
    const parts = { sealer, changed: () => undefined, population: readPopulation() };
    const late = { ...parts, db: interruptedAfter("is_sealed", sealAll) };
    await takeLooks(late, [survey.id], clock.now());
    assert.equal(await stateOf(survey), "sealed");
    const looks = db.query.selectFrom("looks").select("votes").where("survey_id", "=", survey.id);
    assert.deepEqual(await looks.execute(), []);
  });

  it("is compared right where rankings were being counted when it was sealed (R382)", async () => {
    const form = { ballot: "ranked", vote_change: "until_end", voters: "members" } as const;
    const survey = await publishSurvey(kanaat, owner, { ...form, options: ["Çay", "Kahve", "Su"] });
    const people = await Promise.all(Array.from({ length: 11 }, () => signUp(kanaat)));
    const vote = ({ token }: Person, at: number) => {
      const ids = survey.options.map(({ id }) => id);
      const body = { survey_id: survey.id, ...rankingOf([...ids.slice(at), ...ids.slice(0, at)]) };
      return succeed(kanaat.call(castVote, { token, body }));
    };
    for (const person of people.slice(1)) await vote(person, 0);
    const late = interruptedAfter("ranking", async () => {
      if (people[0]) await vote(people[0], 1);
      await succeed(kanaat.call(closeSurvey, { token: owner.token, params: { id: survey.id } }));
      clock.advance(2 * MINUTE_MS);
      await sealAll();
    });
    const backgroundTasks = { ...going, add: () => undefined };
    const parts = { changed: () => undefined, backgroundTasks };
    await countRounds({ ...parts, db: late }, [survey.id], clock.now());
    assert.equal(await stateOf(survey), "sealed");
    assert.equal(await compare(survey), null);
  });

  it("is not sealed where its votes and counters differ (R381)", async () => {
    const survey = await ended();
    const option = survey.options[0]?.id ?? 0;
    const count = (more: number) =>
      db.query
        .updateTable("options")
        .set(({ eb }) => ({ vote_count: eb("vote_count", "+", more) }))
        .where("id", "=", option)
        .execute();
    await count(1);
    await sealAll();
    assert.equal(await stateOf(survey), "unsealable");
    assert.equal(await leftOvers(survey), 0);
    await count(-1);
    await sealEnded(sealing, { ...turn(), retrying: true });
    await goOnSealing(sealing, turn());
    // Responses are cached for a second.
    clock.advance(2000);
    assert.equal(await stateOf(survey), "sealed");
  });

  it("is sealed once by two servers at the same moment (R381)", async () => {
    const survey = await ended();
    await sealEnded(sealing, turn());
    await Promise.all([goOnSealing(sealing, turn()), goOnSealing(sealing, turn())]);
    assert.deepEqual(await checkBundle(await bundleOf(survey), nodeTools), []);
    assert.equal(await leftOvers(survey), 0);
  });

  it("is still in its first attempt after two servers merged its receipts at once (R381)", async () => {
    const survey = await ended();
    await sealEnded(sealing, turn());
    while ((await scanOf(survey))?.stage !== "merge") await step(survey);
    assert.equal(
      await step(
        survey,
        going.signal,
        serverBehind(() => step(survey)),
      ),
      "more",
    );
    assert.deepEqual(await scanOf(survey).then((scan) => [scan?.stage, scan?.attempt]), [
      "done",
      1,
    ]);
    await sealAll();
    assert.deepEqual(await checkBundle(await bundleOf(survey), nodeTools), []);
  });

  it("is not found different by a comparison that another one has ended meanwhile (R382)", async () => {
    const survey = await sealed();
    const next = (server = sealing) =>
      findDifference(server, survey.id, { ...turn(), purpose: "verify" });
    while ((await scanOf(survey))?.stage !== "done") await next();
    let found: string | null | undefined;
    const behind = serverBehind(async () => {
      found = await next();
    });
    assert.equal(await next(behind), undefined);
    assert.equal(found, null);
    assert.equal(await scanOf(survey), undefined);
  });

  it("is not sealed again by a server that has not noticed that it is (R381)", async () => {
    const survey = await ended({ people: [await join()] });
    const late = await readEnded(db, survey.id, clock.now());
    assert.ok(late);
    await sealAll();
    const bundle = await bundleOf(survey);
    // Votes whose receipts were kept until the seal would get other ones.
    for (let steps = 0; steps < 5; steps++) await takeSealStep(sealing, late, going.signal);
    assert.equal(await leftOvers(survey), 0);
    assert.deepEqual(await bundleOf(survey), bundle);
  });

  it("has a proof for each of its receipts, and for no other (R381)", async () => {
    const survey = await sealed();
    const { document, receipts } = await bundleOf(survey);
    const ask = (receipt: string) =>
      kanaat.call(findReceipt, { params: { id: survey.id, receipt } });
    for (const at of [0, 1, 1023, 1024, 2047, 2048, MANY - 1]) {
      const receipt = receipts[at] ?? "";
      const { item } = await succeed(ask(receipt));
      assert.deepEqual([item.index, item.size], [at, MANY]);
      const inclusion = { ...item, path: item.path.map(fromHex) };
      const root = fromHex(document.receipts.root);
      assert.ok(isIncluded(sha256, receiptLeaf(sha256, receipt), inclusion, root));
    }
    const { unclaimed } = receiptsOf(sealer, survey.id);
    for (const other of ["0000-0000-0000-0000", "ZZZZ-ZZZZ-ZZZZ-ZZZZ", unclaimed(1)]) {
      assert.equal((await ask(other)).problem.code, "receipt_not_found");
    }
  });
});

const isThere = async ({ id }: Person) =>
  (await db.query.selectFrom("users").select("id").where("id", "=", id).execute()).length === 1;

/** A server that is interrupted by `meanwhile` once it has read the progress of a scan. */
const serverBehind = (meanwhile: () => Promise<unknown>): Sealing => ({
  ...sealing,
  db: interruptedAfter("read_down_to", meanwhile),
});

/** A database in which `meanwhile` happens once rows with this column have been read. */
function interruptedAfter(column: string, meanwhile: () => Promise<unknown>): Database {
  let isBehind = false;
  const plugin: KyselyPlugin = {
    transformQuery: ({ node }) => node,
    transformResult: async ({ result }) => {
      if (!isBehind && result.rows.some((row) => column in row)) {
        isBehind = true;
        await meanwhile();
      }
      return result;
    },
  };
  return { ...db, query: db.query.withPlugin(plugin), aside: db.aside.withPlugin(plugin) };
}

/** Aborts when votes have been read this many times. */
function cutAfter(pages: number, cut: AbortController) {
  let read = 0;
  return db.query.withPlugin({
    transformQuery: ({ node, queryId }) => {
      const text = db.query.getExecutor().compileQuery(node, queryId).sql;
      if (/from "votes"/.test(text) && ++read === pages) cut.abort();
      return node;
    },
    transformResult: async ({ result }) => result,
  });
}

/** Returns what the daily comparison finds; it is not due for the other surveys here. */
async function differenceAfterADay({ id }: Survey): Promise<string | null | undefined> {
  clock.advance(DAY_MS);
  const seals = db.query.updateTable("seals").set({ checked_at: clock.now() });
  await seals.where("survey_id", "<>", id).execute();
  await recountSealed(sealing, turn());
  const seal = db.query.selectFrom("seals").select("difference").where("survey_id", "=", id);
  return (await seal.executeTakeFirst())?.difference;
}

describe("rows of a large survey that somebody changed after the end", () => {
  const CHANGES: Record<string, (survey: Survey) => Promise<unknown>> = {
    "a vote removed": ({ id }) =>
      sql`delete from votes where survey_id = ${id} and user_id = ${FIRST_STRANGER + 7}`.execute(
        db.query,
      ),
    "a vote given to somebody else": ({ id }) =>
      sql`update votes set user_id = ${FIRST_STRANGER - 1}
        where survey_id = ${id} and user_id = ${FIRST_STRANGER + 7}`.execute(db.query),
    "a vote for something else": ({ id, options }) =>
      sql`update votes set option_id = ${options[1]?.id ?? 0}
        where survey_id = ${id} and user_id = ${FIRST_STRANGER + 8}`.execute(db.query),
    "a slice of receipts": ({ id }) =>
      sql`update seal_slices set receipts = substr(receipts, 21)
        where survey_id = ${id} and number = 1`.execute(db.query),
    "a slice removed": ({ id }) =>
      sql`delete from seal_slices where survey_id = ${id} and number = 2`.execute(db.query),
  };

  for (const [name, change] of Object.entries(CHANGES)) {
    it(`are found within a day, in steps: ${name} (R382)`, async () => {
      const survey = await sealed();
      assert.equal(await differenceAfterADay(survey), null);
      await change(survey);
      assert.notEqual(await differenceAfterADay(survey), null);
      assert.equal(await leftOvers(survey), 0);
    });
  }
});

describe("the statements of large surveys", () => {
  it("read no whole table except that of the surveys under way", async () => {
    assert.deepEqual(await listScans(db, "compare"), []);
    assert.ok([...watched.seen.keys()].some((text) => text.includes("receipt_parts")));
    for (const query of watched.seen.values()) {
      if (!/vote_scan|receipt_parts|kept_receipts|seal_slices|"votes"/.test(query.sql)) continue;
      const reads = await wholeReads(db, query);
      assert.deepEqual(
        reads.filter((read) => !/vote_scans/.test(read)),
        [],
        query.sql,
      );
    }
  });
});
