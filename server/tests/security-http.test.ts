import assert from "node:assert/strict";
import { once } from "node:events";
import { request } from "node:http";
import { connect } from "node:net";
import { text } from "node:stream/consumers";
import { after, describe, it } from "node:test";
import { setTimeout as sleep } from "node:timers/promises";
import { promisify } from "node:util";
import { sql } from "kysely";
import { api } from "#contract/api.ts";
import { MINUTE_MS } from "#contract/durations.ts";
import type { Endpoint } from "#contract/endpoint.ts";
import { originForm } from "#server/http/pages/page-request.ts";
import { measures } from "#server/telemetry/metrics.ts";
import { ask } from "#server/testing/inject.ts";
import { staffMember } from "#server/testing/moderators.ts";
import { testApp } from "#server/testing/test-app.ts";
import { signUp } from "#testing/people.ts";
import { publishSurvey } from "#testing/surveys.ts";

// What every call has in common (R150, R171 to R174), tested on every endpoint of the contract.

const ALLOWED_ORIGIN = "https://kanaat.example";
const kanaat = await testApp(
  {
    after,
  },
  { config: { corsOrigins: [ALLOWED_ORIGIN], publicUrl: "https://kanaat.test" } },
);
const { app, db } = kanaat;
const person = await staffMember(kanaat, "admin");
const survey = await publishSurvey(kanaat, person, {
  visibility: "private",
  instant_results: true,
});
const endpoints = Object.entries(api);
const authorization = `Bearer ${person.token}`;

/** The endpoint's address, naming something that exists and is the person's own. */
const address = ({ path }: Endpoint) =>
  path
    .replace("{id}", String(survey.id))
    .replace("{userId}", String(person.id))
    .replace("{nickname}", person.nickname);

const inject = (method: string, url: string, headers = {}, payload?: string) =>
  app.inject({ method: method as "GET", url, headers, ...(payload !== undefined && { payload }) });

type Injected = Awaited<ReturnType<typeof inject>>;

function refused(answer: Injected, status: number, code: string, what: string): void {
  const type = String(answer.headers["content-type"]);
  assert.equal(answer.statusCode, status, what);
  assert.match(type, /^application\/problem\+json; charset=utf-8$/, what);
  const { request_id, ...problem } = answer.json();
  assert.match(request_id, /^[0-9a-f-]{36}$/);
  assert.deepEqual([problem.code, problem.status], [code, status], what);
  assert.ok(problem.title && problem.detail && problem.message, what);
  assert.equal(answer.headers["cache-control"], "no-store", what);
}

/** Everything that comes back for bytes, until the server closes the connection. */
async function answersTo(port: number, bytes: string): Promise<string> {
  const socket = connect(port, "127.0.0.1");
  socket.write(bytes);
  return text(socket);
}

