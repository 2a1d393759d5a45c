import assert from "node:assert/strict";
import { type AddressInfo, createServer } from "node:net";
import { after, describe, it } from "node:test";
import { setTimeout as sleep } from "node:timers/promises";
import { sql } from "kysely";
import pg from "pg";
import { createBackoff } from "#server/processes/backoff.ts";
import { testApp } from "#server/testing/test-app.ts";
import { listen } from "./listen.ts";

const { db } = await testApp({ after });

describe("a connection that listens", () => {
  it("reconnects less and less often while nobody responds, and never after its end", async (t) => {
    t.mock.method(Math, "random", () => 0.5);
    let connections = 0;
    const refusing = createServer((socket) => {
      connections += 1;
      socket.destroy();
    });
    await new Promise<void>((listening) => refusing.listen(0, "127.0.0.1", listening));
    t.after(() => refusing.close());
    const { port } = refusing.address() as AddressInfo;
    const nothing = () => undefined;
    const backoff = createBackoff({ firstMs: 20, longestMs: 160 });
    const newClient = () => new pg.Client({ host: "127.0.0.1", port, user: "kanaat" });
    const listener = listen(newClient, nothing, nothing, nothing, backoff);
    await sleep(1000);
    // Without growing pauses there would be fifty.
    assert.ok(connections >= 3 && connections <= 9, `${connections} connections`);
    await listener.close();
    await sleep(200);
    const before = connections;
    await sleep(500);
    assert.equal(connections, before);
  });
});

describe("what another process publishes", () => {
  it("arrives after a notice that no server of ours could have sent", async () => {
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
