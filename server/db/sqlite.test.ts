import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { setImmediate as yieldToEventLoop } from "node:timers/promises";
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
});
