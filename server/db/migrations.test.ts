import assert from "node:assert/strict";
import { describe, it, type TestContext } from "node:test";
import { setTimeout as sleep } from "node:timers/promises";
import { CompiledQuery, type Kysely, type KyselyPlugin, sql } from "kysely";
import { MINUTE_MS } from "#contract/durations.ts";
import { listSurveys } from "#contract/endpoints/surveys.ts";
import { getResults } from "#contract/endpoints/votes.ts";
import { createPasswords } from "#server/features/sign-in/passwords.ts";
import { testApp } from "#server/testing/test-app.ts";
import { createInstance, engineUnderTest } from "#testing/instance.ts";
import { signIn } from "#testing/people.ts";
import type { Database, Transaction } from "./database.ts";
import { MIGRATION_NAMES, migrate } from "./migrate.ts";
import { migrations } from "./migration-list.ts";
import { recordedMigrations } from "./migration-records.ts";
import { openDatabase, openUnmigrated } from "./open.ts";
import { asOnlyMigrator } from "./postgres/migration.ts";
import { openPostgres } from "./postgres/postgres.ts";
import { unhurried } from "./write-deadline.ts";

interface Page {
  body: { items: { id: number }[]; next_cursor: string | null };
}

/** An instance with the tables as of the migration `until`. */
async function oldInstance(t: TestContext, until: string) {
  const instance = await createInstance(engineUnderTest());
  t.after(() => instance.atEnd.disposeAsync());
  const old = await openUnmigrated(instance);
  await migrate(old, until);
  return { instance, old };
}

const insertUser = (old: Database, id: number, nickname: string, hash: string) =>
  sql`insert into users (id, name, nickname, email, password_hash, gender, birth_date,
      city_id, consent_version, explicit_consent_at, communication_consent_at, created_at)
    values (${id}, ${nickname}, ${nickname}, ${`${nickname}@ornek.com`}, ${hash}, 'women',
      '1990-01-01', 1, '1', 1, 1, 1)`.execute(old.query);

const insertPerson = (old: Database, id: number) =>
  sql`insert into users (id, name, nickname, email, gender, birth_date, city_id,
      consent_version, explicit_consent_at, communication_consent_at, created_at)
    values (${id}, 'kisi', ${`kisi${id}`}, ${`kisi${id}@ornek.com`}, 'women', '1990-01-01', 1, '1',
      1, 1, 1)`.execute(old.query);

const insertSurvey = (
  query: Pick<Database["query"], "getExecutor">,
  { id, owner, visibility = "private", published = 1 }: OldSurvey,
) =>
  sql`insert into surveys (id, owner_id, type, question, description, image, category_id,
      option_theme_id, result_visibility, visibility, start_time, invitation_code, created_at,
      published_at)
    values (${id}, ${owner}, 'TEST', 'Çay mı?', '', '', 4, 1, 'before', ${visibility}, 1, 'x', 1,
      ${visibility && published})`.execute(query);

interface OldSurvey {
  id: number;
  owner: number;
  visibility?: string | null;
  published?: number;
}

