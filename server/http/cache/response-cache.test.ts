import assert from "node:assert/strict";
import { createServer } from "node:http";
import { describe, it } from "node:test";
import fastify, { type FastifyReply, type FastifyRequest } from "fastify";
import { ask } from "#server/testing/inject.ts";
import { createResponseCache } from "./response-cache.ts";

describe("a response that visitors ask for again", () => {
  it("comes without the handler, with the same headers, while it is current", async () => {
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

  it("is reported each time that it is served", async () => {
    const { app, seen } = await server();
    await ask(app, { url: "/a" });
    await ask(app, { url: "/a", headers: { "user-agent": "another" } });
    assert.deepEqual(seen.served, ["another"]);
  });

  it("comes from the handler for clients that send a token, an origin, an ETag or a method", async () => {
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

  it("is one for all queries where they change nothing", async () => {
    const { app, seen, end } = await server();
    await ask(app, { url: "/picture?x=0" });
    for (let i = 0; i < 1100; i++) await ask(app, { url: `/picture?x=${i}` });
    await ask(app, { url: "/picture" });
    assert.equal(seen.handled, 1);
    end();
    await ask(app, { url: "/picture?x=1" });
    assert.equal(seen.handled, 2);
  });

  it("is never an error", async () => {
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

  it("comes from the handler once the server ends, so that connections are closed", async () => {
    const { app, responses, seen } = await server();
    await ask(app, { url: "/a" });
    responses.bypass();
    await ask(app, { url: "/a" });
    assert.equal(seen.handled, 2);
  });
});

async function server(status = 200) {
  const seen = { handled: 0, served: [] as unknown[] };
  let current = true;
  const responses = createResponseCache();
  const app = fastify({
    rewriteUrl: ({ url = "" }) => url.replace("/b", "/a"),
    serverFactory: (handle) =>
      createServer((request, response) => {
        if (!responses.tryServe(request, response)) handle(request, response);
      }),
  });
  const answer = (ignoresQuery: boolean) => (request: FastifyRequest, reply: FastifyReply) => {
    seen.handled += 1;
    const body = Buffer.from(`answer ${seen.handled}`);
    void reply.code(status).header("vary", ["origin", "accept"]).type("text/plain");
    responses.store(request, reply, {
      body,
      isCurrent: () => current,
      onServed: ({ headers }) => seen.served.push(headers["user-agent"]),
      ...(ignoresQuery && { ignoresQuery }),
    });
    return reply.send(body);
  };
  app.get("/a", answer(false));
  app.get("/picture", answer(true));
  await app.ready();
  const end = () => {
    current = false;
  };
  return { app, responses, seen, end };
}
