import assert from "node:assert/strict";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, describe, it, type TestContext } from "node:test";
import { setTimeout as sleep } from "node:timers/promises";
import pg from "pg";
import { listSurveys } from "#contract/endpoints/surveys.ts";
import { getResults } from "#contract/endpoints/votes.ts";
import { openUnmigrated } from "#server/db/open.ts";
import { measures } from "#server/telemetry/metrics.ts";
import { testApp } from "#server/testing/test-app.ts";
import { signUp } from "#testing/people.ts";
import { PostgresServer } from "#testing/servers/postgres-server.ts";
import { publishSurvey, voteFor } from "#testing/surveys.ts";

if (process.env.TEST_ENGINE === "postgres") {
  describe("with a standby that is read", () => {
    const primary = new PostgresServer();
    let standby: PostgresServer;
    before(async () => {
      await primary.start();
      standby = await primary.startStandby();
    });
    after(async () => {
      for (const server of [standby, primary]) {
        await server.kill();
        server.remove();
      }
    });

    const onStandby = async (text: string) => {
      const client = new pg.Client(standby.url);
      await client.connect();
      const { rows } = await client.query(text);
      await client.end();
      return rows;
    };
    const readsThere = async () => {
      const [{ count }] = await onStandby(`select sum(seq_scan + idx_scan)::int as count
        from pg_stat_user_tables where relname = 'surveys'`);
      return count as number;
    };
    const untilReadThere = async (read: () => Promise<unknown>) => {
      const before = await readsThere();
      while ((await readsThere()) === before) {
        await read();
        await sleep(50);
      }
    };
    const lag = () =>
      [...measures()].find(({ name }) => name === "kanaat_replica_lag_seconds")?.read() as
        | number
        | undefined;

    async function server(t: TestContext) {
      const dataDir = await mkdtemp(join(tmpdir(), "kanaat-replica-"));
      const instance = { dataDir, databaseUrl: primary.url, atEnd: new AsyncDisposableStack() };
      instance.atEnd.defer(() => rm(dataDir, { recursive: true, force: true }));
      t.after(() => instance.atEnd.disposeAsync());
      const config = { databaseReplicaUrl: standby.url, markSecret: "sakli".repeat(8) };
      const kanaat = await testApp(t, { instance, config, steadyClock: performance });
      const list = async () => {
        const { status, body } = await kanaat.call(listSurveys, { query: { limit: 5 } });
        assert.equal(status, 200);
        return body.items.map(({ id }) => id);
      };
      const counted = async (id: number, token?: string) => {
        const { body } = await kanaat.call(getResults, { params: { id }, token });
        return body.items.reduce((sum, { count }) => sum + count, 0);
      };
      return { kanaat, list, counted };
    }

    it("lists come from there, and its lag is measured (R301)", async (t) => {
      const { kanaat, list } = await server(t);
      const survey = await publishSurvey(kanaat, await signUp(kanaat));
      assert.ok((await list()).includes(survey.id));
      await untilReadThere(async () => assert.ok((await list()).includes(survey.id)));
      assert.ok((lag() ?? Infinity) >= 0);
    });

    it("votes are in the results immediately, also while the standby stands still (R301)", async (t) => {
      const { kanaat, list, counted } = await server(t);
      const owner = await signUp(kanaat);
      const voters = [owner, await signUp(kanaat), await signUp(kanaat), await signUp(kanaat)];
      const survey = await publishSurvey(kanaat, owner, { result_visibility: "before" } as never);
      await untilReadThere(list);
      await onStandby("select pg_wal_replay_pause()");
      t.after(() => onStandby("select pg_wal_replay_resume()"));
      for (const [i, voter] of voters.entries()) {
        await voteFor(kanaat, voter, survey, i % 2);
        assert.equal(await counted(survey.id, voter.token), i + 1);
        assert.equal(await counted(survey.id), i + 1);
      }
      // A replica that is more than half a second behind is not read.
      while ((lag() ?? 0) < 1) await sleep(50);
      const late = await publishSurvey(kanaat, owner);
      assert.ok((await list()).includes(late.id));
    });

    it("it stays connected when this process was paused while it answered (R391)", async (t) => {
      const query = pg.Client.prototype.query as (...args: unknown[]) => unknown;
      let looks = -Infinity;
      t.mock.method(pg.Client.prototype, "query", function (this: pg.Client, ...args: unknown[]) {
        if (JSON.stringify(args[0]).includes("pg_last_wal_replay_lsn") && ++looks === 1) {
          queueMicrotask(() => Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 1000));
        }
        return query.apply(this, args);
      });
      const { list } = await server(t);
      await untilReadThere(list);
      const connections = async () => {
        const rows = await onStandby(
          "select pid from pg_stat_activity where application_name like 'kanaat@%'",
        );
        return rows.map(({ pid }) => pid);
      };
      const before = await connections();
      looks = 0;
      while (looks < 3) await sleep(50);
      const after = await connections();
      assert.deepEqual(
        before.filter((pid) => !after.includes(pid)),
        [],
      );
    });

    for (const [how, away] of [
      ["dies", () => standby.kill()],
      ["is silent", async () => standby.pause()],
    ] as const) {
      it(`everything is read all the same when it ${how}, and from there when it is back (R301)`, async (t) => {
        const { kanaat, list } = await server(t);
        const survey = await publishSurvey(kanaat, await signUp(kanaat));
        await untilReadThere(list);
        await away();
        for (let i = 0; i < 20; i++) {
          assert.ok((await list()).includes(survey.id));
          await sleep(100);
        }
        if (how === "dies") await standby.start();
        else standby.resume();
        await untilReadThere(list);
      });
    }

    it("nothing is read from what is no standby of it, and the log says so (R301)", async (t) => {
      const told = t.mock.method(console, "error", () => undefined);
      const where = { databaseUrl: primary.url, databaseReplicaUrl: primary.url, dataDir: "" };
      const db = await openUnmigrated(where);
      t.after(() => db.close());
      while (told.mock.callCount() === 0) await sleep(20);
      assert.match(String(told.mock.calls[0]?.arguments[0]), /does not lead to a standby/);
      assert.equal(db.replica?.ageMs(), Infinity);
    });
  });
}
