import assert from "node:assert/strict";
import { after, describe, it } from "node:test";
import { sql } from "kysely";
import { testApp } from "#server/testing/test-app.ts";

const { db } = await testApp({ after });

describe("what another process publishes", () => {
  it("is heard after a notice that nobody of ours could have sent", async () => {
    const heard: string[] = [];
    db.subscribe("person-left", (id) => heard.push(id));
    if (db.engine === "postgres") {
      for (const payload of ["", "kanaat", "{}", "[]", "null"]) {
        await sql`select pg_notify('kanaat', ${payload})`.execute(db.query);
      }
    }
    await db.publish("person-left", "7");
    while (heard.length === 0) await new Promise((passed) => setTimeout(passed, 10));
    assert.deepEqual(heard, ["7"]);
  });
});