describe("a call that cannot be", () => {
  it("is not_found where nothing is (R150)", async () => {
    for (const path of ["/api", "/api/", "/api/nothing", "/api/auth/surveys/1/2/3", "/images/x"]) {
      refused(await inject("GET", path), 404, "not_found", path);
      refused(await inject("POST", path), 404, "not_found", path);
    }
    const ids = await Promise.all([inject("GET", "/api/x"), inject("GET", "/api/x")]);
    assert.notEqual(ids[0]?.json().request_id, ids[1]?.json().request_id);
  });

  it("is refused like others when its address cannot be read", async () => {
    for (const path of ["/%", "/api/%zz", "/api/users/%E0%A4"]) {
      refused(await inject("GET", path), 400, "invalid_request", path);
    }
    const long = await inject("GET", `/api/users/${"x".repeat(301)}`);
    refused(long, 404, "not_found", "a long name");
    assert.equal(long.headers["x-content-type-options"], "nosniff");
    assert.equal((await inject("OPTIONS", "/api/cities")).statusCode, 204);
  });

  it("is method_not_allowed where only others are, which it names (R150)", async () => {
    for (const [name, endpoint] of endpoints) {
      const url = address(endpoint);
      const there = endpoints.filter(([, { path }]) =>
        new RegExp(`^${path.replaceAll(/\{\w+\}/g, "[^/]+")}$`).test(url),
      );
      for (const method of ["GET", "POST", "PUT", "PATCH", "DELETE"]) {
        if (there.some(([, other]) => other.method === method)) continue;
        const answer = await inject(method, url, { authorization });
        refused(answer, 405, "method_not_allowed", `${method} ${name}`);
        const allow = String(answer.headers.allow).split(", ");
        assert.ok(allow.includes(endpoint.method) && !allow.includes(method), `${method} ${name}`);
      }
    }
  });

  it("is payload_too_large when its JSON is (R150)", async () => {
    const headers = { authorization, "content-type": "application/json" };
    const payload = JSON.stringify({ name: "x".repeat(1024 * 1024) });
    for (const [name, endpoint] of endpoints) {
      if (!endpoint.body) continue;
      const answer = await inject(endpoint.method, address(endpoint), headers, payload);
      refused(answer, 413, "payload_too_large", name);
    }
  });

  it("may have the site in its path, as a proxy's does, and is served like any other (R237)", async (t) => {
    const own = await testApp(t);
    await own.app.listen({ port: 0, host: "127.0.0.1" });
    const { port } = own.app.server.address() as { port: number };
    const get = async (path: string) => {
      const [answer] = await once(request({ port, path, agent: false }).end(), "response");
      return [answer.statusCode, await text(answer)];
    };
    for (const path of ["/api/cities", "/api/surveys?limit=1", "/readyz", "/api/surveys?limit=0"]) {
      const [status, body] = await get(path);
      for (const site of ["http://kanaat.example", "HTTPS://kanaat.example:8443"]) {
        const answer = await get(site + path);
        if (status === 200) assert.deepEqual(answer, [status, body], site + path);
        assert.equal(answer[0], status);
      }
    }
    assert.deepEqual(["http://x", "http://x?q=1", "/http://x"].map(originForm), [
      "/",
      "/?q=1",
      "/http://x",
    ]);
  });

  it("is refused where its length has two meanings, or its method shows its headers (R150)", async (t) => {
    const own = await testApp(t);
    await own.app.listen({ port: 0, host: "127.0.0.1" });
    const { port } = own.app.server.address() as { port: number };
    const smuggled = "GET /api/surveys HTTP/1.1\r\nhost: kanaat\r\n\r\n";
    const chunks = "0\r\n\r\n";
    for (const [what, lines, body] of [
      ["both lengths", ["content-length: 4", "transfer-encoding: chunked"], chunks + smuggled],
      ["two lengths", ["content-length: 0", "content-length: 55"], smuggled],
      ["a signed length", ["content-length: +0"], smuggled],
      ["an unknown coding", ["transfer-encoding: xchunked"], chunks + smuggled],
      ["two codings", ["transfer-encoding: chunked, identity"], chunks + smuggled],
      ["a space before the colon", ["transfer-encoding : chunked"], chunks + smuggled],
      ["a folded header", ["x: a", " transfer-encoding: chunked"], chunks + smuggled],
      ["a bare line feed", ["x: a\ntransfer-encoding: chunked"], chunks + smuggled],
    ] as const) {
      const head = ["POST /api/auth/login HTTP/1.1", "host: kanaat", ...lines, "", ""].join("\r\n");
      const answer = await answersTo(port, head + body);
      assert.match(answer, /^HTTP\/1\.1 400 /, what);
      assert.equal(answer.match(/HTTP\/1\.1 \d/g)?.length, 1, what);
    }
    const head =
      "TRACE /api/surveys HTTP/1.1\r\nhost: kanaat\r\nx-secret: abc\r\nconnection: close";
    const traced = await answersTo(port, `${head}\r\n\r\n`);
    assert.match(traced, /^HTTP\/1\.1 405 /);
    assert.doesNotMatch(traced, /x-secret/);
  });

  it("is headers_too_large before anything reads it", async (t) => {
    const own = await testApp(t);
    await own.app.listen({ port: 0, host: "127.0.0.1" });
    const { port } = own.app.server.address() as { port: number };
    const answer = await new Promise<string>((resolve, reject) => {
      let text = "";
      connect(port, "127.0.0.1")
        .on("data", (bytes) => {
          text += bytes;
        })
        .on("close", () => resolve(text))
        .on("error", reject)
        .write(
          `GET /api/cities HTTP/1.1\r\nhost: kanaat\r\ncookie: ${"x".repeat(100_000)}\r\n\r\n`,
        );
    });
    assert.match(answer, /^HTTP\/1\.1 431 /);
    assert.match(answer, /^content-type: application\/problem\+json/m);
    assert.match(answer, /^x-content-type-options: nosniff/m);
    assert.equal(JSON.parse(answer.split("\r\n\r\n")[1] ?? "").code, "headers_too_large");
  });

  it("ends the connection, also where the client never closes it", async (t) => {
    const own = await testApp(t);
    const { server } = own.app;
    await own.app.listen({ port: 0, host: "127.0.0.1" });
    const { port } = server.address() as { port: number };
    const accepted = once(server, "connection");
    const half = connect({ port, host: "127.0.0.1", allowHalfOpen: true, noDelay: true });
    t.after(() => half.destroy());
    half.write("nothing\r\n\r\n");
    const [answer] = await once(half, "data");
    assert.match(String(answer), /^HTTP\/1\.1 400 /);
    const [socket] = await accepted;
    const listeners = socket.listenerCount("close");
    const received = socket.bytesRead;
    for (let piece = 0; piece < 5; piece++) {
      half.write("x");
      await sleep(10);
    }
    assert.equal(socket.bytesRead, received + 5);
    assert.equal(socket.listenerCount("close"), listeners);
    const connections = promisify(server.getConnections.bind(server));
    while ((await connections()) > 0) await sleep(50);
    assert.equal(await connections(), 0);
  });
});

