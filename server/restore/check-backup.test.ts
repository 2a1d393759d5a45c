import assert from "node:assert/strict";
import { execFile, spawn } from "node:child_process";
import { hash } from "node:crypto";
import { once } from "node:events";
import { cp, mkdir, readdir, readFile, truncate, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { after, describe, it } from "node:test";
import { setTimeout as sleep } from "node:timers/promises";
import { promisify } from "node:util";
import pg from "pg";
import { MINUTE_MS } from "#contract/durations.ts";
import { followPerson } from "#contract/endpoints/follows.ts";
import { closeSurvey } from "#contract/endpoints/surveys.ts";
import { backUp } from "#server/backup/backup.ts";
import { readLastBackupCheck } from "#server/backup/last-backup.ts";
import { migrate } from "#server/db/migrate.ts";
import { openUnmigrated } from "#server/db/open.ts";
import { SECRET_FILE } from "#server/secret/secret-file.ts";
import { testApp } from "#server/testing/test-app.ts";
import { succeed } from "#testing/api.ts";
import { createInstance, engineUnderTest } from "#testing/instance.ts";
import { type Person, signUp } from "#testing/people.ts";
import { picture } from "#testing/pictures.ts";
import { publishSurvey, voteFor } from "#testing/surveys.ts";
import { checkBackup } from "./check-backup.ts";

const ENGINE = engineUnderTest();
const kanaat = await testApp({ after });
const { databaseUrl = "" } = kanaat.instance;
const owner = await signUp(kanaat, { image: await picture() });
const voters: Person[] = [];
for (let i = 0; i < 10; i++) voters.push(await signUp(kanaat));
const params = { userId: owner.id };
await succeed(kanaat.call(followPerson, { token: voters[0]?.token, params }));
const survey = await publishSurvey(kanaat, owner);
for (const [i, voter] of voters.entries()) await voteFor(kanaat, voter, survey, i % 2);
await succeed(kanaat.call(closeSurvey, { token: owner.token, params: { id: survey.id } }));
kanaat.clock.advance(2 * MINUTE_MS);
await kanaat.runMaintenance();
const open = await publishSurvey(kanaat, owner);
await voteFor(kanaat, owner, open, 0);

const backups = join(kanaat.instance.dataDir, "backups");
await mkdir(backups);
const whole = join(backups, "whole");
await backUp(kanaat.instance, whole);

/** Where the commands of this file create their temporary folders. */
const tmp = join(kanaat.instance.dataDir, "tmp");
await mkdir(tmp);

const command = (folder: string, env: NodeJS.ProcessEnv = {}, ...options: string[]) =>
  [
    process.execPath,
    ["scripts/restore.ts", "--check", folder, ...options],
    {
      env: {
        ...process.env,
        ...{ DATA_DIR: kanaat.instance.dataDir, DATABASE_URL: databaseUrl, TMPDIR: tmp },
        ...env,
      },
    },
  ] as const;

/** `npm run restore -- --check`: its exit code and all its output. */
async function check(...given: Parameters<typeof command>) {
  const run = promisify(execFile)(...command(...given));
  const { code = 0, stdout, stderr } = await run.catch((error) => error);
  return { code, text: `${stdout}${stderr}` };
}

const onServer = async <T>(use: (client: pg.Client) => Promise<T>): Promise<T> => {
  const client = new pg.Client(databaseUrl);
  await client.connect();
  return use(client).finally(() => client.end());
};

/** Leftovers of checks: temporary folders, and on PostgreSQL also databases. */
async function leftOvers(): Promise<string[]> {
  const folders = await readdir(tmp);
  if (ENGINE === "sqlite") return folders;
  const { rows } = await onServer((client) =>
    client.query(
      "select scratch.datname as name from pg_database as scratch join pg_database as own on scratch.datname = 'kanaat_restore_check_' || own.oid where own.datname = current_database()",
    ),
  );
  return [...folders, ...rows.map(({ name }) => name)];
}

/** A check in this process. */
async function checked(folder: string) {
  process.env.TMPDIR = tmp;
  const { signal } = new AbortController();
  return checkBackup(kanaat.config, folder, { now: Date.now(), signal });
}

/** A picture that is in no backup. */
const LOST = `/images/00/${"0".repeat(32)}/1280.webp`;

let copies = 0;
/** A copy of the backup with changed files and matching sums. */
async function altered(changes: Record<string, (text: string) => string>): Promise<string> {
  const folder = join(kanaat.instance.dataDir, `altered-${copies++}`);
  await cp(whole, folder, { recursive: true });
  const file = (path: string) => join(folder, path);
  for (const [name, change] of Object.entries(changes)) {
    const text = await readFile(file(name), "utf8");
    assert.notEqual(change(text), text);
    await writeFile(file(name), change(text));
    await sumAgain(folder, name);
  }
  // As from a version that recorded no checksum of the rows.
  const manifest = JSON.parse(await readFile(file("backup.json"), "utf8"));
  const rows: Record<string, number> = {};
  for (const table of Object.keys(manifest.rows)) {
    const lines = (await readFile(file(`tables/${table}.jsonl`), "utf8")).trimEnd().split("\n");
    rows[table] = lines.length - 1;
  }
  await writeFile(file("backup.json"), JSON.stringify({ ...manifest, rows, checksums: undefined }));
  await sumAgain(folder, "backup.json");
  return folder;
}

async function sumAgain(folder: string, name: string): Promise<void> {
  const sum = hash("sha256", await readFile(join(folder, name)));
  const sums = await readFile(join(folder, "SHA256SUMS"), "utf8");
  const lines = sums
    .split("\n")
    .map((line) => (line.endsWith(`  ${name}`) ? `${sum}  ${name}` : line));
  await writeFile(join(folder, "SHA256SUMS"), lines.join("\n"));
}

/** Changes a table's first row that has this value in a column. */
const inRow =
  (where: readonly [string, unknown], change: (row: Record<string, unknown>) => object | null) =>
  (text: string) => {
    const [head = "[]", ...lines] = text.trimEnd().split("\n");
    const names: string[] = JSON.parse(head);
    const rows = lines.map((line) =>
      Object.fromEntries(JSON.parse(line).map((value: unknown, i: number) => [names[i], value])),
    );
    const at = rows.findIndex((row) => row[where[0]] === where[1]);
    const row = change(rows[at] ?? {});
    rows.splice(at, 1, ...(row ? [row] : []));
    const written = rows.map((one) => JSON.stringify(names.map((name) => one[name])));
    return `${[head, ...written].join("\n")}\n`;
  };

describe("npm run restore -- --check", () => {
  it("finds nothing wrong with the newest backup, leaves nothing behind and is recorded (R360)", async () => {
    const before = await kanaat.db.query.selectFrom("votes").selectAll().execute();
    const { code, text } = await check(backups);
    assert.equal(code, 0, text);
    assert.match(text, /^11 people, 2 surveys, 11 votes, 7 pictures, 1 seals$/m);
    assert.match(text, /backups\/whole can be restored/);
    assert.doesNotMatch(text, /WRONG|Note/);
    const { folder, made_at, checked_at } =
      (await readLastBackupCheck(kanaat.config.dataDir)) ?? {};
    assert.equal(folder, whole);
    assert.ok(made_at && checked_at && made_at < checked_at);
    assert.deepEqual(await leftOvers(), []);
    assert.deepEqual(await kanaat.db.query.selectFrom("votes").selectAll().execute(), before);
  });

  it("finds wrong counters, votes, seals, pictures and another secret, with exit code 1 (R360)", async () => {
    const recorded = await readLastBackupCheck(kanaat.config.dataDir);
    const folder = await altered({
      "tables/options.jsonl": inRow(["survey_id", open.id], (row) => ({ ...row, vote_count: 2 })),
      "tables/votes.jsonl": inRow(["survey_id", survey.id], () => null),
      "tables/option_cohorts.jsonl": inRow(["option_id", survey.options[0]?.id], (row) => ({
        ...{ ...row, votes: 99 },
      })),
      "tables/users.jsonl": (text) =>
        [
          inRow(["id", owner.id], (row) => ({ ...row, follower_count: 0, image: LOST })),
          inRow(["id", voters[1]?.id], (row) => ({ ...row, following_count: 1 })),
        ].reduce((changed, change) => change(changed), text),
      "tables/seals.jsonl": (text) => text.replace("Sabah ne", "Akşam ne"),
      [SECRET_FILE]: () => "baska-kurulumun-otuz-iki-harfli-sirri",
    });
    const { code, text } = await check(folder);
    const problems = [...text.matchAll(/^WRONG: (.+)$/gm)].map(([, problem = ""]) => problem);
    const expected = [
      /^kanaat\.secret of the backup is not the one of its rows$/,
      /^1 counters of a person's followers differ/,
      /^1 counters of the people whom a person follows differ/,
      /^2 counters of an option's votes differ from the rows \(id \d+\)$/,
      /^1 counters of an option's votes by group differ/,
      new RegExp(`^survey ${survey.id} is not as it was sealed: the seal does not hold`),
      new RegExp(`^${LOST.slice(1)} is missing, and a row names it$`),
    ];
    assert.equal(problems.length, expected.length, text);
    for (const [i, pattern] of expected.entries()) assert.match(problems[i] ?? "", pattern);
    assert.match(text, /would not be restored as it was: 7 faults/);
    assert.doesNotMatch(text, /can be restored/);
    assert.equal(code, 1);
    assert.deepEqual(await leftOvers(), []);
    assert.deepEqual(await readLastBackupCheck(kanaat.config.dataDir), recorded);
  });

  it("finds rows that differ from what was recorded, and files that have changed (R360)", async () => {
    const withoutVote = { "tables/votes.jsonl": inRow(["survey_id", open.id], () => null) };
    const fewer = await altered(withoutVote);
    await cp(join(whole, "backup.json"), join(fewer, "backup.json"));
    await sumAgain(fewer, "backup.json");
    await assert.rejects(checked(fewer), /The backup has too few rows of votes/);
    const cut = await altered(withoutVote);
    await truncate(join(cut, "tables/users.jsonl"), 100);
    await assert.rejects(checked(cut), /The backup is damaged: tables\/users\.jsonl has changed/);
    assert.deepEqual(await leftOvers(), []);
  });

  it("names pictures that were lost or cut off before, which is no fault (R360)", async () => {
    const [cut = ""] = open.options.map(({ image }) => image.slice(1));
    const folder = await altered({
      [cut]: () => "RIFF",
      "tables/users.jsonl": inRow(["id", owner.id], (row) => ({ ...row, image: LOST })),
      "backup.json": (text) =>
        text.replace(
          '"lost_pictures": []',
          `"lost_pictures": ["${LOST.split("/", 4).slice(2).join("/")}"]`,
        ),
    });
    const { problems, notes } = await checked(folder);
    assert.deepEqual(problems, []);
    assert.equal(notes.length, 2);
    assert.match(notes[0] ?? "", /^images\/00\/0+ was lost before the backup was made$/);
    assert.match(notes[1] ?? "", /^before the backup was made: the stored images.* is cut off/);
  });

  it("leaves nothing after SIGTERM, and the next run deletes what SIGKILL leaves (R360)", async () => {
    for (const [signal, ending, left] of [
      ["SIGTERM", [1, null], 0],
      ["SIGKILL", [null, "SIGKILL"], 1],
    ] as const) {
      const child = spawn(...command(whole));
      const exit = once(child, "exit");
      while ((await leftOvers()).length === 0) await sleep(1);
      child.kill(signal);
      assert.deepEqual(await exit, ending);
      assert.equal((await leftOvers()).length, left);
    }
    await checked(whole);
    assert.deepEqual(await leftOvers(), []);
  });

  it("takes a backup of the first tables, which has no secret, seals or checksums (R360)", async (t) => {
    const instance = await createInstance(ENGINE);
    t.after(() => instance.atEnd.disposeAsync());
    const db = await openUnmigrated(instance);
    await migrate(db, "001-first-tables");
    await db.close();
    const folder = join(kanaat.instance.dataDir, "first");
    await backUp(instance, folder);
    const { problems, notes, manifest } = await checked(folder);
    assert.deepEqual([problems, notes, manifest.migration], [[], [], "001-first-tables"]);
  });

  it("says where there is no backup, and takes no options that do not fit (R360)", async () => {
    const empty = await check(tmp);
    assert.deepEqual([empty.code, /is not a backup and contains none/.test(empty.text)], [1, true]);
    const args = ["scripts/restore.ts", "--check", "--replace", whole];
    const { code } = await promisify(execFile)(process.execPath, args).catch((error) => error);
    assert.equal(code, 2);
  });
});

if (ENGINE === "postgres") {
  describe("a check on PostgreSQL", () => {
    it("is one at a time for each database (R360)", async () => {
      await onServer(async (client) => {
        await client.query("select pg_advisory_lock(hashtext('kanaat restore check'))");
        const { code, text } = await check(whole);
        assert.equal(code, 1);
        assert.match(text, /Another backup is being checked/);
      });
    });

    it("says what a role without CREATEDB needs, and uses SQLite then (R360)", async (t) => {
      const role = `tester_${process.pid}`;
      await onServer((client) => client.query(`create role ${role} login password 'sifre'`));
      t.after(() => onServer((client) => client.query(`drop role ${role}`)));
      const url = Object.assign(new URL(databaseUrl), { username: role, password: "sifre" }).href;
      const { code, text } = await check(whole, { DATABASE_URL: url });
      assert.equal(code, 1);
      assert.match(text, /may not create databases.*or add --sqlite/);
      const onSqlite = await check(whole, { DATABASE_URL: url }, "--sqlite");
      assert.equal(onSqlite.code, 0, onSqlite.text);
      assert.deepEqual(await leftOvers(), []);
    });
  });
}
