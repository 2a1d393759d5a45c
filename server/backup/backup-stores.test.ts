import assert from "node:assert/strict";
import { execFile, spawn } from "node:child_process";
import { once } from "node:events";
import { rm, stat } from "node:fs/promises";
import { join } from "node:path";
import { after, describe, it, type TestContext } from "node:test";
import { promisify } from "node:util";
import { updateAccount } from "#contract/endpoints/account.ts";
import { getResults } from "#contract/endpoints/votes.ts";
import { type ImageSettings, readImageSettings } from "#server/config/image-settings.ts";
import { restore } from "#server/restore/restore.ts";
import { ask } from "#server/testing/inject.ts";
import { type TestApp, testApp } from "#server/testing/test-app.ts";
import { createInstance, type Engine, engineUnderTest, type Instance } from "#testing/instance.ts";
import { type Person, signUp } from "#testing/people.ts";
import { picture } from "#testing/pictures.ts";
import { S3Server } from "#testing/servers/s3-server.ts";
import { publishSurvey, voteFor } from "#testing/surveys.ts";
import { backUp } from "./backup.ts";

const TO_ADD = { replace: false };

let folders = 0;
const newFolder = (instance: Instance) => join(instance.dataDir, `backup-${folders++}`);

async function newInstance(engine: Engine = engineUnderTest()): Promise<Instance> {
  const instance = await createInstance(engine);
  after(() => instance.atEnd.disposeAsync());
  return instance;
}

async function newBucket(t: TestContext): Promise<{ s3: S3Server; config: ImageSettings }> {
  const s3 = await S3Server.start();
  t.after(() => s3[Symbol.asyncDispose]());
  return { s3, config: readImageSettings(s3.env) };
}

const newPicture = async (app: TestApp, { token }: Person) =>
  app.call(updateAccount, { token, body: { image: await picture() } });

/** Every picture of a survey, and its results. */
async function shown(app: TestApp, survey: Awaited<ReturnType<typeof publishSurvey>>) {
  const paths = [survey.image_path, ...survey.options.map(({ image }) => image)];
  const answers = await Promise.all(paths.map((url) => ask(app.app, { url })));
  const results = await app.call(getResults, { params: { id: survey.id } });
  return [answers.map(({ statusCode, body }) => [statusCode, body.length]), results.text];
}

describe("a backup beside earlier ones", () => {
  for (const store of ["disk", "S3"]) {
    it(`takes from ${store} only pictures that are new, and is whole by itself (R277)`, async (t) => {
      const { s3, config } = store === "S3" ? await newBucket(t) : { config: {} };
      const kanaat = await testApp(t, { config });
      const source = { ...kanaat.instance, ...config };
      const owner = await signUp(kanaat, { image: await picture() });
      const survey = await publishSurvey(kanaat, owner);
      const [first, second, third] = [1, 2, 3].map(() => newFolder(kanaat.instance));
      assert.ok(first && second && third);
      assert.equal((await backUp(source, first)).shared, 0);
      await newPicture(kanaat, owner);
      let read = 0;
      if (s3) {
        s3.trouble = (method, path) => {
          if (method === "GET" && /\/images\/../.test(path)) read++;
          return undefined;
        };
      }
      const next = await backUp(source, second);
      assert.deepEqual([next.shared, next.pictures], [3, 4]);
      // The four files of the person's new picture.
      if (s3) assert.equal(read, 4);
      const inode = async (folder: string) => (await stat(join(folder, survey.image_path))).ino;
      assert.equal(await inode(second), await inode(first));
      const whole = await backUp(source, third, { isWhole: true });
      assert.equal(whole.shared, 0);
      assert.notEqual(await inode(third), await inode(first));
      assert.deepEqual(whole.checksums, next.checksums);

      await rm(first, { recursive: true });
      await promisify(execFile)("sha256sum", ["--quiet", "-c", "SHA256SUMS"], { cwd: second });
      const instance = await newInstance();
      await restore(instance, second, TO_ADD);
      const restored = await testApp(t, { instance, clock: kanaat.clock });
      assert.deepEqual(await shown(restored, survey), await shown(kanaat, survey));
    });
  }
});

describe("a whole installation", () => {
  it("moves to the other engine and store and back, with the same checksums (R277)", async (t) => {
    const { config } = await newBucket(t);
    const start = await testApp(t);
    const owner = await signUp(start, { image: await picture() });
    const survey = await publishSurvey(start, owner);
    for (let i = 0; i < 3; i++) await voteFor(start, await signUp(start), survey, i % 2);
    const before = await shown(start, survey);
    const checksums: unknown[] = [];
    let from: { instance: Instance; config: Partial<ImageSettings> } = {
      instance: start.instance,
      config: {},
    };
    await start.close();
    const engines: Engine[] =
      engineUnderTest() === "postgres" ? ["sqlite", "postgres"] : ["sqlite", "sqlite"];
    for (const [i, engine] of engines.entries()) {
      const backup = newFolder(start.instance);
      const made = await backUp({ ...from.instance, ...from.config }, backup, { isWhole: true });
      checksums.push(made.checksums);
      const to = { instance: await newInstance(engine), config: i === 0 ? config : {} };
      await restore({ ...to.instance, ...to.config }, backup, TO_ADD);
      const app = await testApp(t, { ...to, clock: start.clock });
      assert.deepEqual(await shown(app, survey), before);
      await app.close();
      from = to;
    }
    const made = await backUp(from.instance, newFolder(start.instance), { isWhole: true });
    assert.deepEqual([...checksums, made.checksums], Array(3).fill(made.checksums));
  });

  it("continues where a kill has cut it off, without copying pictures twice (R278)", async (t) => {
    const { s3, config } = await newBucket(t);
    const kanaat = await testApp(t);
    const owner = await signUp(kanaat);
    const surveys = [await publishSurvey(kanaat, owner), await publishSurvey(kanaat, owner)];
    const [backup, instance] = [newFolder(kanaat.instance), await newInstance()];
    const { checksums, pictures } = await backUp(kanaat.instance, backup);
    const env = {
      ...process.env,
      ...s3.env,
      DATA_DIR: instance.dataDir,
      DATABASE_URL: instance.databaseUrl ?? "",
    };
    const args = ["scripts/restore.ts", backup];
    const killed = spawn(process.execPath, args, { env, stdio: "ignore" });
    let puts = 0;
    s3.trouble = (method, path) => {
      if (method === "PUT" && path.includes("/images/") && ++puts === 15) killed.kill("SIGKILL");
      return undefined;
    };
    assert.equal((await once(killed, "exit"))[1], "SIGKILL");
    const { stdout } = await promisify(execFile)(process.execPath, [...args, "--replace"], { env });
    assert.ok(stdout.includes(`checksum of the rows ${checksums?.rows}`));
    // A picture has at most five files; eight pictures in progress may be sent again.
    assert.ok(puts <= pictures * 5 + 8 * 5, `${puts}`);
    const restored = await testApp(t, { instance, config, clock: kanaat.clock });
    for (const survey of surveys) {
      assert.deepEqual(await shown(restored, survey), await shown(kanaat, survey));
    }
  });

  it("is not restored over the pictures of a bucket without a confirmation (R277)", async (t) => {
    const { config } = await newBucket(t);
    const other = await testApp(t, { config });
    await publishSurvey(other, await signUp(other));
    const backup = newFolder(other.instance);
    await backUp({ ...other.instance, ...config }, backup);
    const target = { ...(await newInstance()), ...config };
    await assert.rejects(restore(target, backup, TO_ADD), /--replace/);
  });
});
