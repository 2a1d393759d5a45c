import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import { copyFile, mkdtemp, readdir, readFile, rm, utimes, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, it, type TestContext } from "node:test";
import { promisify } from "node:util";
import { HOUR_S } from "#contract/durations.ts";
import { deleteAccount, updateAccount } from "#contract/endpoints/account.ts";
import { deleteSurvey, getSurvey } from "#contract/endpoints/surveys.ts";
import { readS3 } from "#server/config/image-settings.ts";
import { PICTURE_TABLES as pictureTables } from "#server/features/owned-tables.ts";
import { imageIdOf, newImageId } from "#server/images/image-paths.ts";
import { deleteOrphanedImages } from "#server/images/orphaned-images.ts";
import { SECRET_FILE } from "#server/secret/secret-file.ts";
import { ask } from "#server/testing/inject.ts";
import { type TestApp, testApp } from "#server/testing/test-app.ts";
import { createInstance, engineUnderTest } from "#testing/instance.ts";
import { signUp } from "#testing/people.ts";
import { picture } from "#testing/pictures.ts";
import { S3Server } from "#testing/servers/s3-server.ts";
import { draftSurvey, publishSurvey } from "#testing/surveys.ts";

/** SQLite has one server. */
const isPostgres = engineUnderTest() === "postgres";

async function bucket(t: TestContext) {
  const s3 = await S3Server.start();
  t.after(() => s3[Symbol.asyncDispose]());
  return { s3, config: { s3: readS3(s3.env) } };
}

/** Another folder for a server on the same database. */
async function ownFolder(t: TestContext, { instance }: TestApp, secret = true) {
  const dataDir = await mkdtemp(join(tmpdir(), "kanaat-folder-"));
  t.after(() => rm(dataDir, { recursive: true, force: true }));
  if (secret) await copyFile(join(instance.dataDir, SECRET_FILE), join(dataDir, SECRET_FILE));
  return { ...instance, dataDir };
}

/** What the bucket contains. */
async function objects(s3: S3Server): Promise<string[]> {
  const names = await readdir(s3.pathOf("."), { recursive: true });
  return names.filter((name) => name.endsWith("_object"));
}

const get = ({ app }: TestApp, url: string) => ask(app, { url });

