import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, it, type TestContext } from "node:test";
import { promisify } from "node:util";
import { DAY_MS } from "#contract/durations.ts";
import { deleteAccount, login, updateAccount } from "#contract/endpoints/account.ts";
import { getPerson } from "#contract/endpoints/people.ts";
import { deleteSurvey, getSurvey } from "#contract/endpoints/surveys.ts";
import { castVote, getResults } from "#contract/endpoints/votes.ts";
import { backUp } from "#server/backup/backup.ts";
import type { Config } from "#server/config/config.ts";
import { readImageSettings } from "#server/config/image-settings.ts";
import { restore } from "#server/restore/restore.ts";
import { ask } from "#server/testing/inject.ts";
import { type TestApp, testApp } from "#server/testing/test-app.ts";
import { succeed } from "#testing/api.ts";
import { createInstance, engineUnderTest, type Instance } from "#testing/instance.ts";
import { type Person, signIn, signUp } from "#testing/people.ts";
import { picture } from "#testing/pictures.ts";
import { S3Server } from "#testing/servers/s3-server.ts";
import { publishSurvey, voteFor } from "#testing/surveys.ts";
import { readDeletions } from "./deletion-log.ts";
import { notesInFolder, openNoteStore } from "./note-store.ts";

async function newInstance(t: TestContext): Promise<Instance> {
  const instance = await createInstance(engineUnderTest());
  t.after(() => instance.atEnd.disposeAsync());
  return instance;
}

/** `npm run restore`; `env` is added to that of the instance. */
const restoring = (instance: Instance, args: string[], env: Record<string, string> = {}) =>
  promisify(execFile)(process.execPath, ["scripts/restore.ts", ...args], {
    env: {
      ...process.env,
      ...env,
      DATA_DIR: instance.dataDir,
      DATABASE_URL: instance.databaseUrl ?? "",
    },
  });

const leave = ({ call }: TestApp, { token, password }: Person) =>
  call(deleteAccount, { token, body: { password } });

const isGone = async ({ call }: TestApp, { email, password }: Person) =>
  (await call(login, { body: { email, password } })).status === 401;

const noted = async ({ config }: TestApp) =>
  (await readDeletions(openNoteStore(config))).fingerprints.size;

describe("a restored backup", () => {
  for (const store of ["disk", "S3"]) {
    it(`brings back nothing that people deleted since, with pictures in ${store} (R364)`, async (t) => {
      const s3 = store === "S3" ? await S3Server.start() : undefined;
      t.after(() => s3?.[Symbol.asyncDispose]());
      const config = s3 ? readImageSettings(s3.env) : {};
      const kanaat = await testApp(t, { config });
      await kanaat.runMaintenance();
      const image = await picture();
      const left = await signUp(kanaat, { image });
      const [stays, bare] = [await signUp(kanaat, { image }), await signUp(kanaat, { image })];
      const surveys = {
        ofLeft: await publishSurvey(kanaat, left),
        deleted: await publishSurvey(kanaat, stays),
        kept: await publishSurvey(kanaat, stays),
      };
      for (const voter of [left, stays, bare]) await voteFor(kanaat, voter, surveys.kept, 0);
      const { body } = await kanaat.call(getPerson, { params: { nickname: bare.nickname } });
      const pictures = [
        surveys.ofLeft.image_path,
        surveys.deleted.options[1]?.image ?? "",
        body.item.image ?? "",
      ];
      const backup = join(kanaat.instance.dataDir, "backup");
      await backUp({ ...kanaat.instance, ...config }, backup);

      assert.equal((await leave(kanaat, left)).status, 204);
      const deleting = { token: stays.token, params: { id: surveys.deleted.id } };
      await succeed(kanaat.call(deleteSurvey, deleting));
      await succeed(kanaat.call(updateAccount, { token: bare.token, body: { image: null } }));
      const newcomer = await signUp(kanaat);
      await succeed(leave(kanaat, newcomer));
      const results = (app: TestApp) =>
        app.call(getResults, { token: stays.token, params: { id: surveys.kept.id } });
      const before = (await results(kanaat)).text;
      await kanaat.close();

      const { stdout, stderr } = await restoring(kanaat.instance, [backup, "--replace"], s3?.env);
      assert.match(stdout, /Deleted again: 1 accounts, 1 surveys, 1 pictures of people/);
      assert.doesNotMatch(stderr, /is back/);
      const restored = await testApp(t, { instance: kanaat.instance, config, clock: kanaat.clock });
      assert.ok(await isGone(restored, left));
      for (const { id } of [surveys.ofLeft, surveys.deleted]) {
        assert.equal((await restored.call(getSurvey, { params: { id } })).status, 404);
      }
      for (const url of pictures) assert.equal((await ask(restored.app, { url })).statusCode, 404);
      const shown = await restored.call(getPerson, { params: { nickname: bare.nickname } });
      assert.equal(shown.body.item.image, null);
      const url = surveys.kept.image_path;
      assert.equal((await ask(restored.app, { url })).statusCode, 200);
      assert.equal((await results(restored)).text, before);

      kanaat.clock.advance(30_000);
      // The restore deleted by the machine's clock, which is ahead of the test's.
      kanaat.clock.advance(Math.max(0, Date.now() + 30_000 - kanaat.clock.now()));
      await restored.runMaintenance();
      const { email } = left;
      const again = await signUp(restored, { email });
      const vote = { survey_id: surveys.kept.id, survey_option_id: surveys.kept.options[0]?.id };
      const second = await restored.call(castVote, { token: again.token, body: vote });
      assert.equal(second.problem.code, "already_voted");
    });
  }

  it("deletes nobody who got the id of a deleted account (R364)", async (t) => {
    const kanaat = await testApp(t);
    await signUp(kanaat);
    const [early, late] = ["early", "late"].map((name) => join(kanaat.instance.dataDir, name));
    assert.ok(early && late);
    await backUp(kanaat.instance, early);
    const left = await signUp(kanaat);
    await succeed(leave(kanaat, left));
    await kanaat.close();
    await restore(kanaat.instance, early, { replace: true });
    kanaat.clock.advance(1000);
    const between = await testApp(t, { instance: kanaat.instance, clock: kanaat.clock });
    const other = await signUp(between);
    assert.equal(other.id, left.id);
    await backUp(kanaat.instance, late);
    await between.close();
    const { repeated } = await restore(kanaat.instance, late, { replace: true });
    assert.deepEqual(repeated, { account: 0, survey: 0, picture: 0 });
    const restored = await testApp(t, { instance: kanaat.instance, clock: kanaat.clock });
    await signIn(restored, other);
  });

  it("reports where no deletions are noted, and they can be repeated later from elsewhere (R364)", async (t) => {
    const kanaat = await testApp(t);
    const left = await signUp(kanaat);
    const backup = join(kanaat.instance.dataDir, "backup");
    await backUp(kanaat.instance, backup);
    await succeed(leave(kanaat, left));
    const elsewhere = await newInstance(t);
    const { stderr } = await restoring(elsewhere, [backup]);
    assert.match(
      stderr,
      /No deletions are noted in .*deletions: what people deleted since is back/,
    );
    const notes = join(kanaat.instance.dataDir, "deletions");
    const { stdout } = await restoring(elsewhere, ["--only-deletions", "--deletions", notes]);
    assert.match(stdout, /Deleted again: 1 accounts, 0 surveys, 0 pictures/);
    const restored = await testApp(t, { instance: elsewhere, clock: kanaat.clock });
    assert.ok(await isGone(restored, left));
  });
});

