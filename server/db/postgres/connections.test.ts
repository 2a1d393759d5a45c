import assert from "node:assert/strict";
import { it } from "node:test";
import { setTimeout as sleep } from "node:timers/promises";
import { sql } from "kysely";
import pg from "pg";
import { createInstance } from "#testing/instance.ts";
import { openDatabase, openUnmigrated } from "../open.ts";
import { APPLICATION_NAME } from "./application-name.ts";

// SQLite has no connections.
if (process.env.TEST_ENGINE === "postgres") {
  /** How many connections a process uses while more queries wait than it may have connections. */
  async function opened(expected: number, workers?: number, databasePoolSize?: number) {
    const instance = await createInstance("postgres");
    await using _ = instance.atEnd;
    const holder = new pg.Client(instance.databaseUrl);
    await holder.connect();
    await holder.query("select pg_advisory_lock(7)");
    const settings = { workers, databasePoolSize, longestWaitMs: 30_000 };
    const db = await openUnmigrated({ ...instance, ...settings });
    try {
      const held = Array.from({ length: 24 }, () =>
        sql<{ pid: number }>`select pg_backend_pid() as pid, pg_advisory_lock_shared(7)`.execute(
          db.query,
        ),
      );
      const waiting = async () => {
        const { rows } = await holder.query(
          "select 1 from pg_locks where locktype = 'advisory' and not granted and database = (select oid from pg_database where datname = current_database())",
        );
        return rows.length;
      };
      while ((await waiting()) < expected) await sleep(20);
      await holder.end();
      const results = await Promise.all(held);
      return new Set(results.map(({ rows }) => rows[0]?.pid)).size;
    } finally {
      await db.close();
    }
  }

  it("processes on one port divide the connections of one, and keep enough each", async () => {
    const one = [await opened(10), await opened(5, 2), await opened(4, 8)];
    assert.deepEqual(one, [10, 5, 4]);
    assert.deepEqual([await opened(15, 1, 15), await opened(7, 2, 15)], [15, 7]);
  });

  it("listening and migrating have an address of their own (R302)", async (t) => {
    const instance = await createInstance("postgres");
    t.after(() => instance.atEnd.disposeAsync());
    const databaseDirectUrl = `${instance.databaseUrl}?application_name=direct`;
    const db = await openDatabase({ ...instance, databaseDirectUrl, longestWaitMs: 30_000 });
    t.after(() => db.close());
    const names = sql<{ name: string }>`select distinct application_name as name
      from pg_stat_activity where datname = current_database() order by 1`;
    const read = async () => (await names.execute(db.query)).rows.map(({ name }) => name);
    let found = await read();
    for (; found.length < 2; found = await read()) await sleep(20);
    assert.deepEqual(found, ["direct", APPLICATION_NAME]);
    const heard: string[] = [];
    db.subscribe("tried", (payload) => heard.push(payload));
    // On a busy machine the listener may be reconnecting, and misses what is published meanwhile.
    for (; heard.length === 0; await sleep(20)) await db.publish("tried", "1");
    assert.equal(heard[0], "1");
    await db.query.selectFrom("users").select("id").execute();
  });
}
