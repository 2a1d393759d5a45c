import assert from "node:assert/strict";
import { describe, it } from "node:test";
import fastify from "fastify";
import { FileAnswer } from "./file-answer.ts";

describe("a response that is a file", () => {
  it("is not made again for clients that have it", async () => {
    const app = fastify();
    let made = 0;
    const make = async () => Buffer.from(`${++made}`);
    const file = { name: "a.txt", type: "text/plain", make, etag: '"a"', isPublic: true };
    app.get("/", (request, reply) => new FileAnswer(file).send(request, reply, "one"));
    const first = await app.inject("/");
    assert.deepEqual([first.statusCode, first.body], [200, "1"]);
    const headers = { "if-none-match": `${first.headers.etag}` };
    assert.equal((await app.inject({ url: "/", headers })).statusCode, 304);
    assert.equal(made, 1);
  });
});
