import assert from "node:assert/strict";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { describe, it } from "node:test";
import { setTimeout as sleep, setImmediate as yieldToEventLoop } from "node:timers/promises";
import { sql } from "kysely";
import { createInstance } from "#testing/instance.ts";
import { openSqlite } from "./sqlite.ts";

describe("SQLite", () => {
  it("gives the event loop a turn between the transactions that wait", async (t) => {
    const instance = await createInstance("sqlite");
    t.after(() => instance.atEnd.disposeAsync());
    const db = openSqlite(instance.dataDir);
    t.after(() => db.close());
    const transaction = () => db.query.transaction().execute((tx) => sql`select 1`.execute(tx));
    await transaction();

    let turns = 0;
    let running = true;
    const done = Promise.all(Array.from({ length: 20 }, transaction)).then(() => {
      running = false;
    });
    while (running) {
      await yieldToEventLoop();
      turns += 1;
    }
    await done;
    assert.ok(turns >= 20, `20 transactions took ${turns} turns`);
  });

  it("waits for somebody else's lock once, not once for each write that came meanwhile", async (t) => {
    const instance = await createInstance("sqlite");
    t.after(() => instance.atEnd.disposeAsync());
    const db = openSqlite(instance.dataDir);
    t.after(() => db.close());
    await sql`create table notes (text)`.execute(db.query);
    const other = new DatabaseSync(join(instance.dataDir, "kanaat.sqlite"));
    other.exec("begin immediate");
    const write = () => sql`insert into notes values ('x')`.execute(db.query);
    const waitsMs = async () => {
      const { rows } = await sql<{ timeout: number }>`pragma busy_timeout`.execute(db.query);
      return rows[0]?.timeout;
    };
    await assert.rejects(write(), (error) => db.fault(error) === "unavailable");
    assert.equal(await waitsMs(), 0);
    await assert.rejects(write(), (error) => db.fault(error) === "unavailable");
    other.close();
    await write();
    while ((await waitsMs()) === 0) await sleep(20);
  });
});
