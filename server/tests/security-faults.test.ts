import assert from "node:assert/strict";
import { readdir } from "node:fs/promises";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { describe, it, type TestContext } from "node:test";
import { setTimeout as sleep } from "node:timers/promises";
import { sql } from "kysely";
import pg from "pg";
import { getAccount } from "#contract/endpoints/account.ts";
import { listNotifications } from "#contract/endpoints/notifications.ts";
import { createSurvey, getSurvey, listSurveys } from "#contract/endpoints/surveys.ts";
import { castVote, getResults } from "#contract/endpoints/votes.ts";
import type { Database } from "#server/db/database.ts";
import { openDatabase } from "#server/db/open.ts";
import { transact } from "#server/db/transact.ts";
import { WriteRefused } from "#server/db/write-deadline.ts";
import { afterOwnTime } from "#server/processes/own-time.ts";
import { type TestApp, testApp } from "#server/testing/test-app.ts";
import type { Answer } from "#testing/api.ts";
import { type Person, signUp } from "#testing/people.ts";
import { picture } from "#testing/pictures.ts";
import { publishSurvey } from "#testing/surveys.ts";

/** Makes the database itself return the errors of a full disk. */
async function fillDisk({ db }: TestApp): Promise<() => Promise<void>> {
  if (db.engine === "sqlite") {
    // Pages that migrations left free would still accept writes.
    await sql`vacuum`.execute(db.query);
    await sql`pragma max_page_count = 1`.execute(db.query);
    return async () => void (await sql`pragma max_page_count = 1000000`.execute(db.query));
  }
  await sql`create function refuse() returns trigger language plpgsql as
    $$ begin raise exception 'could not extend file' using errcode = '53100'; end $$`.execute(
    db.query,
  );
  for (const table of ["votes", "surveys"]) {
    await sql`create trigger full_disk before insert on ${sql.table(table)}
      execute function refuse()`.execute(db.query);
  }
  return async () => void (await sql`drop function refuse cascade`.execute(db.query));
}

/** Keeps everything else from writing to votes, as another tool on the database might. */
async function lockVotes({ instance }: TestApp): Promise<() => Promise<void>> {
  if (!instance.databaseUrl) {
    const file = new DatabaseSync(join(instance.dataDir, "kanaat.sqlite"));
    file.exec("begin immediate");
    return async () => file.close();
  }
  const client = new pg.Client(instance.databaseUrl);
  await client.connect();
  await client.query("begin; lock table votes in exclusive mode");
  return () => client.end();
}

async function prepare(t: TestContext, options = {}) {
  const kanaat = await testApp(t, options);
  const owner = await signUp(kanaat);
  const survey = await publishSurvey(kanaat, owner);
  const vote = (who: Person) =>
    kanaat.call(castVote, {
      token: who.token,
      body: { survey_id: survey.id, survey_option_id: survey.options[0]?.id },
    });
  const draft = async () => {
    // Too large for the last page of a full file.
    const description = "ş".repeat(2000);
    const image = await picture();
    const body = { question: "Hangi mevsim?", image, category_id: 1, description };
    return kanaat.call(createSurvey, { token: owner.token, body });
  };
  const reads = async () => {
    const { token } = owner;
    const params = { id: survey.id };
    const answers = [
      await kanaat.call(listSurveys, { token }),
      await kanaat.call(getSurvey, { token, params }),
      await kanaat.call(getResults, { token, params }),
      await kanaat.call(getAccount, { token }),
    ];
    return answers.map(({ status }) => status);
  };
  const pictures = async () => {
    const names = await readdir(join(kanaat.config.dataDir, "images"), { recursive: true });
    return names.filter((name) => !/^..$/.test(name));
  };
  return { kanaat, owner, survey, vote, draft, reads, pictures };
}

function refused(answer: Answer<unknown>, status: number, code: string): void {
  const { problem, headers } = answer;
  assert.deepEqual([answer.status, problem.code, problem.status], [status, code, status]);
  assert.match(headers.get("content-type") ?? "", /^application\/problem\+json/);
  assert.equal(headers.get("cache-control"), "no-store");
  if (status === 503) assert.ok(Number(headers.get("retry-after")) > 0);
}

describe("a fault of ours", () => {
  it("shows only its number: internal_error (R174)", async (t) => {
    const { kanaat, owner } = await prepare(t);
    await sql`alter table notifications rename to elsewhere`.execute(kanaat.db.query);
    const answer = await kanaat.call(listNotifications, { token: owner.token });
    refused(answer, 500, "internal_error");
    const { request_id, ...problem } = answer.problem;
    assert.match(request_id, /^[0-9a-f-]{36}$/);
    assert.deepEqual(Object.keys(problem), "type title status detail code message".split(" "));
    assert.doesNotMatch(answer.text, /notifications|select|at .*:\d|node:|\.ts/i);
  });
});

