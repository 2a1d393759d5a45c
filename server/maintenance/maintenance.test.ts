import assert from "node:assert/strict";
import { access, mkdir, readdir, utimes, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { after, describe, it } from "node:test";
import { setTimeout as sleep } from "node:timers/promises";
import type { FastifyBaseLogger } from "fastify";
import { DAY_MS, HOUR_MS, HOUR_S, MINUTE_MS } from "#contract/durations.ts";
import { getAccount } from "#contract/endpoints/account.ts";
import { getSurvey } from "#contract/endpoints/surveys.ts";
import { PICTURE_TABLES } from "#server/features/owned-tables.ts";
import { deleteOrphanedImages } from "#server/images/orphaned-images.ts";
import { storeImage } from "#server/images/store/with-stored-images.ts";
import { mockSeconds } from "#server/testing/seconds.ts";
import { testApp } from "#server/testing/test-app.ts";
import { createInstance, engineUnderTest } from "#testing/instance.ts";
import { signIn, signUp } from "#testing/people.ts";
import { picture } from "#testing/pictures.ts";
import { draftSurvey, publishSurvey } from "#testing/surveys.ts";
import { ownLeases } from "./leases.ts";
import { type MaintenanceJob, runMaintenance } from "./maintenance.ts";

const kanaat = await testApp({ after });
const { clock, config, db } = kanaat;
const uploadFolder = join(config.dataDir, "uploads");

const pictures = async () => {
  const files = await readdir(join(config.dataDir, "images"), { recursive: true });
  return files.filter((file) => file.endsWith("1280.webp")).length;
};

describe("maintenance", () => {
  it("deletes drafts and their pictures after seven days, and nothing published (R52)", async () => {
    const owner = await signUp(kanaat);
    const draft = await draftSurvey(kanaat, owner);
    const published = await publishSurvey(kanaat, owner);
    const before = await pictures();
    clock.advance(7 * DAY_MS);
    await kanaat.runMaintenance();
    const { token } = await signIn(kanaat, owner);
    const status = async (id: number) =>
      (await kanaat.call(getSurvey, { token, params: { id } })).status;
    assert.equal(await status(draft), 200);
    clock.advance(1);
    await kanaat.runMaintenance();
    assert.deepEqual([await status(draft), await status(published.id)], [404, 200]);
    assert.equal(await pictures(), before - 3);
  });

  it("deletes expired sessions alone", async () => {
    const person = await signUp(kanaat);
    const sessions = () =>
      db.query
        .selectFrom("sessions")
        .select("expires_at")
        .where("user_id", "=", person.id)
        .execute();
    clock.advance(DAY_MS - 1);
    const { token } = await signIn(kanaat, person);
    clock.advance(1);
    await kanaat.runMaintenance();
    assert.equal((await sessions()).length, 1);
    assert.equal((await kanaat.call(getAccount, { token })).status, 200);
  });

  it("forgets who viewed what, and the day's secret, after yesterday", async () => {
    const { id } = await publishSurvey(kanaat, await signUp(kanaat));
    const days = async (table: "views" | "view_salts") =>
      (await db.query.selectFrom(table).select("day").execute()).length;
    await kanaat.call(getSurvey, { params: { id } });
    const views = () =>
      db.query.selectFrom("views").select("day").where("survey_id", "=", id).execute();
    while ((await views()).length === 0) await sleep(10);
    clock.advance(DAY_MS);
    await kanaat.runMaintenance();
    assert.equal((await views()).length, 1);
    clock.advance(DAY_MS);
    await kanaat.runMaintenance();
    assert.deepEqual([await days("views"), await days("view_salts")], [0, 0]);
  });

  it("deletes uploads that a crash left behind, and none that is under way (R159)", async () => {
    for (const name of ["old", "new"]) {
      await mkdir(join(uploadFolder, name), { recursive: true });
      await writeFile(join(uploadFolder, name, "0"), "x");
    }
    const past = clock.now() / 1000 - 2 * HOUR_S;
    await utimes(join(uploadFolder, "old"), past, past);
    await kanaat.runMaintenance();
    assert.deepEqual(await readdir(uploadFolder), ["new"]);
  });

  describe("pictures that nothing names", () => {
    const root = join(config.dataDir, "images");
    const source = join(config.dataDir, "source.png");
    const hoursAgo = (hours: number) => clock.now() / 1000 - hours * HOUR_S;
    const folderOf = (path: string) => join(config.dataDir, path, "..");
    const isThere = (path: string) =>
      access(path).then(
        () => true,
        () => false,
      );

    /** Leaves an image as after a crash between storing and committing. */
    async function leave(hours = 25): Promise<string> {
      await writeFile(source, new Uint8Array(await (await picture()).arrayBuffer()));
      const path = await storeImage(kanaat, source, { preview: false, caller: "" });
      await utimes(folderOf(path), hoursAgo(hours), hoursAgo(hours));
      return path;
    }

    const stored = { ...kanaat, pictureTables: PICTURE_TABLES };

    /** Goes through every part of the store once. */
    async function sweep(): Promise<void> {
      for (let round = 0; round < 256; round++) {
        await deleteOrphanedImages(stored, { now: clock.now(), round });
      }
    }

    it("go after a day, with what was never finished", async () => {
      const [left, young] = [await leave(), await leave(23)];
      const unfinished = join(root, "ab", `${"ab".repeat(16)}.new`);
      await mkdir(unfinished, { recursive: true });
      await writeFile(join(unfinished, "320.webp"), "x");
      await utimes(unfinished, hoursAgo(25), hoursAgo(25));
      await sweep();
      assert.deepEqual(await Promise.all([left, young].map((path) => isThere(folderOf(path)))), [
        false,
        true,
      ]);
      assert.equal(await isThere(unfinished), false);
    });

    it("do not go while something names them, however old", async () => {
      const person = await signUp(kanaat, { image: await picture() });
      const survey = await publishSurvey(kanaat, person);
      const { image } = (await kanaat.call(getAccount, { token: person.token })).body.item;
      const named = [image ?? "", survey.image_path, ...survey.options.map((one) => one.image)];
      for (const path of named) await utimes(folderOf(path), hoursAgo(25), hoursAgo(25));
      await sweep();
      assert.deepEqual(await Promise.all(named.map((path) => isThere(folderOf(path)))), [
        true,
        true,
        true,
        true,
      ]);
    });

    it("go a part of the store at a time", async () => {
      const left = await leave();
      const turn = Number.parseInt(left.split("/")[2] ?? "", 16);
      clock.set(
        Math.ceil(clock.now() / (256 * MINUTE_MS)) * 256 * MINUTE_MS +
          (turn === 0 ? 255 : turn - 1) * MINUTE_MS,
      );
      await kanaat.runMaintenance();
      assert.equal(await isThere(folderOf(left)), true);
      clock.advance(MINUTE_MS);
      await kanaat.runMaintenance();
      assert.equal(await isThere(folderOf(left)), false);
    });

    it("are deleted where a crash left the owner's name empty", async () => {
      const left = await leave();
      await writeFile(join(config.dataDir, "kanaat.images"), "");
      await sweep();
      assert.equal(await isThere(folderOf(left)), false);
    });

    it("stay when the folder is another database's", async (t) => {
      const left = await leave();
      // From the tests' template, both would be copies of one database.
      const instance = await createInstance(engineUnderTest());
      t.after(() => instance.atEnd.disposeAsync());
      const other = await testApp(t, { instance });
      const mistaken = deleteOrphanedImages(
        { ...stored, db: other.db },
        { now: clock.now(), round: 0 },
      );
      await assert.rejects(mistaken, /another database/);
      assert.equal(await isThere(folderOf(left)), true);
    });
  });

  it("stops between jobs when the server does", async () => {
    const id = await draftSurvey(kanaat, await signUp(kanaat));
    clock.advance(8 * DAY_MS);
    await kanaat.runMaintenance(AbortSignal.abort());
    const rows = await db.query.selectFrom("surveys").select("id").where("id", "=", id).execute();
    assert.equal(rows.length, 1);
  });

  it("begins when the server listens, and repeats every minute", async (t) => {
    const { pass } = mockSeconds(t.mock);
    const own = await testApp(t);
    const owner = await signUp(own);
    const left = async () =>
      (await own.db.query.selectFrom("surveys").select("id").execute()).length;
    const gone = async () => {
      while ((await left()) > 0) await sleep(10);
    };
    await draftSurvey(own, owner);
    own.clock.advance(8 * DAY_MS);
    await own.app.listen({ port: 0, host: "127.0.0.1" });
    await gone();
    await draftSurvey(own, { ...owner, ...(await signIn(own, owner)) });
    own.clock.advance(8 * DAY_MS);
    pass(60);
    await gone();
  });
});

describe("a round of jobs", () => {
  /** Runs jobs that note when they run; returns those notes and what was logged. */
  async function runJobs(signal: AbortSignal, ...jobs: MaintenanceJob[]) {
    const logged: unknown[] = [];
    const log = {
      error: (...what: unknown[]) => logged.push(what),
    } as unknown as FastifyBaseLogger;
    await runMaintenance(jobs, { clock, log, signal });
    return logged;
  }
  const going = () => new AbortController().signal;

  it("begins with what people wait for, and ends with what may take long", async () => {
    const ran: string[] = [];
    const job = (stage: MaintenanceJob["stage"], name: string = stage): MaintenanceJob => ({
      name,
      stage,
      run: async () => ran.push(name),
    });
    await runJobs(
      going(),
      job("last"),
      job("cleanup"),
      job("prompt"),
      job("start"),
      job("prompt", "2"),
    );
    assert.deepEqual(ran, ["prompt", "2", "cleanup", "last"]);
  });

  it("continues with the next job when one fails, logs that, and tries it again next time", async () => {
    const ran: string[] = [];
    const failure = new Error("store is away");
    const jobs: MaintenanceJob[] = [
      {
        name: "fetch it",
        stage: "prompt",
        run: async () => {
          ran.push("first");
          throw failure;
        },
      },
      { name: "do it", stage: "prompt", run: async () => ran.push("second") },
    ];
    const logged = [await runJobs(going(), ...jobs), await runJobs(going(), ...jobs)];
    const once = [[{ err: failure }, "cannot fetch it"]];
    assert.deepEqual(logged, [once, once]);
    assert.deepEqual(ran, ["first", "second", "first", "second"]);
  });

  it("begins rare jobs again where the clock was set back", async () => {
    const leases = ownLeases(clock);
    let ran = 0;
    const run = async () => void ran++;
    const hourly: MaintenanceJob = { name: "do it", stage: "last", everyMs: HOUR_MS, run };
    const log = {} as FastifyBaseLogger;
    const round = () => runMaintenance([hourly], { clock, log, signal: going(), leases });
    await round();
    clock.advance(MINUTE_MS);
    await round();
    assert.equal(ran, 1);
    clock.advance(-DAY_MS);
    await round();
    assert.equal(ran, 2);
    clock.advance(DAY_MS);
  });

  it("calls a job again while it has more to do, with requests served in between", async () => {
    let requests = 0;
    const served: number[] = [];
    const run = async () => {
      served.push(requests);
      setImmediate(() => requests++);
      return served.length < 3;
    };
    await runJobs(going(), { name: "do it", stage: "cleanup", run });
    assert.deepEqual(served, [0, 1, 2]);
  });

  it("aborts a job when its time is over, or when the server stops", async () => {
    const aborted: string[] = [];
    const endless = (name: string, timeLimitMs?: number): MaintenanceJob => ({
      name,
      stage: "last",
      ...(timeLimitMs && { timeLimitMs }),
      run: async ({ signal }) => {
        await sleep(5);
        if (signal.aborted) aborted.push(name);
        return true;
      },
    });
    const stopping = new AbortController();
    const round = runJobs(
      stopping.signal,
      endless("limited", 20),
      endless("unlimited"),
      endless("x"),
    );
    while (aborted.length < 1) await sleep(5);
    stopping.abort();
    await round;
    assert.deepEqual(aborted, ["limited", "unlimited"]);
  });
});