describe("every response", () => {
  it("has the headers that protect its reader (R171)", async () => {
    const answers = [
      await inject("GET", "/api/cities"),
      await inject("GET", "/api/nothing"),
      await inject("DELETE", "/api/cities"),
      await inject("GET", "/healthz"),
      await inject("GET", survey.image_path),
      await inject("GET", "/api/docs"),
      await inject("GET", "/api/auth/account/my", { authorization }),
    ];
    for (const { headers } of answers) {
      assert.equal(headers["x-content-type-options"], "nosniff");
      assert.equal(headers["referrer-policy"], "strict-origin-when-cross-origin");
      assert.match(
        String(headers["content-security-policy"]),
        /default-src 'none'.*base-uri 'none'.*frame-ancestors 'none'/,
      );
      assert.doesNotMatch(String(headers["content-security-policy"]), /unsafe/);
      assert.match(String(headers["strict-transport-security"]), /^max-age=31536000/);
      assert.equal(headers["x-powered-by"], undefined);
    }
  });

  it("promises TLS only over TLS (R171)", async (t) => {
    const plain = await testApp(t);
    const { headers } = await plain.app.inject("/api/cities");
    assert.equal(headers["strict-transport-security"], undefined);
  });

  it("promises TLS for subdomains where the operator sets that (R171)", async (t) => {
    const config = { publicUrl: "https://kanaat.test", hstsSubdomains: true };
    const { headers } = await (await testApp(t, { config })).app.inject("/api/cities");
    const promised = "max-age=31536000; includeSubDomains";
    assert.equal(headers["strict-transport-security"], promised);
    const other = await inject("GET", "/api/cities");
    assert.equal(other.headers["strict-transport-security"], "max-age=31536000");
  });

  it("is not cacheable when it is for one person (R173)", async () => {
    for (const [name, endpoint] of endpoints) {
      if (endpoint.method !== "GET" || endpoint.auth === "none" || endpoint.stream) continue;
      const { headers } = await inject("GET", address(endpoint), { authorization });
      assert.equal(headers["cache-control"], "no-store", name);
    }
  });

  it("is readable by pages of allowed origins alone (R172)", async () => {
    const lookAlikes = [
      "null",
      "http://kanaat.example",
      "https://kanaat.example:8443",
      "https://kanaat.example.evil.example",
      "https://evilkanaat.example",
      "https://evil.example/https://kanaat.example",
      "https://Kanaat.example",
      "*",
    ];
    for (const method of ["GET", "OPTIONS"]) {
      const ask = (origin: string) =>
        inject(method, "/api/cities", { origin, "access-control-request-method": "GET" });
      const allowed = await ask(ALLOWED_ORIGIN);
      assert.equal(allowed.headers["access-control-allow-origin"], ALLOWED_ORIGIN);
      assert.equal(allowed.headers["access-control-allow-credentials"], undefined);
      for (const origin of lookAlikes) {
        const { headers } = await ask(origin);
        assert.equal(headers["access-control-allow-origin"], undefined, origin);
        assert.match(String(headers.vary), /origin/i, origin);
      }
    }
  });

  it("is shown as a picture by pages of allowed origins", async (t) => {
    const closed = await testApp(t);
    const policy = "cross-origin-resource-policy";
    assert.equal((await inject("GET", survey.image_path)).headers[policy], "cross-origin");
    assert.equal((await closed.app.inject("/api/cities")).headers[policy], "same-origin");
  });

  it("is readable by no other origin when none is allowed (R172)", async (t) => {
    const closed = await testApp(t);
    const headers = { origin: ALLOWED_ORIGIN, "access-control-request-method": "GET" };
    for (const method of ["GET", "OPTIONS"] as const) {
      const answer = await closed.app.inject({ method, url: "/api/cities", headers });
      assert.equal(answer.headers["access-control-allow-origin"], undefined);
    }
  });
});

