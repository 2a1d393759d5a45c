import assert from "node:assert/strict";
import { after, describe, it, type TestContext } from "node:test";
import { setTimeout as sleep, setImmediate as turn } from "node:timers/promises";
import type { FastifyBaseLogger } from "fastify";
import { DAY_MS, HOUR_MS } from "#contract/durations.ts";
import { listNotifications } from "#contract/endpoints/notifications.ts";
import type { Database } from "#server/db/database.ts";
import { mockSeconds } from "#server/testing/seconds.ts";
import { type TestApp, type TestOptions, testApp } from "#server/testing/test-app.ts";
import { succeed } from "#testing/api.ts";
import { type Person, signUp } from "#testing/people.ts";
import { publishSurvey, voteFor } from "#testing/surveys.ts";
import { createLeases } from "./leases.ts";
import { type MaintenanceJob, runMaintenance } from "./maintenance.ts";

/** Notes the statements of servers, and which of them have no result yet. */
function notedStatements() {
  const statements: string[] = [];
  const underWay = new Set<object>();
  const noting = (db: Database): Database => ({
    ...db,
    query: db.query.withPlugin({
      transformQuery: ({ node, queryId }) => {
        statements.push(db.query.getExecutor().compileQuery(node, queryId).sql);
        underWay.add(queryId);
        return node;
      },
      transformResult: async ({ result, queryId }) => {
        underWay.delete(queryId);
        return result;
      },
    }),
  });
  return { statements, underWay, noting };
}

/** Listening servers on one database, for which the test controls the passing of minutes. */
async function servers(t: TestContext, options: TestOptions[]) {
  const { pass } = mockSeconds(t.mock);
  const { statements, underWay, noting } = notedStatements();
  const all: TestApp[] = [];
  let ended = 0;
  const run = async () => void ended++;
  for (const one of options) {
    const shared = all[0] && { instance: all[0].instance, clock: all[0].clock };
    const server = await testApp(t, { db: noting, ...shared, ...one });
    const last = { where: "process", run } as const;
    server.jobs.push({ ...last, name: "end the start", stage: "start" });
    server.jobs.push({ ...last, name: "end a round", stage: "last" });
    all.push(server);
  }
  const [first] = all as [TestApp];
  const endOf = async (rounds: number) => {
    while (ended < rounds * all.length || underWay.size > 0) await turn();
    ended = 0;
  };
  for (const { app } of all) await app.listen({ port: 0, host: "127.0.0.1" });
  await endOf(2);
  /** Lets a minute pass; returns the statements that the servers made in it together. */
  const minute = async () => {
    statements.length = 0;
    pass(60);
    await endOf(1);
    return [...statements];
  };
  return { all, first, minute };
}

const isOfLeases = (statement: string) => /\bleases\b/.test(statement);

describe("jobs that one server does for all", () => {
  // SQLite belongs to one process.
  if (process.env.TEST_ENGINE === "sqlite") {
    it("need no rows where there is one process", async (t) => {
      const { first, minute } = await servers(t, [{}]);
      const statements = await minute();
      assert.ok(statements.length > 0);
      assert.deepEqual(statements.filter(isOfLeases).slice(1), []);
      assert.deepEqual(await first.db.query.selectFrom("leases").selectAll().execute(), []);
    });
    return;
  }

  it("make as many statements with three servers as with one (R272)", async (t) => {
    const one = await servers(t, [{}]);
    const alone = await one.minute();
    t.mock.reset();
    const three = await servers(t, [{}, {}, {}]);
    const together = await three.minute();
    const others = (statements: string[]) => statements.filter((text) => !isOfLeases(text));
    assert.deepEqual(others(together), others(alone));
    assert.ok(others(alone).length > 10);
    // Leases are taken and released; the two other servers find them taken.
    assert.equal(alone.filter(isOfLeases).length, 2);
    assert.equal(together.filter(isOfLeases).length, 4);
  });

  it("notify people of an end once, by one of three servers (R272)", async (t) => {
    const { all, first, minute } = await servers(t, [{}, {}, {}]);
    const owner = await signUp(first);
    const expire_time = new Date(first.clock.now() + HOUR_MS).toISOString();
    const survey = await publishSurvey(first, owner, { expire_time });
    const voters = await Promise.all(all.map((kanaat) => signUp(kanaat)));
    for (const [i, kanaat] of all.entries()) {
      await voteFor(kanaat, voters[i] as Person, survey, 0);
    }
    first.clock.advance(2 * HOUR_MS);
    await minute();
    const told = async ({ token }: Person) => {
      const { items } = await succeed(first.call(listNotifications, { token }));
      return items.map(({ kind }) => kind);
    };
    for (const person of [owner, ...voters]) assert.deepEqual(await told(person), ["ended"]);
  });

  it("do not run with ROLE=web, which runs its own jobs only", async (t) => {
    const { minute } = await servers(t, [{ config: { role: "web" } }]);
    const statements = await minute();
    assert.deepEqual(statements.filter(isOfLeases), []);
    assert.deepEqual(statements, []);
  });

  it("run with ROLE=worker, which serves health checks only", async (t) => {
    const { first, minute } = await servers(t, [{ config: { role: "worker" } }]);
    assert.ok((await minute()).length > 10);
    const status = async (url: string) => (await first.app.inject(url)).statusCode;
    assert.deepEqual(
      [
        await status("/healthz"),
        await status("/readyz"),
        await status("/api/surveys"),
        await status("/"),
      ],
      [200, 200, 404, 404],
    );
  });
});

