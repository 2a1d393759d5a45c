// Casts random ballots of each kind and compares the results with a plain recount:
//   npm run bench:ballots -- --engine both [--ballots 100000]
// Rules: R563, R564, R565.
import { spawn } from "node:child_process";
import { once } from "node:events";
import { parseArgs } from "node:util";
import { enginesOf, providePostgres } from "./engines.ts";

const { values } = parseArgs({
  options: { engine: { type: "string" }, ballots: { type: "string", default: "100000" } },
});

const endPostgres = await providePostgres();
for (const engine of enginesOf(values.engine)) {
  const test = "server/features/ballots/random-ballots.test.ts";
  const child = spawn(process.execPath, ["--import", "./testing/cheap-work.ts", "--test", test], {
    stdio: "inherit",
    env: { ...process.env, TEST_ENGINE: engine, BALLOTS: values.ballots },
  });
  const [code] = await once(child, "exit");
  if (code !== 0) process.exitCode = 1;
  else console.log(`ballots on ${engine}: ${values.ballots} of each kind are counted as recounted`);
}
endPostgres();
