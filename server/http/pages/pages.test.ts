import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, describe, it } from "node:test";
import { setImmediate, setTimeout as sleep } from "node:timers/promises";
import { brotliDecompressSync } from "node:zlib";
import fastify, { type FastifyInstance } from "fastify";
import {
  DummyDriver,
  Kysely,
  SqliteAdapter,
  SqliteIntrospector,
  SqliteQueryCompiler,
} from "kysely";
import { MINUTE_MS } from "#contract/durations.ts";
import type { PageAnswer, PageCall } from "#contract/endpoint.ts";
import type { Database } from "#server/db/database.ts";
import type { Tables } from "#server/db/tables/tables.ts";
import { createResponseCache } from "#server/http/cache/response-cache.ts";
import { createRateLimits } from "#server/http/limits/rate-limits.ts";
import { handleNotFound } from "#server/http/routing/not-found.ts";
import type { PagesOptions } from "./page-request.ts";
import { servePages } from "./pages.ts";

/** Stands in for the built pages: counts what it renders, and calls the API when asked to. */
const bundle = `
let server, rendered = 0;
export const setSsrContext = (context) => { server = context; };
export const renderShell = async () => ({ status: 200, html: ["<!DOCTYPE html>shell"], location: null });
export const renderPage = async (address) => {
  const { pathname } = new URL("http://localhost" + address);
  const turn = (rendered += 1);
  if (pathname === "/old") return { status: 308, html: [], location: "/new" };
  if (pathname === "//else") return { status: 308, html: [], location: "http://localhost/else" };
  if (pathname === "/down") return { status: 503, html: ["<p>Hizmet hazır değil</p>"], location: null };
  if (pathname === "/crash") await new Promise(() => setTimeout(() => { throw new Error("crashed"); }));
  if (pathname === "/ends") process.exit();
  while (pathname === "/hang");
  if (pathname === "/never") await new Promise(() => {});
  if (pathname === "/unscheduled") Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 3500);
  const endpoint = "GET /api" + pathname.replace(/\\d/, "");
  const answers = await Promise.all(["1", "2"].map((id) => server.call({ endpoint, params: { id }, query: {} })));
  const texts = answers.map(({ body }) => new TextDecoder().decode(body)).join(" ");
  const html =
    '<!DOCTYPE html><meta property="csp-nonce" content="' + server.nonce + '"/>' +
    '<script nonce="' + server.nonce + '">ours()</script><script>theirs()</script>' +
    '<script nonce="' + server.nonce + '" src="/assets/app-1.js"></script>' +
    "<p>" + texts + " " + turn + "</p>";
  const status = /missing|surveys.9/.test(pathname) ? 404 : 200;
  const changesAt = pathname === "/ending" ? Date.now() + 100 : Infinity;
  return { status, html: [html], location: null, changesAt, isPersonal: pathname === "/own" };
};`;

/** A database without assets of other releases. */
const NO_ASSETS = {
  query: new Kysely<Tables>({
    dialect: {
      createAdapter: () => new SqliteAdapter(),
      createDriver: () => new DummyDriver(),
      createIntrospector: (db) => new SqliteIntrospector(db),
      createQueryCompiler: () => new SqliteQueryCompiler(),
    },
  }),
} as Database;

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
  app = await serve();
});
after(async () => {
  await app.close();
  await rm(distDir, { recursive: true });
});

/** Pages below "/gate" get their data once this is resolved. */
let gate: Promise<void> | undefined;
const errors: unknown[] = [];

async function answer({ endpoint, params }: PageCall): Promise<PageAnswer> {
  if (endpoint === "GET /api/gate") await gate;
  const body = Buffer.from(`Merhaba${params.id}`);
  const etag = /tagged|own/.test(endpoint) && !endpoint.includes("un") ? `"${params.id}"` : null;
  return { status: 200, type: "application/json", etag, body };
}

async function serve(options: Partial<PagesOptions> = {}): Promise<FastifyInstance> {
  const app = fastify();
  handleNotFound(app);
  await servePages(app, {
    distDir,
    ...{ db: NO_ASSETS, jobs: [] },
    publicUrl: "http://localhost",
    api: answer,
    networkOf: ({ socket }) => `${socket.remoteAddress}`,
    onError: (error) => errors.push(error),
    responseCache: createResponseCache(),
    freshMs: MINUTE_MS,
    ...options,
  });
  return app;
}

