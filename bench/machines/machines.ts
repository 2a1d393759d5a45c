// Tests what is promised about several servers on one PostgreSQL; limited in time:
//   npm run bench:machines -- [--only alike,releases,links,faults,patroni,processes] [--votes 10000] [--rounds 3]
// alike: three servers with separate folders answer as one. releases: the previous release beside this
// one. links: one of three servers loses PostgreSQL, then all do; needs haproxy. faults: servers and
// databases are killed and cut off under votes; needs haproxy and Debian's PostgreSQL. patroni: the
// primary's machine fails, and Patroni promotes another; needs Debian's patroni, etcd-server and
// PostgreSQL too. processes: what one, two and three processes achieve; needs wrk.
// Rules: R294.
import { parseArgs } from "node:util";
import { providePostgres } from "../engines.ts";
import { alike } from "./alike.ts";
import { databaseLinks } from "./database-links.ts";
import { faults } from "./faults.ts";
import { patroni } from "./patroni.ts";
import { processes } from "./processes.ts";
import { releases } from "./releases.ts";

const { values } = parseArgs({
  options: {
    only: { type: "string", default: "alike,releases,links,faults,patroni,processes" },
    votes: { type: "string", default: "10000" },
    rounds: { type: "string", default: "3" },
  },
});
const parts: Record<string, () => Promise<string[]>> = {
  alike,
  releases,
  links: databaseLinks,
  faults: () => faults(Number(values.votes)),
  patroni: () => patroni(Number(values.votes)),
  processes: () => processes(Number(values.rounds)),
};

const endPostgres = await providePostgres();
const found: string[] = [];
for (const name of values.only.split(",")) {
  const part = parts[name];
  if (!part)
    throw new Error(`There is no part ${name}; there are ${Object.keys(parts).join(", ")}.`);
  console.log(`── ${name}`);
  found.push(...(await part()).map((line) => `${name}: ${line}`));
}
endPostgres();
for (const line of found) console.error(`BROKEN: ${line}`);
console.log(
  found.length === 0 ? "machines: every promise held" : `machines: ${found.length} broken`,
);
process.exitCode = found.length === 0 ? 0 : 1;
