import assert from "node:assert/strict";
import { once } from "node:events";
import { readdir, readFile } from "node:fs/promises";
import { connect } from "node:net";
import { join } from "node:path";
import { after, it } from "node:test";
import { MINUTE_MS } from "#contract/durations.ts";
import { login } from "#contract/endpoints/account.ts";
import { listCities } from "#contract/endpoints/lookups.ts";
import { streamNotifications } from "#contract/endpoints/notifications.ts";
import { testApp } from "#server/testing/test-app.ts";
import { signUp } from "#testing/people.ts";

let log = "";
const accessLogTo = {
  write(text: string) {
    log += text;
  },
};
const kanaat = await testApp({ after }, { config: { accessLog: true }, accessLogTo });
const origin = await kanaat.app.listen({ port: 0, host: "127.0.0.1" });

it("a line has the status and the duration, and not who asked for what", async () => {
  const { email, token, nickname } = await signUp(kanaat);
  const headers = { authorization: `Bearer ${token}`, "x-request-id": "from-the-proxy" };
  const ask = async (path: string, more = {}) => (await fetch(origin + path, more)).arrayBuffer();
  const cities = await ask(listCities.path);
  await ask(`${listCities.path}`);
  await ask(`/api/users/${nickname}?davet=GIZLIKOD`, { headers });
  await ask("/api/nothing/secret-name");
  const body = JSON.stringify({ email, password: "yanlis-sifre" });
  const json = { "content-type": "application/json" };
  await ask(login.path, { method: "POST", headers: json, body });
  const leaving = new AbortController();
  const stream = await fetch(origin + streamNotifications.path, {
    headers,
    signal: leaving.signal,
  });
  leaving.abort();
  await stream.text().catch(() => undefined);
  const socket = connect(Number(new URL(origin).port), "127.0.0.1");
  socket.end("GET / HTTP/1.1\r\nHost: a\r\nHost: b\r\n\r\n").resume();
  await once(socket, "close");
  await kanaat.close();

  const lines = log
    .trim()
    .split("\n")
    .map((line) => JSON.parse(line));
  const found = lines.map(({ method, route, status }) => `${method} ${route} ${status}`);
  for (const line of [
    `GET ${listCities.path} 200`,
    "GET /api/users/:nickname 200",
    "GET - 404",
    `POST ${login.path} 401`,
    `GET ${streamNotifications.path} 499`,
    "GET - 400",
  ]) {
    assert.ok(found.includes(line), `${line} in\n${found.join("\n")}`);
  }
  const ofCities = lines.filter(({ route }) => route === listCities.path);
  assert.equal(ofCities.length, 2);
  for (const { bytes } of ofCities) assert.ok(bytes > cities.byteLength, bytes);
  for (const line of lines) {
    assert.deepEqual(Object.keys(line), [
      "at",
      "request_id",
      "method",
      "route",
      "status",
      "ms",
      "bytes",
      "network",
    ]);
    assert.ok(line.ms >= 0 && line.ms < MINUTE_MS);
  }
  assert.ok(lines.some(({ request_id }) => request_id === "from-the-proxy"));
  for (const secret of [token, nickname, email, "GIZLIKOD", "secret-name", "127.0.0.1"]) {
    assert.ok(!log.includes(secret), secret);
  }
  const folder = join(kanaat.config.dataDir, "security-log");
  const [file = ""] = await readdir(folder);
  const events = (await readFile(join(folder, file), "utf8")).trim().split("\n");
  const failed = events
    .map((line) => JSON.parse(line))
    .find(({ event }) => event === "sign_in_failed");
  assert.equal(lines.find(({ route }) => route === login.path).network, failed.network);
});
