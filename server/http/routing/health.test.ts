import assert from "node:assert/strict";
import { stat } from "node:fs";
import { it } from "node:test";
import Fastify from "fastify";
import type { Database } from "#server/db/database.ts";
import { healthRoutes } from "./health.ts";

it("a database that responded while the server was busy counts as reachable (R383)", async (t) => {
  const app = Fastify();
  t.after(() => app.close());
  /** Answers at once, but is read only after the server was busy for longer than it waits. */
  const ping = () =>
    new Promise<void>((answer) => {
      stat(import.meta.filename, () => answer());
      queueMicrotask(() => {
        const until = performance.now() + 300;
        while (performance.now() < until);
      });
    });
  healthRoutes(app, { ping } as Database);
  const { body } = await app.inject("/readyz");
  assert.deepEqual(JSON.parse(body), { status: "ready", database: "ok" });
});