const get = (url: string, headers: Record<string, string> = {}) => app.inject({ url, headers });

describe("a document", () => {
  it("is rendered once for everybody who asks in the same moment", async () => {
    const answers = await Promise.all([get("/a"), get("/a"), get("/a")]);
    assert.equal(new Set(answers.map(({ body }) => body)).size, 1);
    assert.match(answers[0].body, /Merhaba1 Merhaba2/);
  });

  it("is the same with and without a token (R173)", async () => {
    const signedIn = await get("/b", { authorization: "Bearer secret" });
    assert.equal(signedIn.body, (await get("/b")).body);
  });

  it("allows its own inline scripts by their hashes, and no others (R171)", async () => {
    const { headers, body } = await get("/c");
    const policy = String(headers["content-security-policy"]);
    assert.equal(policy.match(/'sha256-/g)?.length, 1);
    assert.ok(policy.includes(createHash("sha256").update("ours()").digest("base64")));
    assert.doesNotMatch(policy, /unsafe/);
    assert.doesNotMatch(body, /nonce/);
  });

  it("is isolated from windows of other sites", async () => {
    const { headers } = await get("/c");
    assert.equal(headers["cross-origin-opener-policy"], "same-origin");
    assert.equal(headers["origin-agent-cluster"], "?1");
    assert.equal(headers["x-dns-prefetch-control"], "off");
  });

  it("is for shared caches where everybody may see all of it (R173)", async () => {
    const cacheControl = async (url: string) => String((await get(url)).headers["cache-control"]);
    assert.match(await cacheControl("/tagged"), /^public, .*s-maxage=1, stale-while-revalidate=/);
    for (const url of ["/untagged", "/tagged/missing", "/own", "/old", "/down"]) {
      assert.equal(await cacheControl(url), "no-cache", url);
    }
  });

  it("is rendered again once its statements about time are outdated (R173)", async () => {
    const first = await get("/ending");
    await sleep(150);
    assert.notEqual((await get("/ending")).body, first.body);
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
  it("is cached permanently and sent compressed as it was built", async () => {
    const plain = await get("/assets/app-1.js");
    assert.equal(plain.body, "plain()");
    assert.match(String(plain.headers["cache-control"]), /max-age=31536000, immutable/);
    const small = await get("/assets/app-1.js", { "accept-encoding": "br" });
    assert.equal(small.body, "smaller");
    assert.equal(small.headers["content-encoding"], "br");
  });
});

describe("an address that belongs to no page", () => {
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

describe("reading many pages of surveys in turn", () => {
  it("ends with documents without a page, soon where there is nothing (R234)", async () => {
    const limits = createRateLimits(
      { now: () => 0 },
      { take: async () => undefined, giveBack: async () => undefined },
    );
    const limited = await serve({
      reading: (_request, thing, read) =>
        limits.reading({ viewer: null, address: "192.0.2.7" }, thing, read),
    });
    for (let id = 900; id < 960; id++) {
      assert.equal((await limited.inject(`/surveys/${id}`)).statusCode, 404);
    }
    for (const page of ["/surveys/960", "/surveys/1?davet=x", "/profile/ali", "/users/ali"]) {
      assert.match((await limited.inject(page)).body, SHELL, page);
    }
    assert.equal((await limited.inject("/surveys/900")).statusCode, 404);
    assert.doesNotMatch((await limited.inject("/a")).body, SHELL);
    await limited.close();
  });
});

describe("an old document", () => {
  it("is served while nobody can check whether its data is the same (R282)", async (t) => {
    let status = 200;
    const api = async (call: PageCall) => ({
      ...(await answer(call)),
      etag: status === 200 ? '"1"' : null,
      status,
    });
    const app = await serve({ api, freshMs: 1 });
    t.after(() => app.close());
    const page = async () => {
      await sleep(5);
      return (await app.inject("/kept")).body;
    };
    const before = await page();
    status = 503;
    assert.equal(await page(), before);
    status = 500;
    assert.notEqual(await page(), before);
  });

  it("is rendered again if its data has changed", async (t) => {
    let etag: string | null = '"1"';
    const api = async (call: PageCall) => ({ ...(await answer(call)), etag });
    const quick = await serve({ api, freshMs: 1 });
    t.after(() => quick.close());
    const read = async () => {
      await sleep(5);
      return (await quick.inject("/e")).body;
    };
    const first = await read();
    assert.equal(await read(), first);
    etag = '"2"';
    const second = await read();
    assert.notEqual(second, first);
    etag = null;
    assert.notEqual(await read(), second);
    assert.notEqual(await read(), await read());
  });
});

const SHELL = /^<!DOCTYPE html>shell$/;

describe("more pages than can be rendered", () => {
  /** Sends the request at once; `inject` alone would wait until it is awaited. */
  const ask = async (url: string, remoteAddress: string) => app.inject({ url, remoteAddress });

  /** Requests pages that wait for the gate, more than one network may; `open` opens it. */
  function fill(remoteAddress: string) {
    let open: () => void = () => undefined;
    gate = new Promise((resolve) => {
      open = resolve;
    });
    const urls = Array.from({ length: 40 }, (_, i) => `/gate${i % 10}?${remoteAddress}${i}`);
    const asked = urls.map((url) => ask(url, remoteAddress));
    return { asked, open };
  }

  it("become documents without a page immediately, which nothing caches (R239)", async () => {
    const { asked, open } = fill("203.0.113.1");
    const refused = await asked.at(-1);
    assert.match(`${refused?.body}`, SHELL);
    assert.equal(refused?.statusCode, 200);
    assert.equal(refused?.headers["cache-control"], "no-store");
    assert.equal(refused?.headers.etag, undefined);
    assert.match(String(refused?.headers["content-security-policy"]), /default-src 'none'/);
    open();
    const answers = await Promise.all(asked);
    const shells = answers.filter(({ body }) => SHELL.test(body));
    assert.ok(shells.length >= 20 && shells.length < 40, `${shells.length} of 40`);
    const again = await get("/gate9?203.0.113.139", { "if-none-match": "*" });
    assert.equal(again.statusCode, 304);
  });

  it("are served first to networks with few requests (R238)", async (t) => {
    // On a slow machine those that wait would be refused after a quarter of a second.
    t.mock.timers.enable({ apis: ["setTimeout"] });
    const { asked, open } = fill("203.0.113.2");
    const other = ask("/f", "203.0.113.3");
    // Until the other request waits in the queue too, where only this process runs.
    for (let turns = 0; turns < 100; turns++) await setImmediate();
    open();
    const turn = ({ body }: { body: string }) => Number(/(\d+)<\/p>/.exec(body)?.[1]);
    const answers = (await Promise.all(asked)).filter(({ body }) => !SHELL.test(body));
    const last = Math.max(...answers.map(turn));
    assert.ok(turn(await other) < last - 10, `${turn(await other)} of ${last}`);
  });

  it("are not refused where another network asked for the same page (R238)", async () => {
    const { asked, open } = fill("203.0.113.4");
    const [refused, other] = ["203.0.113.4", "203.0.113.5"].map((remoteAddress) =>
      ask("/g", remoteAddress),
    );
    open();
    await Promise.all(asked);
    assert.match(`${(await other)?.body}`, /Merhaba/);
    assert.equal((await refused)?.statusCode, 200);
  });
});

describe("a worker that fails", { concurrency: true }, () => {
  for (const url of ["/crash", "/ends", "/hang", "/never"]) {
    it(`is replaced, and its visitor gets a document without a page: ${url} (R239, R317)`, async (t) => {
      const own: unknown[] = [];
      const app = await serve({ onError: (error) => own.push(error) });
      t.after(() => app.close());
      assert.match((await app.inject(url)).body, SHELL);
      assert.ok(own.length > 0);
      assert.match((await app.inject(`/after${url}`)).body, /Merhaba/);
    });
  }

  // A waiting thread stands in for one that gets no processor on a busy machine.
  it("is not assumed where it gets no processor for longer than a page may compute (R317)", async (t) => {
    const own: unknown[] = [];
    const app = await serve({ onError: (error) => own.push(error) });
    t.after(() => app.close());
    assert.match((await app.inject("/unscheduled")).body, /Merhaba/);
    assert.deepEqual(own, []);
  });

  it("stops the start where nothing can be rendered at all", async () => {
    await assert.rejects(serve({ distDir: join(distDir, "none") }), /server\.js/);
  });
});
