import assert from "node:assert/strict";
import { execFileSync, spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { json } from "node:stream/consumers";
import { it } from "node:test";
import { getAccount } from "#contract/endpoints/account.ts";
import { listCities } from "#contract/endpoints/lookups.ts";
import { startTracing, wantsTraces } from "./tracing.ts";

if (!existsSync("deploy/tracing/node_modules")) execFileSync("npm", ["run", "--silent", "tracing"]);

interface Span {
  name: string;
  traceId: string;
  attributes: { key: string; value: { stringValue?: string } }[];
}
interface Traces {
  resourceSpans: { scopeSpans: { scope: { name: string }; spans: Span[] }[] }[];
}

it("requests, routes and statements are sent where OpenTelemetry's variables say, without what is personal", async (t) => {
  const received: Traces[] = [];
  const collector = createServer(async (request, response) => {
    received.push((await json(request)) as Traces);
    response.end("{}");
  });
  await new Promise<void>((resolve) => void collector.listen(0, "127.0.0.1", resolve));
  t.after(() => collector.close());
  const { port } = collector.address() as AddressInfo;
  process.env.OTEL_EXPORTER_OTLP_ENDPOINT = `http://127.0.0.1:${port}`;
  process.env.OTEL_EXPORTER_OTLP_PROTOCOL = "http/json";
  const send = startTracing(process.env);
  const { testApp } = await import("#server/testing/test-app.ts");
  const { signUp } = await import("#testing/people.ts");
  const kanaat = await testApp({ after: (tidy) => t.after(tidy) });
  const origin = await kanaat.app.listen({ port: 0, host: "127.0.0.1" });
  const { token, nickname } = await signUp(kanaat);

  const traceId = "4bf92f3577b34da6a3ce929d0e0e4736";
  const traceparent = `00-${traceId}-00f067aa0ba902b7-01`;
  const headers = { traceparent, authorization: `Bearer ${token}`, "user-agent": "tarayici" };
  for (const path of [
    listCities.path,
    `${getAccount.path}?davet=GIZLI`,
    `/api/users/${nickname}?x=GIZLI`,
  ]) {
    assert.equal((await fetch(origin + path, { headers })).status, 200);
  }
  await send();

  const scopes = received.flatMap(({ resourceSpans }) =>
    resourceSpans.flatMap((one) => one.scopeSpans),
  );
  const spansOf = (name: string) =>
    scopes.filter(({ scope }) => scope.name === name).flatMap(({ spans }) => spans);
  const ofHttp = spansOf("@opentelemetry/instrumentation-http").filter(
    (span) => span.traceId === traceId,
  );
  assert.deepEqual(
    ofHttp.map(({ name }) => name),
    [`GET ${listCities.path}`, `GET ${getAccount.path}`, "GET /api/users/:nickname"],
  );
  for (const { key, value } of ofHttp.flatMap(({ attributes }) => attributes)) {
    if (/^(client|network\.peer)\.address$/.test(key)) assert.equal(value.stringValue, "", key);
  }
  assert.equal(spansOf("@fastify/otel").filter((span) => span.traceId === traceId).length, 3);
  const statements = spansOf("@opentelemetry/instrumentation-pg");
  assert.equal(
    statements.some((span) => span.traceId === traceId),
    kanaat.db.engine === "postgres",
  );
  const all = JSON.stringify(received);
  for (const secret of [nickname, token, "GIZLI", "tarayici"])
    assert.ok(!all.includes(secret), secret);
});

it("nothing is traced unless it is asked for", () => {
  const endpoint = { OTEL_EXPORTER_OTLP_ENDPOINT: "http://127.0.0.1:4318" };
  assert.equal(wantsTraces({}), false);
  assert.equal(wantsTraces(endpoint), true);
  assert.equal(wantsTraces({ ...endpoint, OTEL_SDK_DISABLED: "true" }), false);
});

it("says what to install where it is missing", () => {
  const code = `import { registerHooks } from "node:module";
    registerHooks({ resolve(name, context, next) {
      if (/otel|opentelemetry/.test(name)) throw Object.assign(new Error(name), { code: "MODULE_NOT_FOUND" });
      return next(name, context);
    } });
    const { startTracing } = await import("./server/telemetry/tracing.ts");
    try { startTracing({}); } catch (error) { console.log(error.message); }`;
  const { stdout } = spawnSync(process.execPath, ["--input-type=module", "-e", code], {
    encoding: "utf8",
  });
  assert.match(stdout, /run `npm run tracing` once/);
});
