import assert from "node:assert/strict";
import { connect } from "node:net";
import { Readable } from "node:stream";
import { describe, it, type TestContext } from "node:test";
import { setTimeout as sleep } from "node:timers/promises";
import fastify from "fastify";
import { handleErrors } from "#server/http/routing/problem.ts";
import { shedLoad } from "./overload.ts";

describe("more requests than can be served soon", () => {
  it("are refused where those read before them in the same turn took long (R175)", async (t) => {
    const { ask } = await server(t, () => block(40));
    // Connections are open already, so that all requests arrive at once.
    await together(100, () => ask("/always"));
    const { accepted, refused } = tally(await together(100, ask));
    assert.ok(accepted >= 25, `${accepted} were accepted`);
    assert.ok(refused > 0, "nothing was refused");
  });

  it("are accepted while they are as few as one browser sends, however slow the machine (R175)", async (t) => {
    const { ask } = await server(t, () => block(40));
    await together(20, () => ask("/always"));
    assert.deepEqual(tally(await together(20, ask)), { accepted: 20, refused: 0 });
  });

  it("are refused behind a hundred that wait, and accepted again when those are done (R175)", async (t) => {
    const database = Promise.withResolvers<void>();
    t.after(() => database.resolve());
    const { ask, waiting } = await server(t, () => database.promise);
    const first = together(100, ask);
    while (waiting() < 100) await sleep(5);
    await sleep(250);
    assert.deepEqual(tally(await together(5, ask)), { accepted: 0, refused: 5 });
    for (const path of ["/always", "/assets/app.js"]) {
      assert.equal((await ask(path)).status, 200, path);
    }
    database.resolve();
    assert.deepEqual(tally(await first), { accepted: 100, refused: 0 });
    assert.equal((await ask("/")).status, 200);
  });

  it("do not include those that never finish what they send", async (t) => {
    const { ask, port, begun } = await server(t, () => undefined);
    const senders = Array.from({ length: 120 }, () => connect(port, "127.0.0.1"));
    t.after(() => {
      for (const sender of senders) sender.destroy();
    });
    const headers = ["POST / HTTP/1.1", "Host: a", "Content-Type: text/plain", "Content-Length: 9"];
    for (const sender of senders) sender.write(`${headers.join("\r\n")}\r\n\r\nhalf`);
    while (begun() < senders.length) await sleep(5);
    await sleep(250);
    assert.deepEqual(tally(await together(5, ask)), { accepted: 5, refused: 0 });
  });

  it("do not include those that never read their response", async (t) => {
    const { ask } = await server(t, () => undefined);
    const slow = await together(120, () => ask("/slow"));
    t.after(() => Promise.all(slow.map(({ body }) => body?.cancel())));
    await sleep(250);
    assert.deepEqual(tally(await together(5, ask)), { accepted: 5, refused: 0 });
  });
});

async function server(t: TestContext, work: () => Promise<void> | void) {
  const app = fastify({ forceCloseConnections: true });
  let begun = 0;
  app.addHook("onRequest", async () => {
    begun += 1;
  });
  handleErrors(app, { fault: () => null });
  shedLoad(app);
  let waiting = 0;
  app.route({
    method: ["GET", "POST"],
    url: "/",
    handler: async () => {
      waiting += 1;
      await work();
      return "";
    },
  });
  app.get("/always", { config: { neverOverload: true } }, async () => "");
  app.get("/assets/*", async () => "");
  app.get("/slow", async (_request, reply) => {
    const body = new Readable({ read: () => undefined });
    body.push("begun");
    return reply.send(body);
  });
  const address = await app.listen({ port: 0, host: "127.0.0.1" });
  t.after(() => app.close());
  const ask = (path = "/") => fetch(address + path, { signal: t.signal });
  return { ask, port: Number(new URL(address).port), begun: () => begun, waiting: () => waiting };
}

function block(milliseconds: number): void {
  const until = performance.now() + milliseconds;
  while (performance.now() < until);
}

const together = (count: number, ask: () => Promise<Response>) =>
  Promise.all(Array.from({ length: count }, () => ask()));

function tally(answers: readonly Response[]) {
  const refused = answers.filter(({ status }) => status === 503);
  for (const { headers } of refused) assert.ok(Number(headers.get("retry-after")) > 0);
  const accepted = answers.filter(({ status }) => status === 200).length;
  assert.equal(accepted + refused.length, answers.length);
  return { accepted, refused: refused.length };
}
