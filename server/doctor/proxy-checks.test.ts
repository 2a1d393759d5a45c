import assert from "node:assert/strict";
import { once } from "node:events";
import { createServer, type IncomingHttpHeaders, request as send } from "node:http";
import type { AddressInfo } from "node:net";
import { buffer } from "node:stream/consumers";
import { describe, it, type TestContext } from "node:test";
import { MINUTE_MS } from "#contract/durations.ts";
import { createPass, PASS_HEADER, PROXY_CHECK_PATH } from "#server/http/routing/proxy-check.ts";
import { readSecret } from "#server/secret/secret-file.ts";
import { ask } from "#server/testing/inject.ts";
import { type TestApp, testApp } from "#server/testing/test-app.ts";
import { signUp } from "#testing/people.ts";
import { publishSurvey } from "#testing/surveys.ts";
import { runChecks } from "./check.ts";
import { proxyChecks } from "./proxy-checks.ts";

/** Where the proxies connect from; the whole of 127.0.0.0/8 belongs to a machine only on Linux. */
const [INNER, OUTER] = ["127.0.0.9", "127.0.0.8"];
const isLinux = { skip: process.platform !== "linux" };
/** Changes the headers of a request that came from `visitor`. */
type Rewrite = (headers: IncomingHttpHeaders, visitor: string) => IncomingHttpHeaders;

const replaces: Rewrite = (headers, visitor) => ({
  ...headers,
  "x-forwarded-for": visitor,
  "x-forwarded-proto": "http",
});
const appends: Rewrite = (headers, visitor) => ({
  ...replaces(headers, visitor),
  "x-forwarded-for": [headers["x-forwarded-for"], visitor].filter(Boolean).join(", "),
});
const passesOn: Rewrite = (headers) => headers;

async function serve(t: TestContext, trustProxy: boolean | string[]) {
  const kanaat = await testApp(t, { config: { trustProxy } });
  await kanaat.app.listen({ port: 0, host: "127.0.0.1" });
  const { port } = kanaat.app.server.address() as AddressInfo;
  return { kanaat, port };
}

/** A proxy to a port of this machine, which may hold responses back until they end. */
async function proxy(
  t: TestContext,
  to: number,
  rewrite: Rewrite,
  { from = INNER, buffers = false } = {},
): Promise<number> {
  const server = createServer(({ method, url, headers, socket }, response) => {
    const visitor = socket.remoteAddress?.replace("::ffff:", "") ?? "";
    const forwarded = send({
      ...{ host: "127.0.0.1", port: to, localAddress: from, agent: false, method, path: url },
      headers: rewrite(headers, visitor),
    });
    forwarded.on("response", async (answer) => {
      if (buffers) {
        const body = await buffer(answer).catch(() => "");
        return void response.writeHead(answer.statusCode ?? 502, answer.headers).end(body);
      }
      answer.pipe(response.writeHead(answer.statusCode ?? 502, answer.headers));
    });
    forwarded.on("error", () => response.destroy());
    response.on("close", () => forwarded.destroy());
    forwarded.end();
  });
  await once(server.listen(0, "127.0.0.1"), "listening");
  t.after(() => void server.close().closeAllConnections());
  return (server.address() as AddressInfo).port;
}

/** What the doctor finds at a port. */
async function find({ config, clock }: TestApp, port: number, changes = {}) {
  const publicUrl = `http://127.0.0.1:${port}`;
  const checks = proxyChecks({ ...config, publicUrl, ...changes }, clock.now());
  const findings = await runChecks(checks);
  return (check: string) => {
    const { state, text } = findings.find((one) => one.check === check) ?? {};
    return `${state}: ${text}`;
  };
}

