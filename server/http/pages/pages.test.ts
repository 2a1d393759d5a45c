import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, describe, it } from "node:test";
import { setTimeout as sleep } from "node:timers/promises";
import { brotliDecompressSync } from "node:zlib";
import fastify, { type FastifyInstance } from "fastify";
import { createResponseCache } from "#server/http/cache/response-cache.ts";
import { handleNotFound } from "#server/http/routing/not-found.ts";
import { servePages } from "./pages.ts";

/** Stands in for the built pages: counts what it renders, and calls the API when asked to. */
const bundle = `
let server, rendered = 0;
export const setSsrContext = (context) => { server = context; };
const fetch = async (request) => {
  const { pathname } = new URL(request.url);
  rendered += 1;
  if (pathname === "/old") return new Response(null, { status: 308, headers: { location: "/new" } });
  if (pathname === "//else") return Response.redirect("http://localhost/else", 308);
  if (pathname === "/down") return new Response("<p>Hizmet hazır değil</p>", { status: 503 });
  const answer = await server.call({ endpoint: "GET /api/x", params: {}, query: {} });
  return new Response(
    '<!DOCTYPE html><meta property="csp-nonce" content="' + server.nonce + '"/>' +
    '<script nonce="' + server.nonce + '">ours()</script><script>theirs()</script>' +
    '<p data-token="' + request.headers.get("authorization") + '">' + (await answer.text()) +
    " " + rendered + "</p>",
    { status: pathname === "/missing" ? 404 : 200, headers: { "content-type": "text/html" } },
  );
};
export default { fetch };`;

let distDir: string;
let app: FastifyInstance;

before(async () => {
  distDir = await mkdtemp(join(tmpdir(), "pages-"));
  await mkdir(join(distDir, "server"));
  await mkdir(join(distDir, "client/assets"), { recursive: true });
  await writeFile(join(distDir, "server/server.js"), bundle);
  await writeFile(join(distDir, "server/package.json"), '{"type":"module"}');
  await writeFile(join(distDir, "client/assets/app-1.js"), "plain()");
  await writeFile(join(distDir, "client/assets/app-1.js.br"), "smaller");
  app = fastify();
  handleNotFound(app);
  const api = async () => new Response("Merhaba");
  await servePages(app, {
    distDir,
    publicUrl: "http://localhost",
    api,
    responseCache: createResponseCache(),
    freshMs: 60_000,
  });
});
after(async () => {
  await app.close();
  await rm(distDir, { recursive: true });
});

const get = (url: string, headers: Record<string, string> = {}) => app.inject({ url, headers });

describe("a document", () => {
  it("is rendered once for everybody who asks in the same moment", async () => {
    const answers = await Promise.all([get("/a"), get("/a"), get("/a")]);
    assert.equal(new Set(answers.map(({ body }) => body)).size, 1);
    assert.match(answers[0].body, /Merhaba/);
  });

  it("is the same with and without a token", async () => {
    const signedIn = await get("/b", { authorization: "Bearer secret" });
    assert.equal(signedIn.body, (await get("/b")).body);
    assert.match(signedIn.body, /data-token="null"/);
  });

  it("allows its own inline scripts by their hashes, and no others", async () => {
    const { headers, body } = await get("/c");
    const policy = String(headers["content-security-policy"]);
    assert.equal(policy.match(/'sha256-/g)?.length, 1);
    assert.ok(policy.includes(createHash("sha256").update("ours()").digest("base64")));
    assert.doesNotMatch(policy, /unsafe/);
    assert.doesNotMatch(body, /nonce/);
  });

  it("keeps windows of other sites apart", async () => {
    const { headers } = await get("/c");
    assert.equal(headers["cross-origin-opener-policy"], "same-origin");
    assert.equal(headers["origin-agent-cluster"], "?1");
    assert.equal(headers["x-dns-prefetch-control"], "off");
  });

  it("keeps the page's status and its way elsewhere", async () => {
    assert.equal((await get("/missing")).statusCode, 404);
    const moved = await get("/old");
    assert.equal(moved.statusCode, 308);
    assert.equal(moved.headers.location, "/new");
    assert.equal((await get("//else")).headers.location, "/else");
  });

  it("says when to come back if it cannot be rendered now", async () => {
    const answer = await get("/down");
    assert.equal(answer.statusCode, 503);
    assert.equal(answer.headers["retry-after"], "5");
  });

  it("is sent compressed to those who take it, and not again to those who have it", async () => {
    const plain = await get("/d");
    const small = await get("/d", { "accept-encoding": "gzip;q=0.5, br" });
    assert.equal(small.headers["content-encoding"], "br");
    assert.equal(brotliDecompressSync(small.rawPayload).toString(), plain.body);
    const refused = await get("/d", { "accept-encoding": "br;q=0, gzip;q=0" });
    assert.equal(refused.headers["content-encoding"], undefined);
    const known = await get("/d", { "if-none-match": String(plain.headers.etag) });
    assert.equal(known.statusCode, 304);
    assert.equal(known.body, "");
  });
});

describe("an asset", () => {
  it("is kept for good and comes compressed as it was built", async () => {
    const plain = await get("/assets/app-1.js");
    assert.equal(plain.body, "plain()");
    assert.match(String(plain.headers["cache-control"]), /max-age=31536000, immutable/);
    const small = await get("/assets/app-1.js", { "accept-encoding": "br" });
    assert.equal(small.body, "smaller");
    assert.equal(small.headers["content-encoding"], "br");
  });
});

describe("an address that no page may have", () => {
  it("is left to the not-found handler of the app", async () => {
    for (const url of ["/api/nothing", "/images/none.webp", "/assets/none.js"]) {
      const answer = await get(url);
      assert.equal(answer.statusCode, 404);
      assert.doesNotMatch(answer.body, /<!DOCTYPE/);
    }
  });

  it("is missing whatever the method, where a page takes GET alone", async () => {
    const missing = await app.inject({ method: "POST", url: "/api/nothing" });
    assert.equal(missing.statusCode, 404);
    const page = await app.inject({ method: "POST", url: "/a" });
    assert.equal(page.statusCode, 405);
    assert.equal(page.headers.allow, "GET, HEAD");
  });
});

describe("an old document", () => {
  it("is rendered anew if what it was made of has changed", async (t) => {
    let etag: string | undefined = '"1"';
    const api = async () => new Response("Merhaba", { headers: etag ? { etag } : {} });
    const quick = fastify();
    t.after(() => quick.close());
    const options = { distDir, api, responseCache: createResponseCache(), freshMs: 1 };
    await servePages(quick, { ...options, publicUrl: "http://localhost" });
    const read = async () => {
      await sleep(5);
      return (await quick.inject("/e")).body;
    };
    const first = await read();
    assert.equal(await read(), first);
    etag = '"2"';
    const second = await read();
    assert.notEqual(second, first);
    etag = undefined;
    assert.notEqual(await read(), second);
    assert.notEqual(await read(), await read());
  });
});