describe("pictures in a bucket", () => {
  if (isPostgres)
    it("are those of every server, whatever folder it has (R274)", async (t) => {
      const { config } = await bucket(t);
      const one = await testApp(t, { config });
      const two = await testApp(t, { config, instance: await ownFolder(t, one) });
      const owner = await signUp(one, { image: await picture() });
      const survey = await publishSurvey(two, owner);
      for (const path of [survey.image_path, ...survey.options.map(({ image }) => image)]) {
        for (const file of ["1280.webp", "320.webp"]) {
          const url = path.replace("1280.webp", file);
          const [first, second] = [await get(one, url), await get(two, url)];
          assert.deepEqual([first.statusCode, second.statusCode], [200, 200]);
          assert.ok(first.rawPayload.equals(second.rawPayload));
        }
      }
      const preview = await get(one, survey.image_path.replace("1280.webp", "og.jpg"));
      assert.deepEqual([preview.statusCode, preview.headers["content-type"]], [200, "image/jpeg"]);
    });

  it("are deleted with what named them (R274)", async (t) => {
    const { s3, config } = await bucket(t);
    const kanaat = await testApp(t, { config });
    const owner = await signUp(kanaat, { image: await picture() });
    const { id, image_path } = await publishSurvey(kanaat, owner);
    assert.equal((await get(kanaat, image_path)).statusCode, 200);
    await kanaat.call(deleteSurvey, { token: owner.token, params: { id } });
    assert.equal((await get(kanaat, image_path)).statusCode, 404);
    const { token, password } = owner;
    await kanaat.call(deleteAccount, { token, body: { password } });
    const left = await objects(s3);
    assert.deepEqual(
      left.filter((name) => !name.startsWith("deletions/")),
      [],
    );
    assert.ok(left.length > 0);
  });

  it("that nothing names go after a day, however much of them a crash left (R274)", async (t) => {
    const { s3, config } = await bucket(t);
    const kanaat = await testApp(t, { config });
    const { image_path } = await publishSurvey(kanaat, await signUp(kanaat));
    const named = await objects(s3);
    const [old, young] = [newImageId(), newImageId()];
    for (const id of [old, young])
      await kanaat.images.put(id, [{ name: "320.webp", bytes: Buffer.from("x") }]);
    const now = kanaat.clock.now();
    const past = now / 1000 - 25 * HOUR_S;
    for (const name of [...named, ...(await objects(s3)).filter((name) => name.includes(old))])
      await utimes(s3.pathOf(name), past, past);
    for (const id of [old, young, imageIdOf(image_path) ?? ""])
      await deleteOrphanedImages(
        { ...kanaat, pictureTables },
        { now, round: Number.parseInt(id.slice(0, 2), 16) },
      );
    const left = (await objects(s3)).filter((name) => name.startsWith("images"));
    assert.equal(left.length, named.length + 1);
    assert.ok(left.some((name) => name.includes(young)));
    // Instances from the tests' template would both be copies of one.
    const instance = await createInstance(engineUnderTest());
    t.after(() => instance.atEnd.disposeAsync());
    const other = await testApp(t, { config, instance });
    await assert.rejects(
      deleteOrphanedImages({ ...other, pictureTables }, { now, round: 0 }),
      /another database/,
    );
  });

  it("are 503 while the store is away, and all else works: not_ready, storage_full (R274)", async (t) => {
    const { s3, config } = await bucket(t);
    const kanaat = await testApp(t, { config });
    const owner = await signUp(kanaat);
    const survey = await publishSurvey(kanaat, owner);
    const logged = ["error", "warn"].map((level) => {
      const { mock } = t.mock.method(kanaat.app.log, level as "error", () => undefined);
      return () => mock.calls.map(({ arguments: [line] }) => String(line));
    });
    await s3.stop();
    await get(kanaat, survey.image_path.replace("1280", "320"));
    const read = await get(kanaat, survey.image_path.replace("1280", "640"));
    assert.equal(read.statusCode, 503);
    assert.deepEqual(
      logged.map((lines) => lines()),
      [["cannot reach the image store: S3 network error: ECONNREFUSED"], []],
    );
    assert.equal(JSON.parse(read.body).code, "not_ready");
    const image = await picture();
    const sent = await kanaat.call(updateAccount, { token: owner.token, body: { image } });
    assert.deepEqual([sent.status, sent.problem.code], [503, "storage_full"]);
    assert.match(sent.problem.message, /kayıt yapılamıyor/);
    assert.equal((await kanaat.call(getSurvey, { params: { id: survey.id } })).status, 200);
    await s3.start();
    assert.equal((await get(kanaat, survey.image_path)).statusCode, 200);
    assert.ok(await draftSurvey(kanaat, owner));
    assert.deepEqual(
      [logged[0]?.().length, logged[1]?.()],
      [1, ["the image store is reached again"]],
    );
  });
});

describe("the secret of an installation", () => {
  if (isPostgres)
    it("is the same on every server of a database (R275)", async (t) => {
      const one = await testApp(t);
      const none = await ownFolder(t, one, false);
      await assert.rejects(testApp(t, { instance: none }), /kanaat.secret in .+ is missing.+copy/s);
      await assert.rejects(readFile(join(none.dataDir, SECRET_FILE)), { code: "ENOENT" });
      const markSecret = "baska-bir-kurulumun-gizli-degeri!";
      await assert.rejects(
        testApp(t, { instance: none, config: { markSecret } }),
        /MARK_SECRET is not the secret of this database/,
      );
      await testApp(t, { instance: await ownFolder(t, one) });
    });

  it("that was replaced is refused until it is said to be lost (R275)", async (t) => {
    const one = await testApp(t);
    const { instance } = one;
    await one.close();
    await writeFile(join(instance.dataDir, SECRET_FILE), "baska-bir-kurulumun-gizli-degeri!");
    const start = () => testApp(t, { instance });
    await assert.rejects(start(), /is not the secret of this database: .+ npm run secret/);
    const env = { ...process.env, DATA_DIR: instance.dataDir };
    await promisify(execFile)(process.execPath, ["scripts/secret.ts", "replace"], {
      env: { ...env, DATABASE_URL: instance.databaseUrl ?? "" },
    });
    await start();
  });
});