describe("what a proxy passes on", isLinux, () => {
  it("is found right where the proxy replaces the headers and buffers nothing (R392)", async (t) => {
    const { kanaat, port } = await serve(t, [INNER]);
    const empty = await find(kanaat, await proxy(t, port, replaces));
    assert.equal(empty("event streams"), "skipped: there is no survey to watch yet");
    const owner = await signUp(kanaat);
    await publishSurvey(kanaat, owner, { result_visibility: "after" } as never);
    const hidden = await find(kanaat, await proxy(t, port, replaces));
    assert.match(hidden("event streams"), /^skipped: no survey shows its results/);
    await publishSurvey(kanaat, owner, { result_visibility: "before" } as never);
    const found = await find(kanaat, await proxy(t, port, replaces));
    assert.equal(found("client address"), `ok: 127.0.0.1, through ${INNER}`);
    assert.match(found("forged address"), /^ok/);
    assert.match(found("host and protocol"), /^ok: http, 127\.0\.0\.1:/);
    assert.equal(found("event streams"), "ok: they arrive as they are sent");
    const buffered = await find(kanaat, await proxy(t, port, replaces, { buffers: true }));
    assert.match(buffered("event streams"), /^error: the proxy holds event streams back/);
  });

  it("is found wrong where TRUST_PROXY does not name every proxy (R392)", async (t) => {
    const off = await serve(t, false);
    const untrusted = await find(off.kanaat, await proxy(t, off.port, replaces));
    assert.match(
      untrusted("client address"),
      /^error: .*TRUST_PROXY is off.*TRUST_PROXY=127\.0\.0\.9$/,
    );
    const { kanaat, port } = await serve(t, [INNER]);
    const inner = await proxy(t, port, appends);
    const outer = await proxy(t, inner, replaces, { from: OUTER });
    const found = await find(kanaat, outer);
    assert.match(
      found("client address"),
      /^error: TRUST_PROXY does not name the proxy at 127\.0\.0\.8/,
    );
    assert.match(found("forged address"), /^ok/);
  });

  it("is found wrong where the proxy does not pass on the visitor's address, or lets visitors write it (R392)", async (t) => {
    const { kanaat, port } = await serve(t, [INNER]);
    const found = await find(kanaat, await proxy(t, port, passesOn));
    assert.match(
      found("client address"),
      /^error: the proxy at 127\.0\.0\.9 does not pass on the visitor's address/,
    );
    assert.match(found("forged address"), /^error: anybody gets past the limits/);
    assert.match(
      found("host and protocol"),
      /^warning: .*X-Forwarded-Proto: nothing instead of http/,
    );
    const appended = await find(kanaat, await proxy(t, port, appends));
    assert.match(appended("forged address"), /^ok/);
    const renamed = await find(
      kanaat,
      await proxy(t, port, (headers, visitor) => ({
        ...replaces(headers, visitor),
        host: "kanaat",
      })),
    );
    assert.match(
      renamed("host and protocol"),
      /^warning: the proxy passes on Host: kanaat instead of/,
    );
  });

  it("is found wrong where TRUST_PROXY believes visitors (R392)", async (t) => {
    const on = await serve(t, true);
    const believed = await find(on.kanaat, await proxy(t, on.port, appends));
    assert.match(believed("forged address"), /^error: .*TRUST_PROXY=127\.0\.0\.9 instead of on/);
    const { kanaat, port } = await serve(t, [INNER, "127.0.0.1"]);
    const appended = await find(kanaat, await proxy(t, port, appends));
    assert.match(appended("forged address"), /^warning: TRUST_PROXY names 127\.0\.0\.1 too/);
    const direct = await find(kanaat, port);
    assert.equal(direct("client address"), "ok: 127.0.0.1, without a proxy");
    assert.match(direct("forged address"), /^warning: 127\.0\.0\.1 is in TRUST_PROXY/);
  });

  it("is shown to nobody without the installation's secret (R392)", async (t) => {
    const { kanaat, port } = await serve(t, false);
    const found = await find(kanaat, port, { markSecret: "another".repeat(8) });
    assert.match(found("client address"), /^warning: .* is 404/);
    const status = async (pass?: string) => {
      const headers = pass === undefined ? {} : { [PASS_HEADER]: pass };
      return (await ask(kanaat.app, { url: PROXY_CHECK_PATH, headers })).statusCode;
    };
    const now = kanaat.clock.now();
    const secret = (await readSecret(kanaat.config)) ?? "";
    assert.equal(await status(createPass(secret, now)), 200);
    for (const pass of [
      undefined,
      "",
      `${now}.`,
      `${createPass(secret, now)}x`,
      createPass(secret, now).replace(/^\d+/, String(now + 1)),
      createPass(secret, now - 11 * MINUTE_MS),
      createPass(secret, now + 11 * MINUTE_MS),
    ]) {
      assert.equal(await status(pass), 404, `${pass}`);
    }
  });

  it("is not checked without PUBLIC_URL, or where that cannot be reached (R392)", async (t) => {
    const { kanaat } = await serve(t, false);
    const none = await find(kanaat, 1, { publicUrl: undefined });
    const away = await find(kanaat, 1);
    for (const check of [
      "client address",
      "forged address",
      "host and protocol",
      "event streams",
    ]) {
      assert.match(none(check), /^skipped: there is no PUBLIC_URL/);
      assert.match(away(check), /^skipped: http:\/\/127\.0\.0\.1:1 /);
    }
  });
});