describe("made-up query parameters", () => {
  it("fill no cache of responses", async (t) => {
    const kanaat = await testApp(t);
    const { id, image_path, preview_path = "" } = await publishSurvey(kanaat, await signUp(kanaat));
    const size = () =>
      [...measures()]
        .filter(({ name }) => name === "kanaat_response_cache_bytes")
        .reduce((sum, { read }) => sum + Number(read()), 0);
    const paths = [
      ...[
        image_path,
        preview_path,
        `/embed/surveys/${id}`,
        `/embed/surveys/${id}/results`,
        "/api/surveys",
        `/api/auth/surveys/${id}`,
      ],
      ...[`/api/auth/surveys/${id}/responses/report`, "/api/users/popular"],
    ];
    for (const path of paths) {
      const first = await ask(kanaat.app, { method: "GET", url: path });
      assert.equal(first.statusCode, 200, path);
      const before = size();
      for (let i = 0; i < 5; i++) {
        const again = await ask(kanaat.app, { method: "GET", url: `${path}?x=${i}` });
        assert.equal(again.statusCode, 200, path);
      }
      assert.ok(size() <= before, path);
    }
    assert.ok(size() > 0);
  });
});

describe("HEAD", () => {
  it("returns the headers of GET, without a body and without any effect (R174)", async () => {
    const rows = async () => {
      const tables = ["follows", "views", "notifications", "sessions", "invitations"];
      const counts = tables.map((table) =>
        sql<object>`select * from ${sql.table(table)}`.execute(db.query),
      );
      return (await Promise.all(counts)).map((found) => found.rows.length);
    };
    const before = await rows();
    for (const [name, endpoint] of endpoints) {
      if (endpoint.method !== "GET") continue;
      const head = await inject("HEAD", address(endpoint), { authorization });
      assert.equal(head.payload, "", name);
      if (head.statusCode === 405) continue;
      if (head.statusCode < 400 || head.statusCode === 409) continue;
      // A refused call has no effect, so that GET can be called too.
      const get = await inject("GET", address(endpoint), { authorization });
      assert.equal(head.statusCode, get.statusCode, name);
      assert.ok(get.statusCode < 500, name);
    }
    // Views are counted in the background.
    await sleep(100);
    assert.deepEqual(await rows(), before);
  });
});

describe("a connection", () => {
  it("without traffic is closed after two minutes", () => {
    assert.equal(app.server.timeout, 2 * MINUTE_MS);
  });
});