describe("a lease", () => {
  if (process.env.TEST_ENGINE === "sqlite") return;
  const going = () => new AbortController().signal;
  const errors: unknown[] = [];
  const log = { error: (...what: unknown[]) => errors.push(what) } as unknown as FastifyBaseLogger;

  async function twoServers() {
    const kanaat = await testApp({ after });
    const { clock, db } = kanaat;
    const runOn =
      (leases: ReturnType<typeof createLeases>) =>
      (signal: AbortSignal, ...jobs: MaintenanceJob[]) =>
        runMaintenance(jobs, { clock, log, signal, leases });
    const rows = () =>
      db.query.selectFrom("leases").select(["job", "until"]).orderBy("job").execute();
    const setUntil = (job: string, until: number) =>
      db.query.updateTable("leases").set({ until }).where("job", "=", job).execute();
    return {
      db,
      rows,
      setUntil,
      one: runOn(createLeases(db, clock)),
      two: runOn(createLeases(db, clock)),
    };
  }
  const job = (name: string, run: MaintenanceJob["run"], rest = {}): MaintenanceJob => ({
    name,
    stage: "prompt",
    run,
    ...rest,
  });

  it("keeps a job from every other server until the next round is due", async () => {
    const { one, two, setUntil } = await twoServers();
    const ran: string[] = [];
    await one(
      going(),
      job("a", async () => ran.push("one")),
    );
    await two(
      going(),
      job("a", async () => ran.push("two")),
    );
    assert.deepEqual(ran, ["one"]);
    await setUntil("a", 0);
    await two(
      going(),
      job("a", async () => ran.push("two")),
    );
    assert.deepEqual(ran, ["one", "two"]);
  });

  it("is held for as long as the job asks, or until the next round where it failed", async () => {
    const { one, rows } = await twoServers();
    const hourly = { everyMs: HOUR_MS };
    const fail = async () => Promise.reject(new Error("store is away"));
    await one(
      going(),
      job("a", async () => undefined, hourly),
      job("b", fail, hourly),
      job("c", async () => undefined),
      job("d", async () => sleep(5, true), { ...hourly, timeLimitMs: 1 }),
    );
    const [a = 0, b = 0, c = 0, d = 0] = (await rows()).map(({ until }) => Number(until));
    assert.deepEqual([a - c, b - c, d - c], [3_540_000, 0, 0]);
  });

  it("is taken over where a clock that was set back makes it seem held for long", async () => {
    const { db, two, one, setUntil } = await twoServers();
    const ran: string[] = [];
    const hourly = { everyMs: HOUR_MS };
    await one(
      going(),
      job("a", async () => ran.push("one"), hourly),
    );
    const other = () =>
      two(
        going(),
        job("a", async () => ran.push("two"), hourly),
      );
    await other();
    assert.deepEqual(ran, ["one"]);
    const { until } = await db.query.selectFrom("leases").select("until").executeTakeFirstOrThrow();
    await setUntil("a", Number(until) + DAY_MS);
    await other();
    assert.deepEqual(ran, ["one", "two"]);
  });

  it("is taken over when its holder died, who stops when it was only slow (R272)", async (t) => {
    const { one, two, setUntil } = await twoServers();
    const { pass } = mockSeconds(t.mock);
    const begun = Promise.withResolvers<AbortSignal>();
    const slow = one(
      going(),
      job("a", async ({ signal }) => {
        begun.resolve(signal);
        while (!signal.aborted) await sleep(5);
      }),
    );
    const lost = await begun.promise;
    await setUntil("a", 0);
    let taken = 0;
    await two(
      going(),
      job("a", async () => taken++),
    );
    assert.deepEqual([taken, lost.aborted], [1, false]);
    pass(10);
    await slow;
    assert.equal(lost.aborted, true);
  });

  it("is prolonged while its job runs, and others are left to other servers meanwhile", async (t) => {
    const { one, two, rows } = await twoServers();
    const { pass } = mockSeconds(t.mock);
    const ran: string[] = [];
    const begun = Promise.withResolvers<void>();
    const finish = Promise.withResolvers<void>();
    const jobsOf = (who: string, long: MaintenanceJob["run"]) => [
      job("a", long),
      job("b", async () => ran.push(`${who} b`)),
      job("c", async () => ran.push(`${who} c`)),
    ];
    const first = one(
      going(),
      ...jobsOf("one", async () => {
        begun.resolve();
        await finish.promise;
      }),
    );
    await begun.promise;
    const [before] = await rows();
    pass(10);
    while ((await rows())[1]?.until !== 0) await sleep(5);
    assert.ok(Number((await rows())[0]?.until) > Number(before?.until));
    await two(going(), ...jobsOf("two", async () => ran.push("two a")).slice(0, 2));
    assert.deepEqual(ran, ["two b"]);
    finish.resolve();
    await first;
    assert.deepEqual(ran, ["two b", "one c"]);
  });

  it("is released immediately by a server that stops (R272)", async () => {
    const { one, two } = await twoServers();
    const stopping = new AbortController();
    const ran: string[] = [];
    const stop = async () => stopping.abort();
    await one(
      stopping.signal,
      job("a", stop),
      job("b", async () => ran.push("one")),
    );
    await two(
      going(),
      job("a", async () => ran.push("two a")),
      job("b", async () => ran.push("two b")),
    );
    assert.deepEqual(ran, ["two a", "two b"]);
  });
});
