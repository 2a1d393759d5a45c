// Tests what is promised about upgrades; limited in time:
//   npm run bench:upgrade -- [--only first,rolling,killed] [--engine both] [--people 20000] [--votes 200000]
//     [--runs 10] [--kills 20] [--reader dump] [--reader-seconds 20] [--home <folder>] [--sabotage]
// first: an installation of the first release, filled, is upgraded; backups of the first and the last release
// are restored. rolling: two servers of the last release behind HAProxy are upgraded under load during a
// dump, and downgraded; needs haproxy and Debian's PostgreSQL, or with --reader locks any PostgreSQL. killed:
// migrations are killed at random moments (npm, its launcher, the program), and two servers and two commands
// start at once.
// Earlier releases are installed below --home.
// --sabotage makes migrations wait for locks with everybody behind them; rolling must report it.
import { mkdtempSync, rmSync } from "node:fs";
import { loadavg, tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { freePort } from "#testing/free-port.ts";
import { enginesOf, providePostgres } from "../engines.ts";
import { Node } from "../machines/postgres-pair.ts";
import { firstRelease } from "./first-release.ts";
import { killed } from "./killed.ts";
import { rolling } from "./rolling.ts";

const { values } = parseArgs({
  options: {
    only: { type: "string", default: "first,rolling,killed" },
    engine: { type: "string" },
    people: { type: "string", default: "20000" },
    votes: { type: "string", default: "200000" },
    runs: { type: "string", default: "10" },
    kills: { type: "string", default: "20" },
    reader: { type: "string", default: "dump" },
    "reader-seconds": { type: "string", default: "20" },
    home: { type: "string" },
    sabotage: { type: "boolean", default: false },
  },
});
const engines = enginesOf(values.engine);
const home = values.home ?? mkdtempSync(join(tmpdir(), "kanaat-releases-"));
const sizes = { people: Number(values.people), votes: Number(values.votes) };
const parts: Record<string, () => Promise<string[]>> = {
  first: () => firstRelease({ home, engines, ...sizes }),
  rolling: () => onReadablePostgres(values.reader === "dump"),
  killed: () => killed({ home, engines, kills: Number(values.kills) }),
};

/** `pg_dump` reads only servers up to its own version, so it gets a separate PostgreSQL of that version. */
async function onReadablePostgres(isDumped: boolean): Promise<string[]> {
  const options = {
    home,
    runs: Number(values.runs),
    people: sizes.people,
    readerSeconds: Number(values["reader-seconds"]),
    reader: isDumped ? ("dump" as const) : ("locks" as const),
    preload: values.sabotage
      ? join(import.meta.dirname, "../sabotage/no-lock-timeout.ts")
      : undefined,
  };
  if (!isDumped) return rolling(options);
  const given = process.env.TEST_DATABASE_URL;
  const postgres = new Node(await freePort());
  try {
    postgres.createCluster();
    await postgres.start();
    process.env.TEST_DATABASE_URL = postgres.url;
    return await rolling(options);
  } finally {
    process.env.TEST_DATABASE_URL = given;
    await postgres.kill();
    postgres.remove();
  }
}

const endPostgres = await providePostgres();
const found: string[] = [];
for (const name of values.only.split(",")) {
  const part = parts[name];
  if (!part)
    throw new Error(`There is no part ${name}; there are ${Object.keys(parts).join(", ")}.`);
  console.log(`── ${name}; load average ${loadavg().map((load) => load.toFixed(1))}`);
  found.push(...(await part()).map((line) => `${name}: ${line}`));
  console.log(`   load average afterwards ${loadavg().map((load) => load.toFixed(1))}`);
}
endPostgres();
if (!values.home) rmSync(home, { recursive: true });
for (const line of found) console.error(`BROKEN: ${line}`);
console.log(found.length === 0 ? "upgrade: every promise held" : `upgrade: ${found.length} broken`);
process.exitCode = found.length === 0 ? 0 : 1;
