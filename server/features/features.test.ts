import assert from "node:assert/strict";
import { existsSync, globSync, readFileSync } from "node:fs";
import { after, describe, it } from "node:test";
import { sql } from "kysely";
import { deleteAccount } from "#contract/endpoints/account.ts";
import { AccountExport } from "#contract/endpoints/account-export.ts";
import { LATER_MIGRATIONS } from "#server/db/tables/tables.ts";
import { activePerson } from "#server/testing/active-person.ts";
import { testApp } from "#server/testing/test-app.ts";
import { succeed } from "#testing/api.ts";
import { download } from "#testing/people.ts";
import { type Feature, tablesOf } from "./feature.ts";
import { FEATURES } from "./features.ts";
import { PLATFORM_TABLES } from "./owned-tables.ts";

const kanaat = await testApp({ after });
const { db, clock } = kanaat;

/** The migrator's tables, and SQLite's text index, which triggers keep as `survey_words`. */
const WITHOUT_OWNER = new RegExp(
  `^(kysely_migration|${LATER_MIGRATIONS})(_lock)?$|^survey_words_fts`,
);
/** Names of columns that hold a person, what they can be found by, or a pseudonym of either. */
const NAMES_PERSON = new RegExp(
  "(^|_)(by|user|person|account|owner|author|actor|voter|viewer|member|reporter|sender|recipient|" +
    "subject|nickname|e?mail|mailbox|phone|address|network|place|mark)$",
);
/** Other ids without a foreign key may be those of people. */
const NO_PERSON =
  /^((category|city|credential|key|(notified_)?option|option_theme)_id|invitable_by)$/;

interface Reference {
  name: string;
  column: string;
  target: string;
  cascades: number;
}

const schema = (await db.query.introspection.getTables()).filter(
  ({ name, isView }) => !isView && !WITHOUT_OWNER.test(name),
);
const { rows: references } =
  db.engine === "sqlite"
    ? await sql<Reference>`select tables.name, "from" as "column", "table" as target,
          on_delete = 'CASCADE' as cascades
        from sqlite_master as tables, pragma_foreign_key_list(tables.name)
        where tables.type = 'table'`.execute(db.query)
    : await sql<Reference>`select own.relname as name, attname as "column",
          target.relname as target, (confdeltype = 'c')::int as cascades
        from pg_constraint join pg_class as own on own.oid = conrelid
        join pg_class as target on target.oid = confrelid
        join pg_attribute on attrelid = conrelid and attnum = any (conkey)
        where contype = 'f' and connamespace = current_schema()::regnamespace`.execute(db.query);

const platform = Object.entries(PLATFORM_TABLES).map(([name, tables]) => ({ name, tables }));
const owners: Pick<Feature, "name" | "tables">[] = [...FEATURES, ...platform];
const owned = new Map(tablesOf(owners));
const peopleOf = (table: string) => Object.entries(owned.get(table as never)?.people ?? {});
const referencesFrom = (table: string) => references.filter(({ name }) => name === table);
const isDeletedWith = (table: string, target: string): boolean =>
  referencesFrom(table).some(
    (reference) =>
      reference.cascades === 1 &&
      (reference.target === target ||
        (reference.target !== table && isDeletedWith(reference.target, target))),
  );

/** Columns of a table that name a person, as far as the schema shows. */
function personColumns({ name, columns }: (typeof schema)[number]): string[] {
  const targets = new Map(referencesFrom(name).map(({ column, target }) => [column, target]));
  return columns
    .map((column) => column.name)
    .filter((column) => {
      const target = targets.get(column);
      // The voter of a vote, who is no account once that is deleted.
      if (target === "votes" && column === "user_id") return true;
      if (target !== undefined) return target === "users";
      return !NO_PERSON.test(column) && (NAMES_PERSON.test(column) || column.endsWith("_id"));
    });
}

