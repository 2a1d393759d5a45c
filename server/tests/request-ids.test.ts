import assert from "node:assert/strict";
import { once } from "node:events";
import { connect } from "node:net";
import { text } from "node:stream/consumers";
import { after, describe, it } from "node:test";
import { getAccount } from "#contract/endpoints/account.ts";
import { listCities } from "#contract/endpoints/lookups.ts";
import { testApp } from "#server/testing/test-app.ts";
import { signUp } from "#testing/people.ts";

const kanaat = await testApp({ after }, { config: { corsOrigins: ["https://kanaat.example"] } });
const { app } = kanaat;
const origin = await app.listen({ port: 0, host: "127.0.0.1" });
const UUID = /^[\da-f]{8}-[\da-f-]{27}$/;

const get = (path: string, headers: Record<string, string> = {}) =>
  fetch(origin + path, { headers });
const idOf = ({ headers }: Response) => headers.get("x-request-id") ?? "";

/** The response to raw bytes. */
async function send(bytes: string): Promise<string> {
  const socket = connect(Number(new URL(origin).port), "127.0.0.1");
  await once(socket, "connect");
  socket.write(bytes);
  return text(socket);
}

describe("a request's id", () => {
  it("is in every response, and differs each time (R174)", async () => {
    const { token } = await signUp(kanaat);
    const own = { authorization: `Bearer ${token}` };
    const calls = [
      get(listCities.path),
      get(listCities.path),
      get(listCities.path),
      get(getAccount.path, own),
      get(getAccount.path),
      get("/api/nothing"),
      get("/healthz"),
      get("/images/00/nothing/320.webp"),
      get("/api/surveys/%E0%A4%A"),
      get("/api/surveys", { origin: "https://kanaat.example" }),
      fetch(origin + listCities.path, { method: "DELETE" }),
      fetch(origin + listCities.path, { method: "HEAD" }),
    ];
    const ids = [];
    for (const call of calls) ids.push(idOf(await call));
    for (const id of ids) assert.match(id, UUID);
    assert.equal(new Set(ids).size, ids.length);
  });

  it("is the caller's own where it is safe, also in cached responses (R174)", async () => {
    for (const id of ["a", "01JDM3-x_y.z:9", "f".repeat(128)]) {
      assert.equal(idOf(await get(listCities.path, { "x-request-id": id })), id);
      assert.equal(idOf(await get("/readyz", { "x-request-id": id })), id);
    }
    assert.match(idOf(await get(listCities.path)), UUID);
  });

  it("is a new one where the caller's could do harm (R174)", async () => {
    for (const id of ["", "a b", 'x"}', "<b>", "f".repeat(129), "a,b", "ü"]) {
      const headers = { "x-request-id": id };
      const answer = await get("/readyz", headers);
      assert.match(idOf(answer), UUID, id);
    }
    const twice =
      "GET /readyz HTTP/1.1\r\nHost: a\r\nX-Request-Id: a\r\nX-Request-Id: b\r\nConnection: close\r\n\r\n";
    assert.match(await send(twice), /x-request-id: [\da-f]{8}-/i);
  });

  it("is the one that an error names, wherever it comes from (R174)", async () => {
    const headers = { "x-request-id": "from-the-proxy" };
    for (const path of [
      "/api/nothing",
      getAccount.path,
      "/api/surveys/%E0%A4%A",
      "/api/surveys?limit=x",
    ]) {
      const answer = await get(path, headers);
      const { request_id } = (await answer.json()) as { request_id: string };
      assert.deepEqual([request_id, idOf(answer)], ["from-the-proxy", "from-the-proxy"], path);
    }
    const twoHosts =
      "GET / HTTP/1.1\r\nHost: a\r\nHost: b\r\nX-Request-Id: mine\r\nConnection: close\r\n\r\n";
    assert.match(await send(twoHosts), /x-request-id: mine\r\n[\s\S]*"request_id":"mine"/i);
    const broken = await send("nonsense\r\n\r\n");
    const [, id] = /x-request-id: (\S+)/.exec(broken) ?? [];
    assert.match(id ?? "", UUID);
    assert.ok(broken.includes(`"request_id":"${id}"`));
  });

  it("may be sent and read by pages of other origins that may call", async () => {
    const headers = { origin: "https://kanaat.example" };
    const answer = await get("/api/surveys", headers);
    assert.match(answer.headers.get("access-control-expose-headers") ?? "", /x-request-id/);
  });
});
