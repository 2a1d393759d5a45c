import assert from "node:assert/strict";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, describe, it, type TestContext } from "node:test";
import { setTimeout as sleep } from "node:timers/promises";
import { sql } from "kysely";
import pg from "pg";
import { MINUTE_MS } from "#contract/durations.ts";
import { updateSurvey } from "#contract/endpoints/surveys.ts";
import { castVote, getResults } from "#contract/endpoints/votes.ts";
import { PostgresHosts } from "#server/db/postgres/hosts.ts";
import { PostgresPool } from "#server/db/postgres/pool.ts";
import { poolOptions } from "#server/db/postgres/settings.ts";
import { transact } from "#server/db/transact.ts";
import { OutcomeUnknown, timedFrom, WriteRefused } from "#server/db/write-deadline.ts";
import { testApp } from "#server/testing/test-app.ts";
import { type Person, signUp } from "#testing/people.ts";
import { PostgresServer } from "#testing/servers/postgres-server.ts";
import { publishSurvey } from "#testing/surveys.ts";

// Only PostgreSQL has commits that wait for a standby, which may never answer.
if (process.env.TEST_ENGINE === "postgres") {
  const server = new PostgresServer();
  await server.start();
  after(async () => {
    await server.kill();
    server.remove();
  });

  const asOperator = async (...statements: string[]) => {
    const client = new pg.Client(server.url);
    await client.connect();
    for (const statement of statements) await client.query(statement);
    await client.end();
  };
  /** From now on, no commit ends, as if the only synchronous standby were cut off. */
  const cutOff = async () => {
    await asOperator(
      "alter system set synchronous_standby_names = 'nobody'",
      "select pg_reload_conf()",
    );
    // PostgreSQL applies the setting in the background.
    while (!(await commitHangs())) await sleep(10);
  };
  /** From now on, commits end again. */
  const giveUpStandby = () =>
    asOperator(
      "alter system reset synchronous_standby_names",
      "select pg_reload_conf()",
      "create table if not exists probes ()",
      "insert into probes default values",
    );

  async function commitHangs(): Promise<boolean> {
    const client = new pg.Client(server.url).on("error", () => undefined);
    await client.connect();
    const pid = Number((await client.query("select pg_backend_pid() as pid")).rows[0]?.pid);
    let hasEnded = false;
    const commit = client
      .query("insert into probes default values")
      .catch(() => undefined)
      .finally(() => {
        hasEnded = true;
      });
    let hangs = false;
    while (!hasEnded && !hangs) hangs = await waitsForStandby(pid);
    if (hangs) await asOperator(`select pg_terminate_backend(${pid}, ${MINUTE_MS})`);
    await commit;
    await client.end();
    return hangs;
  }

  async function waitsForStandby(pid: number): Promise<boolean> {
    const client = new pg.Client(server.url);
    await client.connect();
    const { rows } = await client.query(
      "select 1 from pg_stat_activity where wait_event = 'SyncRep' and pid = $1",
      [pid],
    );
    await client.end();
    return rows.length > 0;
  }

  async function prepare(t: TestContext) {
    await giveUpStandby();
    const dataDir = await mkdtemp(join(tmpdir(), "kanaat-hanging-"));
    const name = `hanging_${dataDir.slice(-6).toLowerCase()}`;
    await asOperator(`create database "${name}"`);
    const databaseUrl = Object.assign(new URL(server.url), { pathname: name }).href;
    const instance = { dataDir, databaseUrl, atEnd: new AsyncDisposableStack() };
    instance.atEnd.defer(() => rm(dataDir, { recursive: true, force: true }));
    const kanaat = await testApp(t, { instance, longestWaitMs: 1200 });
    t.after(async () => {
      await giveUpStandby();
      await instance.atEnd.disposeAsync();
    });
    const owner = await signUp(kanaat);
    const surveys = [
      await publishSurvey(kanaat, owner),
      await publishSurvey(kanaat, owner),
      await publishSurvey(kanaat, owner),
    ];
    const vote = async (who: Person, at = 0, option = 0) => {
      const survey = surveys[at];
      const { status, problem, headers } = await kanaat.call(castVote, {
        token: who.token,
        body: { survey_id: survey?.id, survey_option_id: survey?.options[option]?.id },
      });
      if (status === 503) assert.ok(Number(headers.get("retry-after")) > 0);
      return status === 201 ? 201 : problem.code;
    };
    const counted = async (at = 0) => {
      const params = { id: surveys[at]?.id ?? 0 };
      const { status, body } = await kanaat.call(getResults, { params, token: owner.token });
      assert.equal(status, 200);
      return body.items.reduce((sum, { count }) => sum + count, 0);
    };
    return { kanaat, owner, surveys, vote, counted };
  }

  const hanging = async () => {
    const client = new pg.Client(server.url);
    await client.connect();
    const { rows } = await client.query(
      `select 1 from pg_stat_activity
        where wait_event = 'SyncRep' and query not like '%pg_notify%'`,
    );
    await client.end();
    return rows.length;
  };

  describe("while no commit ends, since the synchronous standby is cut off", () => {
    it("a vote is reported as unknown, and casting it again shows the outcome: outcome_unknown (R281)", async (t) => {
      const { owner, vote, counted } = await prepare(t);
      await cutOff();
      assert.equal(await vote(owner), "outcome_unknown");
      assert.equal(await counted(), 0);
      await giveUpStandby();
      assert.equal(await vote(owner), "already_voted");
      assert.equal(await counted(), 1);
    });

    it("votes that wait behind one that hangs are refused with it (R281)", async (t) => {
      const { kanaat, owner, vote, counted } = await prepare(t);
      const others = [await signUp(kanaat), await signUp(kanaat)];
      await cutOff();
      const first = vote(owner);
      while ((await hanging()) === 0) await sleep(10);
      const behind = await Promise.all(others.map((who) => vote(who)));
      assert.deepEqual([await first, ...behind], ["outcome_unknown", "not_ready", "not_ready"]);
      await giveUpStandby();
      assert.deepEqual(await Promise.all(others.map((who) => vote(who))), [201, 201]);
      assert.equal(await counted(), 3);
    });

    it("other transactions are reported as unknown too", async (t) => {
      const { kanaat, owner, surveys } = await prepare(t);
      await cutOff();
      const params = { id: surveys[0]?.id ?? 0 };
      const body = { description: "Yenisi" };
      const { status, problem } = await kanaat.call(updateSurvey, {
        token: owner.token,
        params,
        body,
      });
      assert.deepEqual([status, problem.code], [503, "outcome_unknown"]);
    });

    it("later writes are refused immediately, reads continue, and all is well afterwards (R281)", async (t) => {
      const { kanaat, owner, vote, counted } = await prepare(t);
      const other = await signUp(kanaat);
      await cutOff();
      assert.equal(await vote(owner, 0), "outcome_unknown");
      while ((await vote(owner, 1)) === "outcome_unknown");
      const refused = await Promise.all([0, 1, 2].map((at) => vote(other, at)));
      assert.deepEqual(refused, ["not_ready", "not_ready", "not_ready"]);
      assert.ok((await hanging()) > 0);
      assert.equal(await counted(2), 0);
      await giveUpStandby();
      while ((await vote(other, 2)) !== 201) await sleep(50);
      assert.deepEqual([await vote(other, 0), await vote(other, 1)], [201, 201]);
      await vote(owner, 1);
      assert.deepEqual([await counted(0), await counted(1), await counted(2)], [2, 2, 1]);
    });

    it("the server ends all the same", async (t) => {
      const { kanaat, owner, vote } = await prepare(t);
      await cutOff();
      assert.equal(await vote(owner), "outcome_unknown");
      await kanaat.close();
    });

    it("no more writes hang than may run together, and reads keep their connections", async (t) => {
      await prepare(t);
      const settings = { options: "-c lock_timeout=100" };
      const options = { ...poolOptions(), size: 3, waitMs: 500, deadlineMs: 100, answerMs: 50 };
      const pool = new PostgresPool(settings, new PostgresHosts(server.url), options);
      const one = async (text: string) => {
        const lease = pool.connect();
        return lease.query(text, []).finally(() => lease.release());
      };
      await asOperator("drop table if exists notes", "create table notes (text text)");
      await cutOff();
      const write = () => one("insert into notes values ('x')");
      const writes = await Promise.allSettled(Array.from({ length: 5 }, write));
      const kinds = writes.map((ended) => ended.status === "rejected" && ended.reason.constructor);
      assert.equal(kinds.filter((kind) => kind === OutcomeUnknown).length, 2);
      assert.equal(kinds.filter((kind) => kind === WriteRefused).length, 3);
      assert.deepEqual((await one("select text from notes")).rows, []);
      await assert.rejects(write(), WriteRefused);
      assert.equal(await hanging(), 2);
      await giveUpStandby();
      while ((await one("select text from notes")).rows.length < 2) await sleep(10);
      while (!(await write().catch(() => null))) await sleep(10);
      await pool.end();
    });
  });

  it("a transaction that is too slow is not committed, and known not to be", async (t) => {
    const { kanaat } = await prepare(t);
    const late = performance.now() - MINUTE_MS;
    const slow = timedFrom(late, () =>
      transact(kanaat.db, async (tx) => {
        await sql`insert into view_salts (day, salt) values ('2026-01-01', 'x')`.execute(tx);
        await sql`select pg_sleep(0.5)`.execute(tx);
      }),
    );
    await assert.rejects(slow, (error) => kanaat.db.fault(error) === "unavailable");
    assert.deepEqual(await kanaat.db.query.selectFrom("view_salts").select("day").execute(), []);
  });

  it("a vote that a paused database took is reported as unknown, and all is well when it resumes", async (t) => {
    const { kanaat, owner, vote, counted } = await prepare(t);
    await vote(owner, 1);
    server.pause();
    const answer = await vote(owner).finally(() => server.resume());
    assert.equal(answer, "outcome_unknown");
    while ((await vote(owner)) !== "already_voted") await sleep(50);
    kanaat.clock.advance(2000);
    assert.equal(await counted(), 1);
  });
}
