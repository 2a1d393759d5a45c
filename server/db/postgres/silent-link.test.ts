import assert from "node:assert/strict";
import { describe, it, type TestContext } from "node:test";
import { setTimeout as sleep } from "node:timers/promises";
import { sql } from "kysely";
import pg from "pg";
import { distant } from "#testing/distant.ts";
import { createInstance } from "#testing/instance.ts";
import { openUnmigrated } from "../open.ts";
import { unhurried, withoutLimit } from "../write-deadline.ts";
import { PostgresHosts } from "./hosts.ts";
import { PostgresPool } from "./pool.ts";
import { connectionSettings, poolOptions } from "./settings.ts";

if (process.env.TEST_ENGINE === "postgres") {
  describe("a silent database", { concurrency: true }, () => {
    describe("reads through a link that falls silent", { concurrency: true }, () => {
      it("fail while nobody listens, and succeed once it is back (R390)", async (t) => {
        const { db, link, isAway, sleepers, loseListener } = await opened(t);
        const underWay = [sleepIn(db, 60), sleepIn(db, 60)];
        while ((await sleepers()) < underWay.length) await sleep(10);
        await loseListener();
        link.cut();
        await allFail([...underWay, db.ping(), db.ping()], isAway);
        await assert.rejects(db.ping(), isAway);
        link.heal();
        await untilBack(db);
      });

      it("fail where the listener has a link of its own, which is well (R390)", async (t) => {
        const { db, link, isAway, sleepers } = await opened(t, { listensDirectly: true });
        const underWay = sleepIn(db, 60);
        while ((await sleepers()) === 0) await sleep(10);
        link.cut();
        await assert.rejects(underWay, isAway);
        link.heal();
        await untilBack(db);
      });

      it("do not keep the database from being closed (R390)", async (t) => {
        const { db, link } = await opened(t);
        link.cut();
        await db.close();
      });
    });

    it("a read is waited for while the database is only slow (R390)", async (t) => {
      const { db } = await opened(t, { listensDirectly: true });
      await sleepIn(db, 3);
    });

    describe("a connection that falls silent alone", { concurrency: true }, () => {
      it("fails its statement once PostgreSQL should have ended that (R390)", async (t) => {
        const { pool, link, sleepers } = await pooled(t);
        const transaction = pool.connect();
        await unhurried(async () => transaction.query("begin", []));
        const underWay = [run(pool, SLEEP), transaction.query(SLEEP, [])];
        while ((await sleepers()) < underWay.length) await sleep(10);
        link.silence();
        await allFail(underWay, ({ message }) => message.startsWith("Connection terminated"));
        transaction.release();
        assert.deepEqual((await run(pool, "select 1 as one")).rows, [{ one: 1 }]);
        assert.equal(pool.count().busy, 0);
      });

      it("is not one whose answer came while this process was paused (R390)", async (t) => {
        const { pool, sleepers } = await pooled(t);
        const read = run(pool, "select 1 as one from pg_sleep(0.5)");
        while ((await sleepers()) === 0) await sleep(10);
        Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 3 * ANSWER_MS);
        assert.deepEqual((await read).rows, [{ one: 1 }]);
      });

      it("is not one whose statement has no time limit (R390)", async (t) => {
        const { pool } = await pooled(t);
        await withoutLimit(() => run(pool, `select pg_sleep(${(3 * ANSWER_MS) / 1000})`));
      });
    });
  });
}

const ANSWER_MS = 800;
const SLEEP = "select pg_sleep(60)";
const sleepIn = ({ query }: Pick<Awaited<ReturnType<typeof openUnmigrated>>, "query">, s: number) =>
  sql`select pg_sleep(${s})`.execute(query);

async function allFail(reads: Promise<unknown>[], isExpected: (why: Error) => boolean) {
  for (const read of await Promise.allSettled(reads)) {
    assert.ok(read.status === "rejected" && isExpected(read.reason));
  }
}

async function untilBack({ ping }: { ping(): Promise<void> }): Promise<void> {
  const succeeds = () =>
    ping().then(
      () => true,
      () => false,
    );
  while (!(await succeeds())) await sleep(20);
}

async function linked(t: TestContext) {
  const instance = await createInstance("postgres");
  const url = instance.databaseUrl ?? "";
  const { hostname: host, port } = new URL(url);
  const link = await distant({ host, port: Number(port) }, 0);
  const admin = new pg.Client(url);
  await admin.connect();
  t.after(async () => {
    await admin.end();
    await link.close();
    await instance.atEnd.disposeAsync();
  });
  const sleepers = async () => {
    const { rows } = await admin.query(
      `select from pg_stat_activity where datname = current_database() and state = 'active'
        and query like '%pg_sleep%' and pid <> pg_backend_pid()`,
    );
    return rows.length;
  };
  return {
    url,
    link,
    admin,
    sleepers,
    linkUrl: Object.assign(new URL(url), { port: link.port }).href,
  };
}

async function opened(t: TestContext, { listensDirectly = false } = {}) {
  const { url, linkUrl, ...parts } = await linked(t);
  const databaseDirectUrl = listensDirectly ? url : undefined;
  const db = await openUnmigrated({ dataDir: "", databaseUrl: linkUrl, databaseDirectUrl });
  t.after(() => db.close());
  let [isHeard, isLost] = [false, false];
  const heard = () => {
    isHeard = true;
  };
  const lost = () => {
    isLost = true;
  };
  db.subscribe("tried", heard, lost);
  // On a busy machine the listener may not be connected yet.
  for (; !isHeard; await sleep(20)) await db.publish("tried", "").catch(() => undefined);
  /** Resolves once the listener has lost its connection, before it tries to make another one. */
  const loseListener = async () => {
    isLost = false;
    await parts.admin.query(
      `select pg_terminate_backend(pid) from pg_stat_activity
        where datname = current_database() and query in ('select 1', 'listen kanaat')`,
    );
    while (!isLost) await sleep(1);
  };
  return {
    ...parts,
    db,
    loseListener,
    isAway: (error: unknown) => db.fault(error) === "unavailable",
  };
}

async function pooled(t: TestContext) {
  const { linkUrl, ...parts } = await linked(t);
  const options = { ...poolOptions(30_000), answerMs: ANSWER_MS };
  const pool = new PostgresPool(connectionSettings(30_000), new PostgresHosts(linkUrl), options);
  t.after(() => pool.end());
  return { ...parts, pool };
}

function run(pool: PostgresPool, text: string) {
  const lease = pool.connect();
  return lease.query(text, []).finally(() => lease.release());
}