describe("bringing a database up to date", () => {
  it("lists and finds the surveys that were there before there were terms", async (t) => {
    const { instance, old } = await oldInstance(t, "005-picture-names");
    await insertUser(old, 1, "ece", "x");
    const now = Date.parse("2026-03-14T09:00:00Z");
    const survey = (id: number, text: string, visibility: string | null, end: number | null) => sql`
      insert into surveys (id, owner_id, type, question, description, search_text, image,
          category_id, option_theme_id, result_visibility, visibility, start_time, expire_time,
          invitation_code, created_at, published_at)
        values (${id}, 1, 'TEST', ${text}, '', ${text}, 'x', 4, 1, 'before', ${visibility},
          ${now - 1000 + id}, ${end}, 'x', 1, ${visibility && now})`;
    const fill = async (tx: Transaction) => {
      // More than one batch reads or writes.
      for (let id = 1; id <= 600; id++) {
        await survey(id, "diyarbakir'in karpuzu dolabi aliskanligi", "public", null).execute(tx);
      }
      await sql`insert into options (survey_id, position, content, image)
        select id, 0, 'Kavun ' || id, '' from surveys`.execute(tx);
      await survey(601, "diyarbakir ozel", "private", null).execute(tx);
      await survey(602, "diyarbakir taslak", null, null).execute(tx);
      await survey(603, "diyarbakir biten", "public", now).execute(tx);
    };
    await unhurried(() => old.query.transaction().execute(fill));
    await old.close();

    const kanaat = await testApp(t, { instance });
    const find = async (query: Record<string, string>) => {
      const ids: number[] = [];
      for (let cursor: string | null = ""; cursor !== null; ) {
        const page: Record<string, string> = { limit: "100", ...query, ...(cursor && { cursor }) };
        const { body } = (await kanaat.call(listSurveys, { query: page })) as Page;
        ids.push(...body.items.map((card) => card.id));
        cursor = body.next_cursor;
      }
      return ids;
    };
    const all = Array.from({ length: 600 }, (_, i) => 600 - i);
    for (const q of ["", "karpuz", "dolap", "alışkanlık", "DIYARBAKIR"])
      assert.deepEqual(await find({ q }), all);
    for (const q of ["kavun", "spor"]) assert.deepEqual(await find({ q }), all);
    assert.deepEqual(await find({ q: "kavun 17" }), [
      17,
      ...all.filter((id) => /^17./.test(`${id}`)),
    ]);
    assert.deepEqual(await find({ q: "in", type: "TEST", category_id: "4" }), all);
    assert.deepEqual(await find({ type: "SURVEY" }), []);
  });

  it("moves deleted surveys from the placeholder user to the removals", async (t) => {
    const { instance, old } = await oldInstance(t, "015-softened-long-words");
    await insertUser(old, 1, "ece", "x");
    await insertUser(old, -1, "", "");
    for (const [id, owner, visibility] of [
      [1, 1, "public"],
      [2, -1, null],
    ] as const) {
      await sql`insert into surveys (id, owner_id, type, question, description, image, category_id,
          option_theme_id, result_visibility, visibility, start_time, invitation_code, created_at,
          published_at)
        values (${id}, ${owner}, 'TEST', 'Çay mı?', '', '', 4, 1, 'before', ${visibility}, 1, 'x',
          1, ${visibility && 1})`.execute(old.query);
      await sql`insert into options (id, survey_id, position, content, image, vote_count)
        values (${id}, ${id}, 0, 'Çay', '', 1)`.execute(old.query);
      await sql`insert into votes (survey_id, user_id, option_id) values (${id}, 9, ${id})`.execute(
        old.query,
      );
    }
    await sql`insert into departures (user_id, left_at) values (9, 5)`.execute(old.query);
    await old.close();

    const { db, runMaintenance } = await testApp(t, { instance });
    const rows = async (text: string) =>
      (await db.query.executeQuery<object>(CompiledQuery.raw(text))).rows.map((row) => ({
        ...row,
      }));
    const surveys = "select id, owner_id from surveys order by id";
    assert.deepEqual(await rows("select id from users"), [{ id: 1 }]);
    assert.deepEqual(await rows(surveys), [
      { id: 1, owner_id: 1 },
      { id: 2, owner_id: null },
    ]);
    assert.deepEqual(await rows("select survey_id from removals"), [{ survey_id: 2 }]);
    assert.deepEqual(await rows("select survey_id from votes order by survey_id"), [
      { survey_id: 1 },
      { survey_id: 2 },
    ]);
    assert.deepEqual(await rows("select user_id, deleted_at from pending_anonymizations"), [
      { user_id: 9, deleted_at: 5 },
    ]);

    await runMaintenance();
    assert.deepEqual(await rows(surveys), [{ id: 1, owner_id: 1 }]);
    assert.deepEqual(await rows("select survey_id from removals"), []);
    assert.deepEqual(await rows("select option_id from votes where user_id < 0"), [
      { option_id: 1 },
    ]);
    assert.deepEqual(await rows("select user_id from pending_anonymizations"), []);
  });

  it("moves passwords out of the table of people, and each still opens its account", async (t) => {
    const { instance, old } = await oldInstance(t, "015-softened-long-words");
    const password = "gül-şükrü";
    await insertUser(old, 1, "ece", await createPasswords().hash(password));
    await old.close();
    const app = await testApp(t, { instance });
    await signIn(app, { email: "ece@ornek.com", password });
    await assert.rejects(signIn(app, { email: "ece@ornek.com", password: "başka" }), /401/);
    await app.db.query.deleteFrom("users").where("id", "=", 1).execute();
    const left = app.db.query.selectFrom("credentials").select("user_id");
    assert.deepEqual(await left.execute(), []);
  });

  it("continues with the notifications that were yet to be created", async (t) => {
    const { instance, old } = await oldInstance(t, "017-credentials");
    await sql`insert into users (id, name, nickname, email, gender, birth_date, city_id,
        consent_version, explicit_consent_at, communication_consent_at, created_at)
      values (1, 'ece', 'ece', 'ece@ornek.com', 'women', '1990-01-01', 1, '1', 1, 1, 1),
        (2, 'ali', 'ali', 'ali@ornek.com', 'men', '1990-01-01', 1, '1', 1, 1, 1)`.execute(
      old.query,
    );
    await sql`insert into follows (follower_id, followed_id, created_at) values (2, 1, 1)`.execute(
      old.query,
    );
    await sql`insert into surveys (id, owner_id, type, question, description, image, category_id,
        option_theme_id, result_visibility, visibility, start_time, expire_time, invitation_code,
        created_at, published_at, listed, followers_untold, end_told_at)
      values (1, 1, 'TEST', 'Çay mı?', '', '', 4, 1, 'before', 'public', 1, null, 'x', 1, 1, 1, 1, null),
        (2, 1, 'TEST', 'Kim?', '', '', 4, 1, 'before', 'public', 1, 2, 'x', 1, 1, 0, 0, null),
        (3, 1, 'TEST', 'Ne?', '', '', 4, 1, 'before', 'public', 1, 2, 'x', 1, 1, 0, 0, 3)`.execute(
      old.query,
    );
    await old.close();
    const { db, runMaintenance } = await testApp(t, { instance });
    await runMaintenance();
    const notifications = db.query.selectFrom("notifications").select(["user_id", "survey_id"]);
    assert.deepEqual(
      (await notifications.orderBy("survey_id").execute()).map((row) => ({ ...row })),
      [
        { user_id: 2, survey_id: 1 },
        { user_id: 1, survey_id: 2 },
      ],
    );
  });

  it("separates votes of private surveys, as far as they are known (R210)", async (t) => {
    const { instance, old } = await oldInstance(t, "025-shown-votes");
    await sql`insert into users (id, name, nickname, email, gender, birth_date, city_id,
        consent_version, explicit_consent_at, communication_consent_at, created_at)
      values (1, 'ece', 'ece', 'ece@ornek.com', 'women', '1990-01-01', 1, '1', 1, 1, 1)`.execute(
      old.query,
    );
    // Private; opened, with one of its votes hidden; public.
    for (const [id, visibility, in_steps, shown] of [
      [1, "private", 1, 5],
      [2, "public", 1, 5],
      [3, "public", 0, 0],
    ] as const) {
      await sql`insert into surveys (id, owner_id, type, question, description, image, category_id,
          option_theme_id, result_visibility, visibility, start_time, invitation_code, created_at,
          published_at, in_steps, counted_votes, popularity)
        values (${id}, 1, 'TEST', 'Çay mı?', '', '', 4, 1, 'before', ${visibility}, 1, 'x', 1, 1,
          ${in_steps}, 6, 6)`.execute(old.query);
      await sql`insert into options (id, survey_id, position, content, image, vote_count, shown_votes)
        values (${id}, ${id}, 0, 'Çay', '', 6, ${shown})`.execute(old.query);
      for (let voter = 11; voter < 17; voter++) {
        await sql`insert into votes (survey_id, user_id, option_id)
          values (${id}, ${voter}, ${id})`.execute(old.query);
      }
    }
    await old.close();
    const { db, call } = await testApp(t, { instance });
    const apart = db.query.selectFrom("votes").select("survey_id").where("while_private", "=", 1);
    const surveys = (await apart.execute()).map(({ survey_id }) => survey_id).sort();
    assert.deepEqual(surveys, [1, 1, 1, 1, 1, 1, 2, 2, 2, 2, 2, 2]);
    const shown = async (id: number) => {
      const { body } = await call(getResults, { params: { id } });
      return [body.items, body.private_items].map((items) => items?.[0]?.count);
    };
    assert.deepEqual(
      [await shown(2), await shown(3)],
      [
        [0, 5],
        [6, undefined],
      ],
    );
    const counted = db.query.selectFrom("surveys").select("counted_votes").orderBy("id");
    assert.deepEqual(
      (await counted.execute()).map((row) => row.counted_votes),
      [6, 0, 6],
    );
  });

  it("notifies owners of private surveys from before their results were hidden (R377)", async (t) => {
    const { instance, old } = await oldInstance(t, "024-vote-marks");
    for (let id = 1; id <= 5; id++) await insertPerson(old, id);
    await insertSurvey(old.query, { id: 1, owner: 1 });
    await insertSurvey(old.query, { id: 2, owner: 1 });
    await insertSurvey(old.query, { id: 3, owner: 2, visibility: "public" });
    await insertSurvey(old.query, { id: 4, owner: 3, visibility: null });
    // More than one batch reads, after a gap.
    await unhurried(() =>
      old.query.transaction().execute(async (tx) => {
        for (let id = 10_001; id <= 11_010; id++) {
          await insertSurvey(tx, { id, owner: id === 11_009 ? 4 : 1 });
        }
      }),
    );
    await migrate(old, "049-vote-scans");
    await insertSurvey(old.query, { id: 11_011, owner: 5, published: Date.now() + MINUTE_MS });
    await insertSurvey(old.query, { id: 11_012, owner: 2 });
    await sql`update surveys set instant_results = 1 where id = 11012`.execute(old.query);
    await migrate(old);
    const { rows } = await sql<{ user_id: number; notice: string }>`
      select user_id, notice from unseen_notices order by user_id`.execute(old.query);
    await old.close();
    assert.deepEqual(
      rows.map((row) => ({ ...row })),
      [
        { user_id: 1, notice: "private-results" },
        { user_id: 4, notice: "private-results" },
      ],
    );
    const { app } = await testApp(t, { instance });
    assert.equal((await app.inject("/readyz")).statusCode, 200);
  });

  it("starts on a newer release's database, unless that has removed what this one needs", async (t) => {
    const instance = await createInstance(engineUnderTest());
    t.after(() => instance.atEnd.disposeAsync());
    const [last = ""] = MIGRATION_NAMES.at(-1)?.split("-") ?? [];
    const opened = async () => (await openDatabase(instance)).close();
    const newer = async (name: string) => {
      const db = await openDatabase(instance);
      // Kysely dates migrations of one moment a millisecond apart, so the last are in the future.
      const later = new Date(Date.now() + MINUTE_MS).toISOString();
      await sql`insert into kanaat_migration (name, timestamp) values (${name}, ${later})`.execute(
        db.query,
      );
      await db.close();
    };
    await newer("998-more");
    await opened();
    await newer(`998-without-old@${last}`);
    await opened();
    await newer("999-without-old@998");
    await assert.rejects(opened(), /of a newer version \(999-without-old@998\).*update first/);
  });

  if (process.env.TEST_ENGINE !== "postgres") return;

  it("does not block others while it waits for a long reader, and names it (R321)", async (t) => {
    const instance = await createInstance("postgres");
    t.after(() => instance.atEnd.disposeAsync());
    const db = await openPostgres(instance.databaseUrl ?? "", { longestWaitMs: 1000 });
    await migrate(db, "039-assets");
    const reading = await unhurried(() => db.query.startTransaction().execute());
    await sql`select id from surveys`.execute(reading);
    const lines: string[] = [];
    const migrated = migrate(db, undefined, (line) => lines.push(line));
    // Three attempts; between and during them somebody writes, who would wait a second at most.
    while (lines.length < 3) {
      await sql`update surveys set view_count = view_count + 1`.execute(db.query);
    }
    assert.match(
      lines[0] ?? "",
      /^Migrating waits for process \d+ \(kanaat@.*select id from surveys/,
    );
    await reading.commit().execute();
    await migrated;
    assert.deepEqual(await recordedMigrations(db), MIGRATION_NAMES);
    for (const [name, value] of Object.entries({ lock_timeout: "1s", statement_timeout: "15s" })) {
      const { rows } = await sql<Record<string, string>>`show ${sql.raw(name)}`.execute(db.query);
      assert.equal(rows[0]?.[name], value, "afterwards nothing waits long");
    }
    await db.close();
  });

  it("is done by one of several processes, and the others wait for it without a lock (R385)", async (t) => {
    const { instance, old } = await oldInstance(t, "039-assets");
    t.after(() => old.close());
    const reading = await unhurried(() => old.query.startTransaction().execute());
    await sql`select id from surveys`.execute(reading);
    const begin = async () => {
      const db = await openUnmigrated(instance);
      t.after(() => db.close());
      const lines: string[] = [];
      return { lines, migrated: migrate(db, undefined, (line) => lines.push(line)) };
    };
    const first = await begin();
    while (first.lines.length === 0) await sleep(10);
    const second = await begin();
    while (second.lines.length === 0) await sleep(10);
    assert.match(
      second.lines.join(),
      /^Migrating waits for process \d+ \(from .+\), which migrates already\.$/,
    );
    const { rows } = await sql`select query from pg_stat_activity inner join pg_locks using (pid)
      where locktype = 'advisory' and not granted`.execute(old.query);
    assert.deepEqual(rows, []);
    await reading.commit().execute();
    await Promise.all([first.migrated, second.migrated]);
    assert.deepEqual(await recordedMigrations(old), MIGRATION_NAMES);
  });

  it("succeeds for several processes that begin at the same time (R385)", async (t) => {
    const { instance, old } = await oldInstance(t, "005-picture-names");
    t.after(() => old.close());
    const begun = [0, 1, 2].map(async () => {
      const db = await openUnmigrated(instance);
      t.after(() => db.close());
      await migrate(db, "011-terms-in-every-order", () => undefined);
    });
    await Promise.all(begun);
    const done = await recordedMigrations(old);
    assert.deepEqual(done, MIGRATION_NAMES.slice(0, done.length));
    assert.equal(done.at(-1), "011-terms-in-every-order");
  });

  it("keeps no server of this release waiting while a newer one migrates (R385)", async (t) => {
    const instance = await createInstance("postgres");
    t.after(() => instance.atEnd.disposeAsync());
    const db = await openDatabase(instance);
    t.after(() => db.close());
    const later = new Date().toISOString();
    await sql`insert into kanaat_migration (name, timestamp) values ('998-more', ${later})`.execute(
      db.query,
    );
    const fail = (line: string) => assert.fail(line);
    await db.query
      .connection()
      .execute((newer) => asOnlyMigrator(newer, fail, () => migrate(db, undefined, fail)));
  });

  it("notifies nobody whose account is deleted while owners are read (R377)", async (t) => {
    const { old } = await oldInstance(t, "049-vote-scans");
    t.after(() => old.close());
    for (const id of [1, 2]) {
      await insertPerson(old, id);
      await insertSurvey(old.query, { id, owner: id });
    }
    const { up } = migrations("postgres")["050-notices"];
    let isDeleted = false;
    const deleting: KyselyPlugin = {
      transformQuery: ({ node }) => node,
      transformResult: async ({ result }) => {
        if (result.numAffectedRows === 2n && !isDeleted) {
          isDeleted = true;
          await sql`delete from users where id = 1`.execute(old.query);
        }
        return result;
      },
    };
    await unhurried(() =>
      old.query
        .transaction()
        .execute((tx) => up(tx.withPlugin(deleting) as unknown as Kysely<never>)),
    );
    assert.ok(isDeleted);
    const notified = old.query.selectFrom("unseen_notices").select("user_id");
    assert.deepEqual(
      (await notified.execute()).map(({ user_id }) => user_id),
      [2],
    );
    await sql`delete from users where id = 2`.execute(old.query);
    assert.deepEqual(await notified.execute(), [], "and none stays");
  });

  it("takes the strongest lock on each table first, from the first release on that others run beside (R321)", async (t) => {
    const { old } = await oldInstance(t, "036-identities");
    t.after(() => old.close());
    const stronger: string[] = [];
    const held = async (query: Kysely<never>) => {
      const { rows } = await sql<{ lock: string }>`select relation::regclass || ' ' || mode as lock
        from pg_locks inner join pg_class on pg_class.oid = relation
        where pid = pg_backend_pid() and locktype = 'relation' and relkind = 'r'
          and mode in ('ShareLock', 'ShareRowExclusiveLock', 'ExclusiveLock', 'AccessExclusiveLock')
          and relation in (select oid from old_tables)`.execute(query);
      return rows.map(({ lock }) => lock);
    };
    for (const [name, { up }] of Object.entries(migrations("postgres"))) {
      if (name <= "036-identities") continue;
      await unhurried(() =>
        old.query.transaction().execute(async (tx) => {
          await sql`create temporary table old_tables on commit drop as
            select oid from pg_class where relkind = 'r'`.execute(tx);
          let first: string[] = [];
          const watching: KyselyPlugin = {
            transformQuery: ({ node }) => node,
            transformResult: async ({ result }) => {
              const now = await held(tx as unknown as Kysely<never>);
              const isStronger = (lock: string) =>
                !first.includes(lock) &&
                !first.includes(lock.replace(/ .*/, " AccessExclusiveLock"));
              const grown = first.length > 0 ? now.filter(isStronger) : [];
              stronger.push(...grown.map((lock) => `${name}: ${lock}`));
              first = now;
              return result;
            },
          };
          await up(tx.withPlugin(watching) as unknown as Kysely<never>);
        }),
      );
    }
    assert.deepEqual(stronger, []);
  });
});
