import assert from "node:assert/strict";
import { describe, it, type TestContext } from "node:test";
import { setTimeout as sleep } from "node:timers/promises";
import { sql } from "kysely";
import pg from "pg";
import { PostgresServer } from "#testing/servers/postgres-server.ts";
import { openUnmigrated } from "../open.ts";

if (process.env.TEST_ENGINE === "postgres") {
  describe("of several hosts", () => {
    it("the one that takes writes is used, whichever comes first (R294)", async (t) => {
      const { standby, open } = await withTwo(t);
      const db = await open();
      await sql`create table notes (text text)`.execute(db.query);
      assert.deepEqual(await standby.run("select to_regclass('notes') as found"), [
        { found: null },
      ]);
    });

    it("another one takes over, for queries and for notices (R294)", async (t) => {
      const { primary, standby, promote, open } = await withTwo(t);
      const db = await open();
      const heard: string[] = [];
      db.subscribe("tried", (text) => heard.push(text));
      const hear = async (text: string) => {
        while (!heard.includes(text)) {
          await db.publish("tried", text);
          await sleep(50);
        }
      };
      await hear("before");
      await primary.kill();
      await assert.rejects(
        sql`create table notes (text text)`.execute(db.query),
        (error) => db.fault(error) === "unavailable",
      );
      await promote();
      while (
        !(await db.ping().then(
          () => true,
          () => false,
        ))
      )
        await sleep(50);
      await sql`create table notes (text text)`.execute(db.query);
      assert.deepEqual(await standby.run("select count(*)::int as found from notes"), [
        { found: 0 },
      ]);
      await hear("after");
    });
  });

  it("read-only connections are replaced by writable ones (R294)", async (t) => {
    const { standby, promote, open } = await withTwo(t);
    const db = await open(standby.url);
    const write = () => sql`insert into kept values ('x')`.execute(db.query);
    await assert.rejects(write(), (error) => db.fault(error) === "unavailable");
    await promote();
    while (!(await write().catch(() => undefined))) await sleep(20);
  });
}

const LOCATION = { dataDir: "", longestWaitMs: 5000 };

/** A server that takes writes, and one that is a standby until promoted, named first. */
async function withTwo(t: TestContext) {
  const [primary, standby] = await Promise.all([start(t), start(t)]);
  await standby.run(
    "create table kept (text text)",
    "alter role kanaat set default_transaction_read_only = on",
  );
  const promote = () =>
    standby.run(
      "set default_transaction_read_only = off",
      "alter role kanaat reset default_transaction_read_only",
    );
  const open = async (
    databaseUrl = standby.url.replace(/@[^/]+/, `$&,${new URL(primary.url).host}`),
  ) => {
    const db = await openUnmigrated({ ...LOCATION, databaseUrl });
    t.after(() => db.close());
    return db;
  };
  return { primary, standby, promote, open };
}

async function start(t: TestContext) {
  const server = new PostgresServer();
  await server.start();
  let isRunning = true;
  const kill = async () => {
    isRunning = false;
    await server.kill();
  };
  t.after(async () => {
    if (isRunning) await kill();
    server.remove();
  });
  const run = async (...statements: string[]) => {
    const client = new pg.Client(url);
    await client.connect();
    let rows: unknown[] = [];
    for (const statement of statements) rows = (await client.query(statement)).rows;
    await client.end();
    return rows;
  };
  let url = server.url;
  await run("alter role kanaat password 'same'");
  url = Object.assign(new URL(url), { password: "same" }).href;
  return { kill, run, url };
}
