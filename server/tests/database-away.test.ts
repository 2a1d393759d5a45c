import assert from "node:assert/strict";
import { once } from "node:events";
import { mkdtemp, rm } from "node:fs/promises";
import { request } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { describe, it } from "node:test";
import { setTimeout as sleep } from "node:timers/promises";
import { createApp } from "#server/app.ts";
import { ask } from "#server/testing/inject.ts";
import { testApp } from "#server/testing/test-app.ts";
import { signUp } from "#testing/people.ts";
import { PostgresServer } from "#testing/servers/postgres-server.ts";
import { publishSurvey } from "#testing/surveys.ts";

if (process.env.TEST_ENGINE === "postgres") {
  describe("a server", () => {
    it("stays ready, and says that its database is away (R282)", async (t) => {
      const { kanaat, postgres } = await withOwnDatabase(t);
      const readiness = async () => {
        const { statusCode, body } = await ask(kanaat.app, { url: "/readyz" });
        return [statusCode, JSON.parse(body)];
      };
      const until = async (database: string) => {
        for (;;) {
          const [status, body] = await readiness();
          assert.deepEqual([status, body.status], [200, "ready"]);
          if (body.database === database) return;
        }
      };
      const { ping } = kanaat.db;
      let unanswered = 0;
      kanaat.db.ping = async () => {
        unanswered++;
        await ping().finally(() => unanswered--);
      };
      await until("ok");
      while (unanswered > 0) await sleep(10);
      postgres.pause();
      await readiness();
      assert.equal(unanswered, 1, "it waited for the database");
      await until("unreachable").finally(() => postgres.resume());
      await postgres.kill();
      assert.deepEqual(await readiness(), [200, { status: "ready", database: "unreachable" }]);
      await postgres.start();
      while ((await readiness())[1].database !== "ok");
    });

    it("continues to serve what it read last, and pictures (R282)", async (t) => {
      const { kanaat, postgres } = await withOwnDatabase(t);
      const owner = await signUp(kanaat);
      const survey = await publishSurvey(kanaat, owner);
      // The notices of its publication arrive, and would drop what is read meanwhile.
      await sleep(1000);
      const get = async (url: string) => {
        const { statusCode, body, rawPayload } = await ask(kanaat.app, { url });
        return { statusCode, body: rawPayload.length > 0 ? body : "" };
      };
      const urls = [
        "/api/surveys?limit=5",
        `/api/auth/surveys/${survey.id}`,
        `/api/auth/surveys/${survey.id}/responses/result`,
        survey.image_path,
      ];
      const before = await Promise.all(urls.map(get));
      for (const [at, { statusCode }] of before.entries())
        assert.equal(statusCode, 200, `${urls[at]}`);
      kanaat.clock.advance(2000);
      await postgres.kill();
      assert.deepEqual(await Promise.all(urls.map(get)), before);
      assert.equal((await get(`/api/auth/surveys/${survey.id + 1}`)).statusCode, 503);
    });
  });
}

describe("a server that stops", () => {
  it("asks clients to reconnect", async (t) => {
    const kanaat = await testApp(t);
    const stopping = new AbortController();
    const { db, images, clock, config } = kanaat;
    const parts = { db, images, clock, config, pages: null, stopping: stopping.signal };
    const app = await createApp(parts);
    kanaat.instance.atEnd.defer(async () => void (await app.close()));
    await app.listen({ port: 0, host: "127.0.0.1" });
    const { port } = app.server.address() as { port: number };
    const asked = async (path: string) => {
      const kept = request({ port, path, headers: { connection: "keep-alive" } });
      const [answer] = await once(kept.end(), "response");
      await text(answer);
      return [answer.statusCode, answer.headers.connection];
    };
    assert.deepEqual(await asked("/api/cities"), [200, "keep-alive"]);
    assert.deepEqual(await asked("/readyz"), [200, "keep-alive"]);
    stopping.abort();
    // From the response cache, from the framework, and a problem.
    assert.deepEqual(await asked("/api/cities"), [200, "close"]);
    assert.deepEqual(await asked("/api/surveys"), [200, "close"]);
    assert.deepEqual(await asked("/readyz"), [503, "close"]);
  });
});

async function withOwnDatabase(t: { after(tidy: () => Promise<void>): void }) {
  const postgres = new PostgresServer();
  await postgres.start();
  const dataDir = await mkdtemp(join(tmpdir(), "kanaat-away-"));
  const instance = { dataDir, databaseUrl: postgres.url, atEnd: new AsyncDisposableStack() };
  t.after(async () => {
    await instance.atEnd.disposeAsync();
    await postgres.kill().catch(() => undefined);
    postgres.remove();
    await rm(dataDir, { recursive: true, force: true });
  });
  return { kanaat: await testApp(t, { instance, longestWaitMs: 1200 }), postgres };
}
