import assert from "node:assert/strict";
import { rename, statfs, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { after, it } from "node:test";
import { HOUR_S } from "#contract/durations.ts";
import { listCities } from "#contract/endpoints/lookups.ts";
import { castVote } from "#contract/endpoints/votes.ts";
import { recordBackup, recordBackupCheck } from "#server/backup/last-backup.ts";
import { serveMetrics } from "#server/http/server/metrics-server.ts";
import { storeImage } from "#server/images/store/with-stored-images.ts";
import { runMaintenance } from "#server/maintenance/maintenance.ts";
import { measure } from "#server/telemetry/metrics.ts";
import { testApp } from "#server/testing/test-app.ts";
import { succeed } from "#testing/api.ts";
import { signUp } from "#testing/people.ts";
import { publishSurvey } from "#testing/surveys.ts";

const metrics = await serveMetrics({ port: 0, host: "127.0.0.1" });
after(metrics.close);
const kanaat = await testApp({ after }, { onAnswered: metrics.onAnswered });
const origin = await kanaat.app.listen({ port: 0, host: "127.0.0.1" });
const address = `http://127.0.0.1:${metrics.port}/metrics`;

/** The values of a metric, by its labels as printed. */
async function valuesOf(name: string): Promise<Record<string, number>> {
  const text = await (await fetch(address)).text();
  const lines = text.matchAll(new RegExp(`^${name}(\\{.*\\})? (\\S+)$`, "gm"));
  return Object.fromEntries([...lines].map(([, labels = "", value]) => [labels, Number(value)]));
}

it("requests are counted by route, method and status, those from the cache too", async () => {
  const ask = async (path: string) => (await fetch(origin + path)).arrayBuffer();
  for (const path of [listCities.path, listCities.path, "/api/auth/surveys/999999", "/nothing/x"])
    await ask(path);
  const read = () => valuesOf("kanaat_http_request_duration_seconds_count");
  let counts = await read();
  // A client may have an answer before the server has counted it.
  while (!counts['{method="other",route="-",status="404"}']) counts = await read();
  assert.equal(counts[`{method="GET",route="${listCities.path}",status="200"}`], 2);
  assert.equal(counts['{method="GET",route="/api/auth/surveys/:id",status="404"}'], 1);
  assert.equal(counts['{method="other",route="-",status="404"}'], 1);
  const hits = await valuesOf("kanaat_response_cache_hits_total");
  assert.equal(hits[""], 1);
});

it("shared commits are counted, and the memory of caches", async () => {
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

it("jobs report when they last succeeded, and how often they failed (R343)", async () => {
  const turn = { clock: kanaat.clock, log: kanaat.app.log, signal: new AbortController().signal };
  const good = { name: "trial", stage: "prompt", run: async () => undefined } as const;
  const bad = {
    name: "trial that fails",
    stage: "prompt",
    run: () => Promise.reject("no"),
  } as const;
  await runMaintenance([good, bad], turn);
  await runMaintenance([bad], turn);
  const last = await valuesOf("kanaat_job_last_success_timestamp_seconds");
  assert.equal(last['{task="trial"}'], kanaat.clock.now() / 1000);
  assert.equal(last['{task="trial that fails"}'], undefined);
  const failures = await valuesOf("kanaat_job_failures_total");
  assert.deepEqual([failures['{task="trial"}'], failures['{task="trial that fails"}']], [0, 2]);
  const durations = await valuesOf("kanaat_job_last_duration_seconds");
  assert.ok((durations['{task="trial"}'] ?? -1) >= 0);
});

it("jobs that a stopping server gives up have neither succeeded nor failed (R343)", async () => {
  const stop = new AbortController();
  const run = async () => stop.abort();
  const job = { name: "trial that is given up", stage: "prompt", run } as const;
  await runMaintenance([job], { clock: kanaat.clock, log: kanaat.app.log, signal: stop.signal });
  const last = await valuesOf("kanaat_job_last_success_timestamp_seconds");
  assert.equal(last['{task="trial that is given up"}'], undefined);
});

it("a server reports how often its jobs are due, and one with ROLE=web has no shared ones (R343)", async (t) => {
  const [minute, hour] = ["send mails", "delete old notifications"];
  const due = await valuesOf("kanaat_job_interval_seconds");
  assert.equal(due[`{task="${hour}"}`], HOUR_S);
  assert.equal(due[`{task="${minute}"}`], undefined, "no mail is set up");
  assert.deepEqual(await valuesOf("kanaat_runs_jobs"), { "": 1 });
  const web = await testApp(t, { config: { role: "web" } });
  await web.app.listen({ port: 0, host: "127.0.0.1" });
  // Values of tests in this process add up; another process has its own.
  assert.deepEqual(await valuesOf("kanaat_runs_jobs"), { "": 1 });
  assert.equal((await valuesOf("kanaat_job_interval_seconds"))[`{task="${hour}"}`], HOUR_S);
  await web.close();
});

it("the store, the disk, refused pictures, the last backup and its trial are reported (R343)", async () => {
  assert.deepEqual(await valuesOf("kanaat_image_store_up"), { "": 1 });
  const images = join(kanaat.config.dataDir, "images");
  await rename(images, `${images}.away`);
  assert.deepEqual(await valuesOf("kanaat_image_store_up"), { "": 0 });
  await rename(`${images}.away`, images);
  const { bavail, bsize } = await statfs(kanaat.config.dataDir);
  const free = (await valuesOf("kanaat_disk_free_bytes"))[""] ?? 0;
  assert.ok(Math.abs(free - bavail * bsize) < 1e9);
  assert.ok(((await valuesOf("kanaat_disk_least_free_bytes"))[""] ?? 0) > 0);

  const refused = async () =>
    (await valuesOf("kanaat_pictures_refused_total"))['{reason="image_format"}'];
  const before = (await refused()) ?? 0;
  const broken = join(kanaat.config.dataDir, "uploads", "broken");
  await writeFile(broken, "no picture");
  await assert.rejects(storeImage(kanaat, broken, { preview: false, caller: "1" }));
  assert.equal(await refused(), before + 1);

  assert.deepEqual(await valuesOf("kanaat_backup_last_success_timestamp_seconds"), {});
  const made_at = "2026-11-26T03:00:00.000Z";
  await recordBackup(kanaat.config.dataDir, { made_at, folder: "/backups/1", seconds: 7 });
  const at = await valuesOf("kanaat_backup_last_success_timestamp_seconds");
  assert.deepEqual(at, { "": Date.parse(made_at) / 1000 });
  assert.deepEqual(await valuesOf("kanaat_backup_last_duration_seconds"), { "": 7 });

  const checkedAt = () => valuesOf("kanaat_backup_check_last_success_timestamp_seconds");
  assert.deepEqual(await checkedAt(), {});
  const checked_at = "2026-11-27T05:00:00.000Z";
  const check = { made_at, checked_at, folder: "/backups/1", seconds: 9 };
  await recordBackupCheck(kanaat.config.dataDir, check);
  assert.deepEqual(await checkedAt(), { "": Date.parse(checked_at) / 1000 });
});

it("sealed surveys that differ are counted (R343)", async () => {
  assert.deepEqual(await valuesOf("kanaat_seals_differing"), { "": 0 });
  const survey = await publishSurvey(kanaat, await signUp(kanaat));
  await kanaat.db.query.insertInto("signing_keys").values({ key_id: "k", x: "x" }).execute();
  await kanaat.db.query
    .insertInto("seals")
    .values({
      ...{ survey_id: survey.id, document: "{}", signature: "s", key_id: "k" },
      ...{ checked_at: 0, difference: "the votes of an option" },
    })
    .execute();
  assert.deepEqual(await valuesOf("kanaat_seals_differing"), { "": 1 });
});

it("lines of the log that report faults are counted by level (R343)", async (t) => {
  const loud = await testApp(t, { config: { logLevel: "fatal" } });
  const count = async () => (await valuesOf("kanaat_log_lines_total"))['{level="fatal"}'] ?? 0;
  const before = await count();
  loud.app.log.error("below the level");
  loud.app.log.fatal("a line that a test writes");
  assert.equal(await count(), before + 1);
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

it("nothing else is served on its port", async () => {
  assert.equal((await fetch(new URL("/", address))).status, 404);
});
