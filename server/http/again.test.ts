import assert from "node:assert/strict";
import { describe, it } from "node:test";
import fastify from "fastify";
import { answerAgain } from "./again.ts";

describe("what visitors ask again", () => {
  it("is answered without the handler, with the same heads, while it is current", async () => {
    const { app, seen, end } = server();
    const first = await app.inject("/a");
    const second = await app.inject("/a");
    assert.equal(seen.handled, 1);
    assert.equal(second.body, first.body);
    assert.deepEqual({ ...second.headers, date: "" }, { ...first.headers, date: "" });
    end();
    await app.inject("/a");
    assert.equal(seen.handled, 2);
  });

  it("tells of everybody who is given it", async () => {
    const { app, seen } = server();
    await app.inject("/a");
    await app.inject({ url: "/a", headers: { "user-agent": "another" } });
    assert.deepEqual(seen.given, ["another"]);
  });

  it("is another thing for whoever sends a token, an origin, an ETag or a method", async () => {
    const { app, seen } = server();
    await app.inject("/a");
    const others = [
      { headers: { authorization: "Bearer x" } },
      { headers: { origin: "https://example.com" } },
      { headers: { "if-none-match": '"1"' } },
      { headers: { "accept-encoding": "br" } },
      { method: "HEAD" as const },
      { url: "/a?q=1" },
    ];
    for (const other of others) await app.inject({ url: "/a", ...other });
    assert.equal(seen.handled, 1 + others.length);
  });

  it("is never an answer that was refused", async () => {
    const { app, seen } = server(404);
    await app.inject("/a");
    await app.inject("/a");
    assert.equal(seen.handled, 2);
  });
});

function server(status = 200) {
  const seen = { handled: 0, given: [] as unknown[] };
  let current = true;
  const app = fastify();
  const again = answerAgain(app);
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
  const end = () => {
    current = false;
  };
  return { app, seen, end };
}