describe("the notes of deletions", () => {
  it("hold fingerprints and times alone (R364)", async (t) => {
    const kanaat = await testApp(t);
    const left = await signUp(kanaat);
    await succeed(leave(kanaat, left));
    const root = join(kanaat.instance.dataDir, "deletions");
    const day = new Date(kanaat.clock.now()).toISOString().slice(0, 10);
    const [name = "", another] = await readdir(join(root, day));
    assert.match(name, /^[0-9a-f]{64}\.[0-9a-f]{16}$/);
    assert.equal(another, undefined);
    const time = await readFile(join(root, day, name), "utf8");
    assert.equal(time, `${new Date(kanaat.clock.now()).toISOString()}\n`);
  });

  it("prevent deletions while they cannot be written (R364)", async (t) => {
    const s3 = await S3Server.start();
    t.after(() => s3[Symbol.asyncDispose]());
    const config: Partial<Config> = readImageSettings(s3.env);
    const kanaat = await testApp(t, { config });
    const person = await signUp(kanaat);
    const survey = await publishSurvey(kanaat, person);
    s3.trouble = (method, path) =>
      method === "PUT" && path.includes("/deletions/") ? 403 : undefined;
    const deleting = { token: person.token, params: { id: survey.id } };
    for (const { problem } of [
      await leave(kanaat, person),
      await kanaat.call(deleteSurvey, deleting),
    ]) {
      assert.deepEqual([problem.status, problem.code], [503, "not_ready"]);
    }
    s3.trouble = undefined;
    await signIn(kanaat, person);
    await succeed(kanaat.call(deleteSurvey, deleting));
    await succeed(leave(kanaat, person));
    assert.equal(await noted(kanaat), 2);
  });

  it("name no failed deletion, and one of two concurrent ones (R364)", async (t) => {
    let isBroken = false;
    const kanaat = await testApp(t, {
      db: (db) => ({
        ...db,
        publish: async (...message) => {
          if (isBroken) throw new Error("broken");
          await db.publish(...message);
        },
      }),
    });
    const person = await signUp(kanaat);
    isBroken = true;
    assert.equal((await leave(kanaat, person)).status, 500);
    isBroken = false;
    assert.equal(await noted(kanaat), 0);
    await signIn(kanaat, person);
    const both = await Promise.all([leave(kanaat, person), leave(kanaat, person)]);
    assert.deepEqual(both.map(({ status }) => status).sort(), [204, 401]);
    assert.equal(await noted(kanaat), 1);
  });

  it("are kept for DELETION_LOG_DAYS, and say since when they are whole (R364)", async (t) => {
    const kanaat = await testApp(t, { config: { deletionLogDays: 30 } });
    const { instance, clock } = kanaat;
    const read = () => readDeletions(notesInFolder(join(instance.dataDir, "deletions")));
    await kanaat.runMaintenance();
    const begin = new Date(clock.now()).toISOString();
    assert.equal((await read()).since, begin);
    await succeed(leave(kanaat, await signUp(kanaat)));
    clock.advance(29 * DAY_MS);
    await kanaat.runMaintenance();
    assert.deepEqual([(await read()).since, await noted(kanaat)], [begin, 1]);
    clock.advance(3 * DAY_MS);
    await kanaat.runMaintenance();
    const since = new Date(clock.now() - 30 * DAY_MS).toISOString();
    assert.deepEqual([(await read()).since, await noted(kanaat)], [since, 0]);
    await succeed(leave(kanaat, await signUp(kanaat)));
    const none = await testApp(t, {
      ...{ instance: await newInstance(t), clock },
      config: { deletionLogDays: 0 },
    });
    await succeed(leave(none, await signUp(none)));
    await none.runMaintenance();
    assert.deepEqual(
      [await noted(none), (await readDeletions(openNoteStore(none.config))).since],
      [0, undefined],
    );
  });
});
