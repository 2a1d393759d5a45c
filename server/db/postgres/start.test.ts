import assert from "node:assert/strict";
import { after, before, describe, it, type TestContext } from "node:test";
import { setTimeout as sleep } from "node:timers/promises";
import { sql } from "kysely";
import pg from "pg";
import { mockSeconds } from "#server/testing/seconds.ts";
import { createInstance, type Instance } from "#testing/instance.ts";
import { PostgresServer } from "#testing/servers/postgres-server.ts";
import { openDatabase } from "../open.ts";
import { connectFirst } from "./first-connection.ts";
import type { PostgresPool } from "./pool.ts";

if (process.env.TEST_ENGINE === "postgres") {
  let instance: Instance;
  before(async () => {
    instance = await createInstance("postgres");
  });
  after(() => instance.atEnd.disposeAsync());

  const run = async (databaseUrl: string, ...statements: string[]) => {
    const client = new pg.Client(databaseUrl);
    await client.connect();
    for (const statement of statements) await client.query(statement);
    await client.end();
  };
  const at = (change: Partial<URL>) =>
    Object.assign(new URL(instance.databaseUrl ?? ""), change).href;
  /** Opens as a server does: only an error that waiting does not change ends it. */
  const open = (databaseUrl: string) =>
    openDatabase({ dataDir: instance.dataDir, databaseUrl, onWaiting: () => undefined });
  const ownDatabase = async (t: TestContext, options: string) => {
    const name = `start_${Math.random().toString(36).slice(2)}`;
    await run(at({}), `create database ${name} ${options}`);
    t.after(() => run(at({}), `drop database ${name} with (force)`));
    return { name, url: at({ pathname: name }) };
  };

  describe("a start on PostgreSQL", () => {
    for (const encoding of ["LATIN5", "SQL_ASCII"]) {
      it(`is refused on a database in ${encoding} (R316)`, async (t) => {
        const { url } = await ownDatabase(
          t,
          `encoding '${encoding}' locale 'C' locale_provider libc template template0`,
        );
        await assert.rejects(open(url), new RegExp(`encoding is ${encoding}`));
      });
    }

    it("ends at once with a wrong password or an unknown database (R316)", async () => {
      await assert.rejects(open(at({ password: "wrong" })), { code: "28P01" });
      await assert.rejects(open(at({ pathname: "nowhere" })), { code: "3D000" });
    });

    it("is refused where the role may not make tables, in one line (R316)", async (t) => {
      const { name, url } = await ownDatabase(t, "");
      const role = `${name}_reader`;
      await run(at({}), `create role ${role} login password 'secret'`);
      t.after(() => run(at({}), `drop role ${role}`));
      const asReader = Object.assign(new URL(url), { username: role, password: "secret" }).href;
      await assert.rejects(open(asReader), /may not create tables/);
    });

    it("is refused on a database that takes no writes, and where no schema exists (R316)", async (t) => {
      const { name, url } = await ownDatabase(t, "");
      await run(at({}), `alter database ${name} set default_transaction_read_only = on`);
      await assert.rejects(open(url), /takes no writes/);
      await run(
        at({}),
        `alter database ${name} reset default_transaction_read_only`,
        `alter database ${name} set search_path = nowhere`,
      );
      await assert.rejects(open(url), /No schema/);
    });

    it("is refused on a version before 15 (R316)", async () => {
      const row = { number: 140_012, version: "14.12", encoding: "UTF8", schema: "public" };
      const client = { query: async () => ({ rows: [{ ...row, strings: "on" }] }) };
      const old = {
        fill: (check: (client: unknown) => Promise<void>) => check(client),
      } as unknown as PostgresPool;
      await assert.rejects(connectFirst(old), /14\.12 is too old/);
    });

    it("sets what the database has set otherwise (R316)", async (t) => {
      const { name, url } = await ownDatabase(t, "");
      await run(
        at({}),
        `alter database ${name} set standard_conforming_strings = off`,
        `alter database ${name} set default_transaction_isolation = 'serializable'`,
        `alter database ${name} set timezone = 'Asia/Kathmandu'`,
        `alter database ${name} set datestyle = 'German, DMY'`,
      );
      const db = await open(url);
      t.after(() => db.close());
      const { rows } = await sql`select '\\' as backslash, now()::text ~ '^2.*\\+00$' as plain,
        current_setting('transaction_isolation') as isolation`.execute(db.query);
      assert.deepEqual(rows, [{ backslash: "\\", plain: true, isolation: "read committed" }]);
    });

    it("waits for a database that is still starting, and says so every five seconds (R316)", async (t) => {
      const server = new PostgresServer();
      await server.start();
      await server.kill();
      t.after(async () => {
        await server.kill();
        server.remove();
      });
      const lines: string[] = [];
      const { pass } = mockSeconds(t.mock);
      const opening = openDatabase({
        dataDir: instance.dataDir,
        databaseUrl: server.url,
        onWaiting: (line) => lines.push(line),
      });
      // Before the first attempt has ended, there is no reason to name.
      for (; !/ECONNREFUSED/.test(lines.at(-1) ?? ""); await sleep(20)) pass(5);
      t.mock.reset();
      for (const line of lines) assert.match(line, /^Waiting for the database for \d+ s: /);
      await server.start();
      await (await opening).close();
    });
  });
}
