import { type ChildProcess, spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import {
  chownSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { MINUTE_MS } from "#contract/durations.ts";
import { freePort } from "#testing/free-port.ts";
import { binary, owner, query } from "./postgres-pair.ts";
import { startProxy } from "./proxy.ts";
import { startSite } from "./site.ts";
import { isTaken, voteWhile, whatIsBroken } from "./voting-while.ts";

const SERVERS = 3;
const NODES = 3;
/** Patroni's limit for replacing a failed machine: its `ttl` and some seconds. */
const REPLACED_WITHIN_MS = MINUTE_MS;
const WELL_AFTER_MS = 1000;
/** The duration of that and of what follows. */
const LASTS_MS = 45_000;

/** The primary's machine fails under votes, and Patroni promotes a synchronous standby. */
export async function patroni(votes: number): Promise<string[]> {
  await using atEnd = new AsyncDisposableStack();
  const cluster = atEnd.use(new PatroniCluster());
  await cluster.start();
  const site = await startSite(atEnd, SERVERS, { databaseUrl: cluster.url });
  const url = await startProxy(
    atEnd,
    site.servers.map((server) => server.url),
  );
  let confirmedAt = Infinity;
  const voting = await voteWhile(url, votes, LASTS_MS, [
    ["all well", () => sleep(3000)],
    [
      "the primary's machine dies",
      async () => {
        const died = performance.now();
        await cluster.killPrimary();
        const promotedAt = await cluster.promoted();
        console.log(`promoted after ${seconds(promotedAt - died)}`);
        confirmedAt = await cluster.confirmed();
        console.log(`its standby confirms after another ${seconds(confirmedAt - promotedAt)}`);
      },
    ],
    ["the second after", () => sleep(WELL_AFTER_MS)],
    ["all well again", () => sleep(10_000)],
  ]);
  const later = voting.votes.filter(({ begun }) => begun > confirmedAt + WELL_AFTER_MS);
  const refused = later.filter((one) => !isTaken(one));
  const last = Math.max(
    confirmedAt,
    ...voting.votes.filter((one) => !isTaken(one)).map(({ begun, took }) => begun + took),
  );
  console.log(`all well ${seconds(last - confirmedAt)} after that`);
  const away = voting.looks.filter(({ status }) => status !== 200).length;
  const instance = { ...site.instance, databaseUrl: await cluster.primaryUrl() };
  return [
    ...(await whatIsBroken(instance, voting)),
    ...(refused.length > 0
      ? [`${refused.length} of ${later.length} votes were refused a second later`]
      : []),
    ...(away > 0 ? [`${away} looks at a picture or the home page failed`] : []),
  ];
}

const seconds = (ms: number) => `${(ms / 1000).toFixed(1)} s`;

interface Member {
  port: number;
  data: string;
  child: ChildProcess;
}

/** Three PostgreSQL servers managed by Patroni, with one etcd, which does not fail here. */
class PatroniCluster {
  readonly #folder = mkdtempSync(join(tmpdir(), "kanaat-patroni-"));
  #etcd: ChildProcess | undefined;
  #members: Member[] = [];

  async start(): Promise<void> {
    chownSync(this.#folder, owner().uid, owner().gid);
    const [client, peer] = [await freePort(), await freePort()];
    const at = (port: number) => `http://127.0.0.1:${port}`;
    this.#etcd = spawn(
      "etcd",
      [
        ...["--data-dir", join(this.#folder, "etcd"), "--name", "etcd"],
        ...["--listen-client-urls", at(client), "--advertise-client-urls", at(client)],
        ...["--listen-peer-urls", at(peer), "--initial-advertise-peer-urls", at(peer)],
        ...["--initial-cluster", `etcd=${at(peer)}`],
      ],
      { stdio: "ignore", ...owner() },
    );
    await sleep(1500);
    for (let i = 0; i < NODES; i++) this.#members.push(await this.#startMember(`n${i}`, client));
    await this.confirmed();
  }

  /** The time, by `performance.now()`, when a primary accepts writes that a standby confirms. */
  async confirmed(): Promise<number> {
    const all = this.#members.length - 1;
    const standbys = `select from pg_stat_replication where state = 'streaming'
      having count(*) = ${all} and count(*) filter (where sync_state <> 'async') > 0`;
    const until = performance.now() + REPLACED_WITHIN_MS;
    for (;;) {
      const primary = await this.#primary();
      const found = primary && (await query(primary.port, standbys).catch(() => undefined));
      if (found?.rowCount) return performance.now();
      if (performance.now() > until) throw new Error("Patroni has no synchronous standby.");
      await sleep(50);
    }
  }

  get url(): string {
    const hosts = this.#members.map(({ port }) => `127.0.0.1:${port}`);
    return `postgres://kanaat@${hosts}/postgres?target_session_attrs=read-write`;
  }

  async primaryUrl(): Promise<string> {
    return `postgres://kanaat@127.0.0.1:${(await this.#primary())?.port}/postgres`;
  }

  /** Kills it and its Patroni at once. */
  async killPrimary(): Promise<void> {
    const primary = await this.#primary();
    if (!primary) throw new Error("There is no primary.");
    await killMember(primary);
    this.#members = this.#members.filter((member) => member !== primary);
  }

  /** The time, by `performance.now()`, when another member accepts writes. */
  async promoted(): Promise<number> {
    const until = performance.now() + REPLACED_WITHIN_MS;
    while (!(await this.#primary())) {
      if (performance.now() > until) throw new Error("Patroni promotes nobody.");
      await sleep(50);
    }
    return performance.now();
  }

  async #primary(): Promise<Member | undefined> {
    for (const member of this.#members) {
      const answer = query(member.port, "select pg_is_in_recovery() as follows");
      if ((await answer.catch(() => undefined))?.rows[0]?.follows === false) return member;
    }
    return undefined;
  }

  async #startMember(name: string, etcd: number): Promise<Member> {
    const [port, rest] = [await freePort(), await freePort()];
    const folder = join(this.#folder, name);
    mkdirSync(folder);
    chownSync(folder, owner().uid, owner().gid);
    const data = join(folder, "data");
    const file = join(folder, "patroni.yml");
    // JSON is YAML. The values are those of docs/operations.md, as far as Patroni 3 has them.
    const settings = {
      scope: "kanaat",
      name,
      restapi: { listen: `127.0.0.1:${rest}`, connect_address: `127.0.0.1:${rest}` },
      etcd3: { host: `127.0.0.1:${etcd}` },
      bootstrap: {
        dcs: {
          ttl: 20,
          loop_wait: 5,
          retry_timeout: 5,
          maximum_lag_on_failover: 0,
          synchronous_mode: true,
          synchronous_mode_strict: true,
          postgresql: {
            use_pg_rewind: true,
            parameters: { max_connections: 200, wal_keep_size: "256MB", wal_log_hints: "on" },
          },
        },
        initdb: [{ encoding: "UTF8" }, { locale: "C" }],
      },
      postgresql: {
        listen: `127.0.0.1:${port}`,
        connect_address: `127.0.0.1:${port}`,
        data_dir: data,
        bin_dir: dirname(binary("postgres")),
        authentication: {
          superuser: { username: "kanaat" },
          replication: { username: "kanaat" },
        },
        pg_hba: ["host all all 127.0.0.1/32 trust", "host replication all 127.0.0.1/32 trust"],
        parameters: { unix_socket_directories: "" },
      },
    };
    writeFileSync(file, JSON.stringify(settings));
    // Patroni writes a file of passwords into the home folder.
    const env = { ...process.env, HOME: folder };
    const child = spawn("patroni", [file], { stdio: "ignore", cwd: folder, env, ...owner() });
    child.on("error", () => undefined);
    return { port, data, child };
  }

  async [Symbol.asyncDispose](): Promise<void> {
    for (const member of this.#members) await killMember(member);
    this.#etcd?.kill("SIGKILL");
    await sleep(200);
    rmSync(this.#folder, { recursive: true, force: true });
  }
}

/** Kills Patroni first, which would start PostgreSQL again. */
async function killMember({ child, data }: Member): Promise<void> {
  if (child.exitCode === null && child.signalCode === null && child.pid) {
    const exit = once(child, "exit");
    child.kill("SIGKILL");
    await exit;
  }
  const file = join(data, "postmaster.pid");
  if (!existsSync(file)) return;
  const [postmaster = ""] = readFileSync(file, "utf8").split("\n");
  const children = spawnSync("pgrep", ["-P", postmaster], { encoding: "utf8" }).stdout;
  for (const pid of [postmaster, ...children.split("\n").filter(Boolean)]) {
    try {
      process.kill(Number(pid), "SIGKILL");
    } catch {
      // It ended with the others.
    }
  }
}
