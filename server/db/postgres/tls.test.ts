import assert from "node:assert/strict";
import { once } from "node:events";
import { createServer, connect as dial, type Socket } from "node:net";
import { after, before, describe, it, type TestContext } from "node:test";
import { setTimeout as sleep } from "node:timers/promises";
import { sql } from "kysely";
import { distant } from "#testing/distant.ts";
import { PostgresServer } from "#testing/servers/postgres-server.ts";
import type { Database } from "../database.ts";
import { openUnmigrated } from "../open.ts";
import { PostgresHosts } from "./hosts.ts";

const BOUND_MS = 550;
/** Two such pauses, counted as one silence, are longer than the bound. */
const PAUSE_MS = 500;

if (process.env.TEST_ENGINE === "postgres") {
  const server = new PostgresServer();
  before(() => server.start(server.tlsSettings()));
  after(async () => {
    await server.kill();
    server.remove();
  });
  const there = () => ({ host: "127.0.0.1", port: Number(new URL(server.url).port) });
  const overTls = (port: number) => {
    const url = Object.assign(new URL(server.url), { port });
    url.searchParams.set("sslmode", "no-verify");
    return url.href;
  };

  describe("a connection over TLS", () => {
    it("is waited for while its pieces arrive, and given up after each of them (R315)", async (t) => {
      t.mock.timers.enable({ apis: ["setInterval"] });
      const { deliver, outcome } = await inPieces(t);
      let pieces = 0;
      while (await deliver()) {
        pieces += 1;
        t.mock.timers.tick(PAUSE_MS);
      }
      assert.equal(await outcome, "connected", `after ${pieces} pieces`);
      assert.ok(pieces > 3);
      for (let last = 0; last < pieces - 1; last++) {
        const cut = await inPieces(t);
        for (let piece = 0; piece <= last; piece++) await cut.deliver();
        const closed = once(cut.near(), "close");
        t.mock.timers.tick(2 * BOUND_MS);
        assert.match(await cut.outcome, /did not answer/, `after piece ${last}`);
        await closed;
      }
    });

    it("is closed where the link is cut, and its queries fail (R281)", async (t) => {
      const link = await distant(there(), 0);
      const databaseUrl = overTls(link.port);
      const db = await openUnmigrated({ dataDir: "", databaseUrl, longestWaitMs: 5000 });
      t.after(async () => {
        await db.close();
        await link.close();
      });
      const encrypted = sql`select ssl from pg_stat_ssl where pid = pg_backend_pid()`;
      assert.deepEqual((await encrypted.execute(db.query)).rows, [{ ssl: true }]);
      const heard = new Promise<void>((resolve) => db.subscribe("tried", () => resolve()));
      await publishUntil(db, heard);
      link.cut();
      await assert.rejects(db.ping(), (error) => db.fault(error) === "unavailable");
    });
  });

  /** Repeats, since what is published before the listener is connected is not received. */
  async function publishUntil(db: Database, heard: Promise<void>): Promise<void> {
    let isHeard = false;
    void heard.then(() => {
      isHeard = true;
    });
    for (; !isHeard; await sleep(20)) await db.publish("tried", "");
  }

  /** Connects through a port that passes on PostgreSQL's answers one piece at a time. */
  async function inPieces(t: TestContext) {
    const pieces: (string | Buffer)[] = [];
    let near: Socket | undefined;
    let sent = 0;
    let isSettled = false;
    const proxy = createServer((socket) => {
      const far = dial(there());
      near = socket;
      socket.on("data", (piece) => {
        sent += 1;
        far.write(piece);
      });
      far.on("data", (piece) => pieces.push(piece));
      for (const end of [socket, far]) {
        end.setNoDelay().on("error", () => undefined);
        t.after(() => end.destroy());
      }
    }).listen(0, "127.0.0.1");
    await once(proxy, "listening");
    t.after(() => proxy.close());
    const { port } = proxy.address() as { port: number };
    // Two hosts, so that silence is bounded from the first connection on.
    const address = overTls(port).replace(/@([^/]+)/, "@$1,$1");
    const client = new new PostgresHosts(address, BOUND_MS).Client();
    client.on("error", () => undefined);
    const outcome = client
      .connect()
      .then(() => "connected", String)
      .finally(() => {
        isSettled = true;
      });
    return {
      outcome,
      near: () => near as Socket,
      /**
       * Resolves once the client has had time to read a piece; false where it was connected before.
       */
      async deliver(): Promise<boolean> {
        while (pieces.length === 0 && !isSettled) await sleep(2);
        const piece = pieces.shift();
        if (!piece) return false;
        const before = sent;
        near?.write(piece);
        // Not every piece is answered.
        for (let waits = 0; waits < 10 && sent === before && !isSettled; waits++) await sleep(5);
        return true;
      },
    };
  }
}