describe("the manifests of the features", () => {
  it("own every table once", () => {
    const names = owners.flatMap(({ name, tables }) =>
      Object.keys(tables).map((table) => `${table} of ${name}`),
    );
    assert.deepEqual([...owned.keys()].sort(), schema.map(({ name }) => name).sort());
    assert.equal(names.length, owned.size, `a table with two owners: ${names}`);
    for (const { name } of platform) assert.ok(existsSync(`server/${name}`), name);
  });

  it("name every column that names a person (R113, R114)", () => {
    for (const table of schema) {
      const declared = peopleOf(table.name).map(([column]) => column);
      assert.deepEqual(declared.sort(), personColumns(table).sort(), table.name);
    }
  });

  it("say truly what foreign keys delete", () => {
    for (const [table] of owned) {
      for (const [column, person] of peopleOf(table)) {
        const deletedBy = person && "deletedBy" in person ? person.deletedBy : undefined;
        if (deletedBy !== "foreign key") continue;
        assert.ok(isDeletedWith(table, "users"), `${table}.${column}`);
      }
    }
  });

  it("have each part of the download once, with the rows that the columns name (R113)", async () => {
    const parts = FEATURES.flatMap(({ download = {} }) => Object.keys(download));
    assert.deepEqual(parts.sort(), AccountExport.keyof().options.sort());
    const { token } = await activePerson(kanaat);
    const records = JSON.parse((await download(kanaat, { token })).text);
    for (const { name, tables, ...feature } of FEATURES) {
      for (const [table] of tablesOf([{ tables }])) {
        for (const [column, person] of peopleOf(table)) {
          if (!person || !("exported" in person)) continue;
          assert.ok(feature.download?.[person.exported], `${table}.${column} of ${name}`);
          assert.notDeepEqual(records[person.exported], [], `${table}.${column}`);
        }
      }
    }
  });

  it("delete with an account what they do not keep (R114)", async () => {
    const { id, email, nickname, token, password } = await activePerson(kanaat);
    const values = [String(id), email, nickname, `subject ${id}`];
    const columns = [...owned.keys()].flatMap((table) =>
      peopleOf(table).flatMap(([column, person]) =>
        person && "deletedBy" in person ? { table, column } : [],
      ),
    );
    const rowsLeft = async () => {
      const found: string[] = [];
      for (const { table, column } of columns) {
        const { rows } = await sql`select 1 from ${sql.table(table)}
          where cast(${sql.ref(column)} as text) in (${sql.join(values)}) limit 1`.execute(
          db.query,
        );
        if (rows.length > 0) found.push(`${table}.${column}`);
      }
      return found;
    };
    const all = columns.map(({ table, column }) => `${table}.${column}`);
    assert.deepEqual(await rowsLeft(), all, "activePerson has a row in each");
    await succeed(kanaat.call(deleteAccount, { token, body: { password } }));
    clock.advance(30_000);
    await kanaat.runMaintenance();
    assert.deepEqual(await rowsLeft(), []);
  });

  it("delete every row about a survey with it", () => {
    for (const { name, columns } of schema) {
      if (!columns.some((column) => /^(survey|option)_id$/.test(column.name))) continue;
      assert.ok(isDeletedWith(name, "surveys"), name);
    }
  });

  it("name every table with pictures, and no other", () => {
    for (const { name, columns } of schema) {
      const hasImage = columns.some((column) => column.name === "image");
      assert.equal(owned.get(name as never)?.hasPictures ?? false, hasImage, name);
    }
  });

  it("name every cache key once, so that a change of a survey drops what is cached of it", () => {
    const declared = FEATURES.flatMap(({ cacheKeys = [] }) => cacheKeys);
    assert.equal(new Set(declared).size, declared.length);
    const files = globSync("server/features/**/*.ts").filter(
      (file) => !/\.(test|feature)\./.test(file),
    );
    const written = files.flatMap((file) => [...readFileSync(file, "utf8").matchAll(CACHE_KEY)]);
    const keys = written.map(([, key = ""]) => key.replace(/\$\{[^}]*\}/g, "*"));
    const isLike = (key: string) => (other: string) => matches(key, other) || matches(other, key);
    for (const key of keys) assert.ok(declared.some(isLike(key)), `${key} of no feature`);
    for (const key of declared) assert.ok(keys.some(isLike(key)), `${key} is nowhere`);
    const others = declared.filter((key) => !/^(survey:\*:|surveys:|person:\*|people:)/.test(key));
    assert.deepEqual(others.toSorted(), ["categories", "cities", "transparency"]);
  });
});

const CACHE_KEY = /(?:cacheKey\(\s*|=> )[`"]([a-z]+[^`"\s]*)[`"]/g;

/** Whether a key with placeholders `*` stands for another one. */
const matches = (key: string, other: string) =>
  new RegExp(`^${key.replaceAll("*", ".+")}$`).test(other);
