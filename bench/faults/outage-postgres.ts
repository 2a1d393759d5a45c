import { setTimeout as sleep } from "node:timers/promises";
import pg from "pg";
import { createInstance } from "#testing/instance.ts";
import { PostgresServer } from "#testing/servers/postgres-server.ts";
import { ServerProcess } from "#testing/servers/server-process.ts";
import { type Crowd, gather, lostVotes, type Seen, watch } from "./watching.ts";

const BACK_WITHIN_MS = 5000;
const REFUSED_WITHIN_MS = 2000;
const GOOD = new Set([200, 201, 409]);

interface Outage {
  name: string;
  lastsMs: number;
  begin(): Promise<void> | void;
  end(): Promise<void> | void;
}

/** Takes PostgreSQL away from a running product in every way, then gives it back. */
export async function losePostgres(options: {
  times: number;
  heldSeconds: number;
  preload: string | undefined;
}): Promise<string[]> {
  await using atEnd = new AsyncDisposableStack();
  const postgres = new PostgresServer();
  atEnd.defer(() => postgres.remove());
  await postgres.start(["max_connections=40"]);
  atEnd.defer(async () => {
    await postgres.kill();
  });
  process.env.TEST_DATABASE_URL = postgres.url;
  const instance = await createInstance("postgres");
  atEnd.defer(() => instance.atEnd.disposeAsync());
  const server = new ServerProcess(instance, {
    env: { LOG_LEVEL: "fatal" },
    preload: options.preload,
  });
  await server.start();
  atEnd.defer(() => server.kill());

  const { pid } = server;
  const database = instance.databaseUrl ?? "";
  const held = holdConnections(database);
  const locked = lockTables(database);
  const outages: Outage[] = [
    ...Array.from({ length: options.times }, (_, i) => ({
      name: `killed and started (${i + 1} of ${options.times})`,
      lastsMs: 1000,
      begin: () => postgres.kill(),
      end: () => postgres.start(["max_connections=40"]),
    })),
    { name: "paused", lastsMs: 6000, begin: () => postgres.pause(), end: () => postgres.resume() },
    { name: "every connection taken", lastsMs: options.heldSeconds * 1000, ...held },
    {
      name: "no standby confirms",
      lastsMs: options.heldSeconds * 1000,
      ...withoutStandby(database),
    },
    { name: "every table locked", lastsMs: options.heldSeconds * 1000, ...locked },
  ];
  const found: string[] = [];
  for (const outage of outages) {
    const crowd = await gather(server.url, 20, outage.lastsMs + BACK_WITHIN_MS + 1000);
    found.push(...(await endure(crowd, outage)), ...(await lostVotes(instance, crowd)));
  }
  if (server.pid !== pid || !server.running) found.push("the product has another process id");
  return found;
}

async function endure(crowd: Crowd, { name, lastsMs, begin, end }: Outage): Promise<string[]> {
  let [gone, back] = [0, 0];
  const seen = await watch(crowd, ["read", "vote"], async (elapsed) => {
    await sleep(300);
    gone = elapsed();
    await begin();
    await sleep(lastsMs);
    await end();
    back = elapsed();
    await sleep(BACK_WITHIN_MS + 500);
  });
  const refused = seen.filter(({ status }) => status === 503);
  const slowest = Math.max(...seen.map(({ took }) => took));
  const lastBad = Math.max(0, ...seen.filter(isBad).map(({ at, took }) => at + took - back));
  console.log(
    `postgres ${name}: ${seen.length} calls, ${refused.length} refused, slowest answer ` +
      `${Math.round(slowest)} ms; all well ${Math.round(lastBad)} ms after it was back`,
  );
  const found: string[] = [];
  if (refused.length === 0) found.push("nothing was refused, so nothing was tried");
  if (slowest > REFUSED_WITHIN_MS) found.push(`an answer took ${Math.round(slowest)} ms`);
  if (lastBad > BACK_WITHIN_MS) found.push(`not back ${Math.round(lastBad)} ms later`);
  for (const { at, kind, status, code } of seen) {
    // A machine that is also busy otherwise may answer so.
    const isRefusal =
      status === 503 && ["not_ready", "outcome_unknown", "overloaded"].includes(code);
    if (GOOD.has(status ?? 0) || isRefusal) continue;
    found.push(`${kind} got ${status} ${code} ${Math.round(at - gone)} ms after it began`);
  }
  return found.map((line) => `${name}: ${line}`);
}

const isBad = ({ status }: Seen) => !GOOD.has(status ?? 0);

/** Other clients hold all of the database's connections, including those that the product had. */
function holdConnections(url: string) {
  const holders: pg.Client[] = [];
  const take = async () => {
    const client = new pg.Client(url);
    client.on("error", () => undefined);
    await client.connect();
    holders.push(client);
  };
  return {
    async begin() {
      await take();
      for (let others = 1; others > 0; ) {
        while (
          await take().then(
            () => true,
            () => false,
          )
        );
        const ours = holders.map((client) => Reflect.get(client, "processID")).join();
        const ended = await holders[0]?.query(
          `select pg_terminate_backend(pid) from pg_stat_activity
            where backend_type = 'client backend' and pid not in (${ours})`,
        );
        others = ended?.rowCount ?? 0;
      }
    },
    async end() {
      await Promise.all(holders.splice(0).map((client) => client.end()));
    },
  };
}

/** No commit completes, as when the only synchronous standby is cut off. */
function withoutStandby(url: string) {
  const set = async (change: string) => {
    const client = new pg.Client(url);
    await client.connect();
    await client.query(`alter system ${change}`);
    await client.query("select pg_reload_conf()");
    await client.end();
  };
  return {
    begin: () => set("set synchronous_standby_names = 'nobody'"),
    end: () => set("reset synchronous_standby_names"),
  };
}

/** Every query waits, and keeps its connection. */
function lockTables(url: string) {
  let client: pg.Client | undefined;
  return {
    async begin() {
      client = new pg.Client(url);
      await client.connect();
      await client.query("begin; lock table users, sessions, surveys, options, votes");
    },
    async end() {
      await client?.end();
    },
  };
}
