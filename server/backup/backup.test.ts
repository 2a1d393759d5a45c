import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import { hash, randomBytes } from "node:crypto";
import { appendFile, cp, mkdir, readdir, readFile, rm, stat, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { after, describe, it } from "node:test";
import { setTimeout as sleep } from "node:timers/promises";
import { promisify } from "node:util";
import { sql } from "kysely";
import { deleteAccount } from "#contract/endpoints/account.ts";
import { useCode } from "#contract/endpoints/codes.ts";
import { completeDetails, completeIdentity } from "#contract/endpoints/completion.ts";
import { deleteSurvey, listSurveys, setVisibility } from "#contract/endpoints/surveys.ts";
import { castVote, getResults } from "#contract/endpoints/votes.ts";
import { migrate } from "#server/db/migrate.ts";
import { openUnmigrated } from "#server/db/open.ts";
import { TABLE_NAMES } from "#server/db/tables/tables.ts";
import { foldCohorts } from "#server/features/ballots/cohorts.writes.ts";
import { createCode } from "#server/features/codes/codes.writes.ts";
import { rankListed } from "#server/features/votes/ranking.writes.ts";
import { deleteImages } from "#server/images/store/with-stored-images.ts";
import { restore } from "#server/restore/restore.ts";
import { SECRET_FILE } from "#server/secret/secret-file.ts";
import { waitingVote } from "#server/testing/code-sign-in.ts";
import { type TestApp, testApp } from "#server/testing/test-app.ts";
import { succeed } from "#testing/api.ts";
import { createInstance, type Engine, engineUnderTest, type Instance } from "#testing/instance.ts";
import { registrationForm, signIn, signUp } from "#testing/people.ts";
import { draftSurvey, publishSurvey, voteFor } from "#testing/surveys.ts";
import { backUp } from "./backup.ts";
import { readLastBackup } from "./last-backup.ts";
import { readManifest } from "./manifest.ts";

const ENGINE = engineUnderTest();
const TO_ADD = { replace: false };

const kanaat = await testApp({ after });
const owner = await signUp(kanaat);
const surveys = [await publishSurvey(kanaat, owner), await publishSurvey(kanaat, owner)];

async function anonymize(): Promise<void> {
  kanaat.clock.advance(30_000);
  await kanaat.runMaintenance();
}

const SECRET = "kurulumun-otuz-iki-harfli-sirri-1";

let folders = 0;
const newFolder = () => join(kanaat.instance.dataDir, `backup-${folders++}`);

async function newInstance(engine: Engine = ENGINE): Promise<Instance> {
  const instance = await createInstance(engine);
  after(() => instance.atEnd.disposeAsync());
  return instance;
}

/** What `npm run backup` and `npm run restore` run, while the server is running. */
const command = (script: string, instance: Instance, ...args: string[]) =>
  promisify(execFile)(process.execPath, [`scripts/${script}.ts`, ...args], {
    env: { ...process.env, DATA_DIR: instance.dataDir, DATABASE_URL: instance.databaseUrl ?? "" },
  });

/** The same with the secrets in files. */
async function commandWithFiles(script: string, instance: Instance, ...args: string[]) {
  const folder = newFolder();
  await mkdir(folder);
  const files = { DATABASE_URL: instance.databaseUrl, MARK_SECRET: SECRET };
  const env: NodeJS.ProcessEnv = { ...process.env, DATA_DIR: instance.dataDir };
  for (const [name, secret] of Object.entries(files)) {
    if (secret === undefined) continue;
    env[`${name}_FILE`] = join(folder, name);
    await writeFile(join(folder, name), `${secret}\n`);
  }
  return promisify(execFile)(process.execPath, [`scripts/${script}.ts`, ...args], { env });
}

/** The paths in a folder that other users may access. */
async function openPaths(folder: string): Promise<string[]> {
  const names = ["", ...(await readdir(folder, { recursive: true }))];
  const modes = await Promise.all(names.map(async (name) => (await stat(join(folder, name))).mode));
  return names.filter((_, i) => ((modes[i] ?? 0) & 0o077) !== 0);
}

async function rowsOf({ db }: TestApp): Promise<Record<string, unknown[]>> {
  const tables: Record<string, unknown[]> = {};
  for (const table of TABLE_NAMES) {
    const { rows } = await sql`select * from ${sql.table(table)}`.execute(db.query);
    tables[table] = rows
      .map((row) =>
        Object.entries(row as object)
          .sort()
          .join(),
      )
      .sort();
  }
  return tables;
}

/** Where votes came from is stored some time after them. */
async function originsStored({ db: { query } }: TestApp): Promise<void> {
  const sumOf = async (table: "hourly_votes" | "hourly_origins") => {
    const sum = query.selectFrom(table).select((eb) => eb.fn.sum("votes").as("votes"));
    return Number((await sum.executeTakeFirstOrThrow()).votes);
  };
  while ((await sumOf("hourly_origins")) < (await sumOf("hourly_votes"))) await sleep(20);
}

/** Results of a search that finds every survey; on SQLite the index must agree with the rows. */
async function searched({ db, call }: TestApp): Promise<string> {
  if (db.engine === "sqlite") {
    await sql`insert into survey_words_fts (survey_words_fts, rank)
      values ('integrity-check', 1)`.execute(db.query);
  }
  const query = { q: "gundem", limit: 100 };
  const { status, text } = await call(listSurveys, { query });
  assert.equal(status, 200);
  return text;
}

async function picturesOf({ dataDir }: Instance): Promise<Record<string, string>> {
  const root = join(dataDir, "images");
  const files = await readdir(root, { recursive: true, withFileTypes: true });
  const paths = files
    .filter((file) => file.isFile())
    .map((file) => join(file.parentPath, file.name));
  const bytes = await Promise.all(paths.map((path) => readFile(path)));
  const sums = bytes.map((all) => hash("sha256", all));
  return Object.fromEntries(
    paths.sort().map((path, i) => [path.slice(root.length), sums[i] ?? ""]),
  );
}

describe("a backup", () => {
  it("holds one moment of a server under votes, and restores to it", async () => {
    const voters = await Promise.all(Array.from({ length: 8 }, () => signUp(kanaat)));
    const polls = await Promise.all(Array.from({ length: 12 }, () => publishSurvey(kanaat, owner)));
    const acknowledged: string[] = [];
    const voting = Promise.all(
      voters.map(async ({ id, token }, i) => {
        for (const { id: survey_id, options } of polls) {
          const body = { survey_id, survey_option_id: options[i % 2]?.id };
          const { status } = await kanaat.call(castVote, { token, body });
          assert.equal(status, 201);
          acknowledged.push(`${survey_id}:${id}`);
          await sleep(5);
        }
      }),
    );
    while (acknowledged.length < 20) await sleep(1);
    const before = [...acknowledged];
    const [backup, instance] = [newFolder(), await newInstance()];
    await backUp(kanaat.instance, backup);
    await voting;
    await restore(instance, backup, TO_ADD);
    const restored = await testApp({ after }, { instance, clock: kanaat.clock });
    const { query } = restored.db;
    const votes = await query.selectFrom("votes").selectAll().execute();
    const options = await query.selectFrom("options").select(["id", "vote_count"]).execute();
    const kept = new Set(votes.map((vote) => `${vote.survey_id}:${vote.user_id}`));
    assert.deepEqual(
      before.filter((vote) => !kept.has(vote)),
      [],
    );
    assert.deepEqual(
      [...kept].filter((vote) => !acknowledged.includes(vote)),
      [],
    );
    for (const { id, vote_count } of options) {
      assert.equal(votes.filter((vote) => vote.option_id === id).length, vote_count);
    }
  });

  it("brings back every row, result and picture as it was, on either engine (R214, R215)", async () => {
    const backup = newFolder();
    const opened = await publishSurvey(kanaat, owner, { visibility: "private" });
    await voteFor(kanaat, owner, opened, 0);
    const opening = { params: { id: opened.id }, body: { visibility: "public" as const } };
    await succeed(kanaat.call(setVisibility, { token: owner.token, ...opening }));
    // Otherwise the latest votes would be folded and ranked meanwhile.
    await foldCohorts(kanaat.db);
    await rankListed(kanaat.db, new AbortController().signal, kanaat.clock.now());
    await originsStored(kanaat);
    const before = await rowsOf(kanaat);
    const [earlier, others] = [newFolder(), join(kanaat.instance.dataDir, "others")];
    await backUp(kanaat.instance, earlier);
    await mkdir(others);
    for (const folder of [earlier, others])
      await promisify(execFile)("chmod", ["-R", "go+rX", folder]);
    const { stdout } = await command("backup", kanaat.instance, backup);
    const last = await readLastBackup(kanaat.instance.dataDir);
    assert.deepEqual([last?.folder, last?.made_at], [backup, (await readManifest(backup)).made_at]);
    assert.deepEqual(await openPaths(earlier), []);
    assert.deepEqual(await openPaths(others), [""]);
    assert.match(stdout, /votes, \d+ pictures\nBacked up to /);
    assert.deepEqual(await openPaths(backup), []);
    const secret = await readFile(join(kanaat.instance.dataDir, SECRET_FILE), "utf8");
    assert.equal(await readFile(join(backup, SECRET_FILE), "utf8"), secret);
    for (const engine of new Set<Engine>([ENGINE, "sqlite"])) {
      const instance = await newInstance(engine);
      // As after a copy, or in a backup by an earlier version.
      await promisify(execFile)("chmod", ["-R", "go+rX", backup]);
      await command("restore", instance, backup);
      assert.deepEqual(await openPaths(instance.dataDir), []);
      assert.equal(await readFile(join(instance.dataDir, SECRET_FILE), "utf8"), secret);
      assert.deepEqual(await picturesOf(instance), await picturesOf(kanaat.instance));
      const restored = await testApp({ after }, { instance, clock: kanaat.clock });
      assert.deepEqual(await rowsOf(restored), before);
      assert.equal(await searched(restored), await searched(kanaat));
      assert.equal(await searched(restored), await searched(kanaat));
      for (const { id } of surveys) {
        const ask = (app: TestApp) => app.call(getResults, { token: owner.token, params: { id } });
        assert.equal((await ask(restored)).text, (await ask(kanaat)).text);
      }
    }
  });

  it("holds a secret that is set, and is restored only where none other is (R214)", async () => {
    const markSecret = SECRET;
    const [backup, instance] = [newFolder(), await newInstance()];
    await backUp({ ...kanaat.instance, markSecret }, backup);
    const other = { ...instance, markSecret: `${markSecret}-baska` };
    await assert.rejects(restore(other, backup, TO_ADD), /MARK_SECRET is not that of the backup/);
    await restore({ ...instance, markSecret }, backup, TO_ADD);
    assert.equal(await readFile(join(instance.dataDir, SECRET_FILE), "utf8"), markSecret);
  });

  it("is made and restored with the secrets that stand in files", async () => {
    const [backup, instance] = [newFolder(), await newInstance()];
    await commandWithFiles("backup", kanaat.instance, backup);
    assert.equal(await readFile(join(backup, SECRET_FILE), "utf8"), SECRET);
    const { stdout } = await commandWithFiles("restore", instance, backup);
    assert.match(stdout, /^\d+ people, .*Restored the state of /s);
  });

  it("still refuses a second vote of an account that was deleted before the backup (R214)", async () => {
    const [survey] = surveys;
    assert.ok(survey);
    const { email, token, password } = await signUp(kanaat);
    const vote = (app: TestApp, token: string) =>
      app.call(castVote, {
        token,
        body: { survey_id: survey.id, survey_option_id: survey.options[0]?.id },
      });
    assert.equal((await vote(kanaat, token)).status, 201);
    await kanaat.call(deleteAccount, { token, body: { password } });
    for (const settle of [async () => undefined, anonymize]) {
      await settle();
      const [backup, instance] = [newFolder(), await newInstance()];
      await backUp(kanaat.instance, backup);
      await restore(instance, backup, TO_ADD);
      const restored = await testApp({ after }, { instance, clock: kanaat.clock });
      const again = await signUp(restored, { email });
      assert.equal((await vote(restored, again.token)).problem.code, "already_voted");
    }
  });

  it("brings back an account that was opened by a code, its vote, and what it lacks (R494)", async () => {
    const survey = await publishSurvey(kanaat, owner);
    const { email, name, nickname, password, ...consents } = registrationForm();
    const asked = { email, explicitConsent: true, vote: waitingVote(survey) };
    const codeOn = (app: TestApp) => createCode(app, asked, app.clock.now());
    const enter = async (app: TestApp, { attempt, code }: Awaited<ReturnType<typeof codeOn>>) =>
      app.call(useCode, { body: { attempt, code } });
    assert.equal(
      (await succeed(enter(kanaat, await codeOn(kanaat)))).item.vote?.outcome,
      "counted",
    );
    const unused = await codeOn(kanaat);
    const [backup, instance] = [newFolder(), await newInstance()];
    await backUp(kanaat.instance, backup);
    await restore(instance, backup, TO_ADD);
    // Other tests compare all rows, and backups leave codes out.
    await kanaat.db.query.deleteFrom("sign_in_codes").execute();
    const restored = await testApp({ after }, { instance, clock: kanaat.clock });
    assert.equal((await enter(restored, unused)).problem.code, "code_expired");
    const { account, is_new, vote, session } = (
      await succeed(enter(restored, await codeOn(restored)))
    ).item;
    assert.deepEqual([is_new, vote?.outcome], [false, "already_voted"]);
    assert.deepEqual([account.email, account.missing], [email, ["identity", "details"]]);
    const { token } = session;
    await succeed(restored.call(completeDetails, { token, body: consents }));
    const passwords = { new_password: password, confirm_password: password };
    const body = { ...consents, ...passwords, name, nickname };
    const { item } = await succeed(restored.call(completeIdentity, { token, body }));
    assert.deepEqual([item.name, item.missing], [name, undefined]);
    await signIn(restored, { email, password });
  });

  it("never reuses an id", async () => {
    const last = await draftSurvey(kanaat, owner);
    await kanaat.call(deleteSurvey, { token: owner.token, params: { id: last } });
    const [backup, instance] = [newFolder(), await newInstance()];
    assert.deepEqual((await backUp(kanaat.instance, backup)).lost_pictures, []);
    await restore(instance, backup, TO_ADD);
    const restored = await testApp({ after }, { instance, clock: kanaat.clock });
    assert.ok((await draftSurvey(restored, owner)) > last);
  });

  it("is made too before a newer version has opened the database", async () => {
    const [old, backup, instance] = [await newInstance(), newFolder(), await newInstance()];
    const db = await openUnmigrated(old);
    await migrate(db, "015-softened-long-words");
    await sql`insert into departures (user_id, left_at) values (7, 5)`.execute(db.query);
    await db.close();
    const { rows } = await backUp(old, backup);
    assert.ok(!("pending_anonymizations" in rows));
    await restore(instance, backup, TO_ADD);
    await restore(old, backup, { replace: true });
    for (const target of [instance, old]) {
      const restored = await testApp({ after }, { instance: target, clock: kanaat.clock });
      const pending = restored.db.query.selectFrom("pending_anonymizations");
      const kept = await pending.select(["user_id", "deleted_at"]).execute();
      assert.deepEqual(
        kept.map((row) => ({ ...row })),
        [{ user_id: 7, deleted_at: 5 }],
      );
    }
  });

  it("is written only into a new folder, and only where there is a database", async () => {
    const backup = newFolder();
    await backUp(kanaat.instance, backup);
    await assert.rejects(backUp(kanaat.instance, backup), /is not empty/);
    const nowhere = { dataDir: (await newInstance("sqlite")).dataDir, databaseUrl: undefined };
    await assert.rejects(backUp(nowhere, newFolder()), /There is no kanaat.sqlite/);
  });

  it("fails when other pictures are missing at each attempt", async () => {
    const { id } = await signUp(kanaat);
    let ended = false;
    const vanishing = (async () => {
      while (!ended) {
        const picture = randomBytes(16).toString("hex");
        await kanaat.db.query
          .updateTable("users")
          .set({ image: `/images/00/${picture}/320.webp` })
          .where("id", "=", id)
          .execute();
        await sleep(1);
      }
    })();
    const backup = newFolder();
    await assert.rejects(backUp(kanaat.instance, backup), /Pictures are deleted faster/);
    ended = true;
    await vanishing;
    await kanaat.db.query.updateTable("users").set({ image: null }).where("id", "=", id).execute();
    await assert.rejects(readdir(backup), /ENOENT/);
  });

  it("names the pictures that were lost before, and holds everything else", async () => {
    const { image_path } = await publishSurvey(kanaat, owner);
    await deleteImages(kanaat.images, kanaat.app.log, [image_path]);
    const [backup, instance] = [newFolder(), await newInstance()];
    const { lost_pictures } = await backUp(kanaat.instance, backup);
    assert.deepEqual(lost_pictures, [image_path.split("/").slice(2, 4).join("/")]);
    await restore(instance, backup, TO_ADD);
    assert.deepEqual(await picturesOf(instance), await picturesOf(kanaat.instance));
  });
});

describe("restoring", () => {
  it("leaves alone what is there, unless asked to replace it", async () => {
    const [backup, instance] = [newFolder(), await newInstance()];
    const other = await testApp({ after }, { instance });
    await signUp(other);
    const before = await rowsOf(other);
    await other.close();
    await backUp(kanaat.instance, backup);
    await assert.rejects(restore(instance, backup, TO_ADD), /--replace/);
    assert.deepEqual(await rowsOf(await testApp({ after }, { instance })), before);
  });

  it("replaces what is there when asked to", async () => {
    const [backup, instance] = [newFolder(), await newInstance()];
    const other = await testApp({ after }, { instance });
    await publishSurvey(other, await signUp(other));
    await other.close();
    await backUp(kanaat.instance, backup);
    await restore(instance, backup, { replace: true });
    const restored = await testApp({ after }, { instance, clock: kanaat.clock });
    assert.deepEqual(await rowsOf(restored), await rowsOf(kanaat));
  });

  it("touches nothing when the backup is damaged, of a newer version or none", async () => {
    const instance = await newInstance();
    const damages: [RegExp, (backup: string) => Promise<void>][] = [
      [
        /tables\/votes.jsonl has changed/,
        (backup) => appendFile(join(backup, "tables/votes.jsonl"), "[]"),
      ],
      [
        /no such file/,
        async (backup) => {
          const [shard = ""] = await readdir(join(backup, "images"));
          await rm(join(backup, "images", shard), { recursive: true });
        },
      ],
      [/backup.json has changed/, (backup) => appendFile(join(backup, "backup.json"), " ")],
      [/no backup.json/, (backup) => writeFile(join(backup, "SHA256SUMS"), "")],
      [
        /newer version/,
        async (backup) => {
          const text = await readFile(join(backup, "backup.json"), "utf8");
          await writeFile(join(backup, "backup.json"), text.replace(/"migration": "/, "$&9"));
        },
      ],
      [/is not a backup/, (backup) => rm(join(backup, "backup.json"))],
    ];
    for (const [reason, damage] of damages) {
      const backup = newFolder();
      await backUp(kanaat.instance, backup);
      await damage(backup);
      await assert.rejects(restore(instance, backup, TO_ADD), reason);
    }
    assert.deepEqual(await readdir(instance.dataDir), []);
  });

  it("leaves an empty place empty when it fails, and can be run again (R320)", async () => {
    const [backup, damaged, instance] = [newFolder(), newFolder(), await newInstance()];
    await backUp(kanaat.instance, backup);
    await cp(backup, damaged, { recursive: true });
    // The file sums are right, so that it fails where the rows are read back.
    const text = await readFile(join(damaged, "backup.json"), "utf8");
    const changed = text.replace(/"rows": "[0-9a-f]/, (start) => `${start.slice(0, -1)}x`);
    assert.notEqual(changed, text);
    await writeFile(join(damaged, "backup.json"), changed);
    const sums = await readFile(join(damaged, "SHA256SUMS"), "utf8");
    const sum = hash("sha256", changed);
    await writeFile(
      join(damaged, "SHA256SUMS"),
      sums.replace(/^\w{64}(?= {2}backup\.json$)/m, sum),
    );
    await assert.rejects(restore(instance, damaged, TO_ADD), /other rows than the backup/);
    assert.deepEqual(await readdir(instance.dataDir), []);
    await restore(instance, backup, TO_ADD);
    const restored = await testApp({ after }, { instance, clock: kanaat.clock });
    assert.deepEqual(await rowsOf(restored), await rowsOf(kanaat));
  });
});
