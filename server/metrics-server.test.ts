import assert from "node:assert/strict";
import { after, it } from "node:test";
import { listCities } from "#contract/lookups.ts";
import { castVote } from "#contract/votes.ts";
import { serveMetrics } from "#server/metrics-server.ts";
import { testApp } from "#server/testing/test-app.ts";
import { succeed } from "#testing/api.ts";
import { signUp } from "#testing/people.ts";
import { publishSurvey } from "#testing/surveys.ts";
import { measure } from "./metrics.ts";

const metrics = await serveMetrics({ port: 0, host: "127.0.0.1" });
after(metrics.close);
const kanaat = await testApp({ after }, { onAnswered: metrics.onAnswered });
const origin = await kanaat.app.listen({ port: 0, host: "127.0.0.1" });
const address = `http://127.0.0.1:${metrics.port}/metrics`;

/** The values of a metric, by its labels as they are written. */
async function valuesOf(name: string): Promise<Record<string, number>> {
  const text = await (await fetch(address)).text();
  const lines = text.matchAll(new RegExp(`^${name}(\\{.*\\})? (\\S+)$`, "gm"));
  return Object.fromEntries([...lines].map(([, labels = "", value]) => [labels, Number(value)]));
}

it("requests are counted by route, method and status, those from the cache too", async () => {
  const ask = async (path: string) => (await fetch(origin + path)).arrayBuffer();
  for (const path of [listCities.path, listCities.path, "/api/auth/surveys/999999", "/nothing/x"])
    await ask(path);
  const counts = await valuesOf("kanaat_http_request_duration_seconds_count");
  assert.equal(counts[`{method="GET",route="${listCities.path}",status="200"}`], 2);
  assert.equal(counts['{method="GET",route="/api/auth/surveys/:id",status="404"}'], 1);
  assert.equal(counts['{method="other",route="-",status="404"}'], 1);
  const hits = await valuesOf("kanaat_response_cache_hits_total");
  assert.equal(hits[""], 1);
});

it("commits that calls shared are counted, and what their servers hold", async () => {
  const owner = await signUp(kanaat);
  const survey = await publishSurvey(kanaat, owner);
  const body = { survey_id: survey.id, survey_option_id: survey.options[0]?.id };
  await succeed(kanaat.call(castVote, { token: owner.token, body }));
  for (const name of ["kanaat_group_commit_size_count", "kanaat_group_commit_seconds_sum"]) {
    assert.ok(((await valuesOf(name))[""] ?? 0) > 0, name);
  }
  for (const name of ["kanaat_sessions_cached", "kanaat_database_up"]) {
    assert.ok(((await valuesOf(name))[""] ?? 0) >= 1, name);
  }
  const { version } = JSON.parse((await import("node:fs")).readFileSync("package.json", "utf8"));
  assert.match(
    Object.keys(await valuesOf("kanaat_build_info"))[0] ?? "",
    new RegExp(`version="${version}"`),
  );
  assert.ok(Object.keys(await valuesOf("nodejs_eventloop_lag_p99_seconds")).length > 0);
});

it("connections to PostgreSQL are counted by what they do", async () => {
  const states = Object.keys(await valuesOf("kanaat_database_connections"));
  const there = ["busy", "hung", "idle", "waiting"].map((state) => `{state="${state}"}`);
  assert.deepEqual(states.sort(), kanaat.db.engine === "postgres" ? there : []);
});

it("what cannot be read is left out, and equal names are added up", async () => {
  const one = { name: "kanaat_trial", help: "x", kind: "gauge", read: () => 2 } as const;
  const taken = [measure(one), measure({ ...one, read: async () => 3 })];
  taken.push(measure({ ...one, name: "kanaat_broken", read: () => Promise.reject(new Error()) }));
  assert.deepEqual(await valuesOf("kanaat_trial"), { "": 5 });
  assert.deepEqual(await valuesOf("kanaat_broken"), {});
  for (const take of taken) take();
  assert.deepEqual(await valuesOf("kanaat_trial"), {});
});

it("there is nothing else on its port", async () => {
  assert.equal((await fetch(new URL("/", address))).status, 404);
});
