import assert from "node:assert/strict";
import { after, it } from "node:test";
import { sql } from "kysely";
import { createInstance } from "#testing/instance.ts";
import { openUnmigrated } from "./open.ts";

// SQLite has no connections.
if (process.env.TEST_ENGINE === "postgres") {
  /** By how many connections a process answers more queries than it may have. */
  async function opened(workers?: number): Promise<number> {
    const instance = await createInstance("postgres");
    after(() => instance.atEnd.disposeAsync());
    const db = await openUnmigrated({ ...instance, workers, longestWaitMs: 30_000 });
    try {
      const busy = Array.from({ length: 24 }, () =>
        sql<{ pid: number }>`select pg_backend_pid() as pid from pg_sleep(0.1)`.execute(db.query),
      );
      const answers = await Promise.all(busy);
      return new Set(answers.map(({ rows }) => rows[0]?.pid)).size;
    } finally {
      await db.close();
    }
  }

  it("processes on one port divide the connections of one, and keep enough each", async () => {
    assert.deepEqual([await opened(), await opened(2), await opened(8)], [10, 5, 4]);
  });
}