describe("a full disk", () => {
  it("refuses writes and serves reads, and all is well when there is space: storage_full (R178)", async (t) => {
    const { kanaat, owner, vote, draft, reads, pictures } = await prepare(t);
    const before = await pictures();
    const free = await fillDisk(kanaat);
    refused(await draft(), 503, "storage_full");
    assert.deepEqual(await reads(), [200, 200, 200, 200]);
    assert.deepEqual(await pictures(), before);
    await free();
    assert.equal((await draft()).status, 201);
    assert.equal((await vote(owner)).status, 201);
  });

  it("of the pictures leaves no survey without its picture, and voting continues: storage_full (R178)", async (t) => {
    let code: string | undefined;
    const { kanaat, owner, vote, draft, reads, pictures } = await prepare(t, {
      images: (store: TestApp["images"]) => ({
        ...store,
        put: async (...stored: Parameters<typeof store.put>) => {
          if (code) throw Object.assign(new Error("no space left on device"), { code });
          return store.put(...stored);
        },
      }),
    });
    const surveys = () => kanaat.db.query.selectFrom("surveys").select("id").execute();
    const before = [await surveys(), await pictures()];
    for (code of ["ENOSPC", "EDQUOT", "EROFS"]) refused(await draft(), 503, "storage_full");
    assert.deepEqual([await surveys(), await pictures()], before);
    assert.deepEqual(await reads(), [200, 200, 200, 200]);
    assert.equal((await vote(owner)).status, 201);
    code = undefined;
    assert.equal((await draft()).status, 201);
  });
});

describe("a write whose outcome nobody knows", () => {
  it("keeps the pictures that a row may name: outcome_unknown", async (t) => {
    const { kanaat, draft, pictures } = await prepare(t, {
      db: (db: TestApp["db"]) => ({
        ...db,
        fault: (error: unknown) => (/lost/.test(String(error)) ? "unknown" : db.fault(error)),
      }),
    });
    const before = await pictures();
    const lose =
      kanaat.db.engine === "sqlite"
        ? sql`create trigger lose before insert on surveys begin select raise(abort, 'lost'); end`
        : sql`alter table surveys add constraint lost check (id < 0) not valid`;
    await lose.execute(kanaat.db.query);
    refused(await draft(), 503, "outcome_unknown");
    assert.ok((await pictures()).length > before.length);
  });
});

describe("a database that somebody else holds", () => {
  it("leads to an error within two seconds, and all is well when it is free: not_ready (R150, R177)", async (t) => {
    const { kanaat, owner, survey, vote, reads } = await prepare(t, { longestWaitMs: 900 });
    const free = await lockVotes(kanaat);
    let isLate = false;
    const stop = afterOwnTime(2000, () => {
      isLate = true;
    });
    refused(await vote(owner), 503, "not_ready");
    stop();
    assert.equal(isLate, false);
    assert.deepEqual(await reads(), [200, 200, 200, 200]);
    await free();
    assert.equal((await vote(owner)).status, 201);
    const { body } = await kanaat.call(getResults, { params: { id: survey.id } });
    assert.equal(body.items[0]?.count, 1);
  });
});

describe("a second server on the same instance", () => {
  it("starts on a shared database, and never on a folder that has its server (R160)", async (t) => {
    const { kanaat, owner, vote, reads } = await prepare(t);
    const second = testApp(t, { instance: kanaat.instance });
    if (kanaat.db.engine === "postgres") await second;
    else await assert.rejects(second, /DATA_DIR .* is in use by another running server/);
    assert.deepEqual(await reads(), [200, 200, 200, 200]);
    assert.equal((await vote(owner)).status, 201);
  });
});

const isWritable = (db: Database) =>
  transact(db, (tx) => sql`select 1`.execute(tx)).then(
    () => true,
    () => false,
  );

if (process.env.TEST_ENGINE === "postgres") {
  it("of two transactions in a deadlock one is repeated, within the product's own waits", async (t) => {
    const { kanaat, owner } = await prepare(t);
    const db = await openDatabase({ ...kanaat.instance, longestWaitMs: undefined });
    t.after(() => db.close());
    const ids = [await publishSurvey(kanaat, owner), await publishSurvey(kanaat, owner)];
    const lockInBothOrders = async () => {
      const bothHold = Promise.withResolvers<void>();
      let holding = 0;
      const lock = (order: { id: number }[]) =>
        transact(db, async (tx) => {
          for (const { id } of order) {
            await sql`select id from surveys where id = ${id} ${db.forUpdate}`.execute(tx);
            holding += 1;
            if (holding === 2) bothHold.resolve();
            await bothHold.promise;
          }
        });
      const ended = await Promise.allSettled([lock(ids), lock(ids.toReversed())]);
      return {
        holding,
        failures: ended.flatMap((one) => (one.status === "rejected" ? [one.reason] : [])),
      };
    };
    let { holding, failures } = await lockInBothOrders();
    // A machine that is busy for a second refuses one, and all until it has answered a probe; where
    // the waits do not fit, each is refused.
    for (let tries = 1; tries < 5 && failures[0] instanceof WriteRefused; tries++) {
      while (!(await isWritable(db))) await sleep(50);
      ({ holding, failures } = await lockInBothOrders());
    }
    assert.deepEqual(failures, []);
    assert.ok(holding > 4, "nobody had to begin again");
  });

  it("a database that the network cannot reach leads to not_ready (R177)", async (t) => {
    const { db } = await testApp(t);
    for (const code of ["ECONNREFUSED", "ENETUNREACH", "EHOSTUNREACH", "EAI_AGAIN"]) {
      const error = Object.assign(new AggregateError([]), { code });
      assert.equal(db.fault(error), "unavailable", code);
    }
    assert.equal(db.fault(Object.assign(new Error(), { code: "ENOSYS" })), null);
  });
}
