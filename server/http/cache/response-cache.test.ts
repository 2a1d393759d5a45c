import assert from "node:assert/strict";
import { createServer } from "node:http";
import { describe, it } from "node:test";
import fastify from "fastify";
import { ask } from "#server/testing/inject.ts";
import { createAgain } from "./response-cache.ts";

describe("what visitors ask again", () => {
  it("is answered without the handler, with the same heads, while it is current", async () => {
    const { app, seen, end } = await server();
    const first = await ask(app, { url: "/a" });
    const second = await ask(app, { url: "/a" });
    assert.equal(seen.handled, 1);
    assert.equal(second.body, first.body);
    assert.deepEqual({ ...second.headers, date: "" }, { ...first.headers, date: "" });
    end();
    await ask(app, { url: "/a" });
    assert.equal(seen.handled, 2);
  });

  it("tells of everybody who is given it", async () => {
    const { app, seen } = await server();
    await ask(app, { url: "/a" });
    await ask(app, { url: "/a", headers: { "user-agent": "another" } });
    assert.deepEqual(seen.given, ["another"]);
  });

  it("is another thing for whoever sends a token, an origin, an ETag or a method", async () => {
    const { app, seen } = await server();
    await ask(app, { url: "/a" });
    const others = [
      { headers: { authorization: "Bearer x" } },
      { headers: { origin: "https://example.com" } },
      { headers: { "if-none-match": '"1"' } },
      { headers: { "accept-encoding": "br" } },
      { method: "HEAD" as const },
      { url: "/a?q=1" },
    ];
    for (const other of others) await ask(app, { url: "/a", ...other });
    assert.equal(seen.handled, 1 + others.length);
  });

  it("is never an answer that was refused", async () => {
    const { app, seen } = await server(404);
    await ask(app, { url: "/a" });
    await ask(app, { url: "/a" });
    assert.equal(seen.handled, 2);
  });

  it("is never taken from an address that was rewritten", async () => {
    const { app, seen } = await server();
    await ask(app, { url: "/b" });
    await ask(app, { url: "/b" });
    assert.equal(seen.handled, 2);
  });

  it("goes the long way once the server ends, so that connections are closed", async () => {
    const { app, again, seen } = await server();
    await ask(app, { url: "/a" });
    again.stop();
    await ask(app, { url: "/a" });
    assert.equal(seen.handled, 2);
  });
});

async function server(status = 200) {
  const seen = { handled: 0, given: [] as unknown[] };
  let current = true;
  const again = createAgain();
  const app = fastify({
    rewriteUrl: ({ url = "" }) => url.replace("/b", "/a"),
    serverFactory: (handle) =>
      createServer((request, response) => {
        if (!again.answer(request, response)) handle(request, response);
      }),
  });
  app.get("/a", (request, reply) => {
    seen.handled += 1;
    const body = Buffer.from(`answer ${seen.handled}`);
    void reply.code(status).header("vary", ["origin", "accept"]).type("text/plain");
    again.give(request, reply, {
      body,
      isCurrent: () => current,
      onGiven: ({ headers }) => seen.given.push(headers["user-agent"]),
    });
    return reply.send(body);
  });
  await app.ready();
  const end = () => {
    current = false;
  };
  return { app, again, seen, end };
}
