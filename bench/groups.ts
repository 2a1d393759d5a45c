// Tries to name single votes from the groups that are shown, and checks what the service shows:
//   npm run bench:groups                 an attacker who knows every other vote, on surveys of each shape
//   npm run bench:groups -- --api        the service on SQLite: votes, changes, numbers by every door
//                  [--engine postgres]   or on PostgreSQL
// Two processes test the service, each with half of the surveys.
// Rules: R206, R296, R411.
import { spawn } from "node:child_process";
import { once } from "node:events";
import { parseArgs } from "node:util";
import { enginesOf, providePostgres } from "./engines.ts";

const { values } = parseArgs({
  options: {
    api: { type: "boolean", default: false },
    engine: { type: "string", default: "sqlite" },
    surveys: { type: "string" },
    seed: { type: "string", default: "51" },
  },
});
const surveys = Number(values.surveys ?? (values.api ? 6000 : 10_000));

async function run(test: string, env: NodeJS.ProcessEnv): Promise<boolean> {
  const args = ["--import", "./testing/cheap-passwords.ts", "--test", test];
  const child = spawn(process.execPath, args, {
    stdio: "inherit",
    env: { ...process.env, ...env },
  });
  const [code] = await once(child, "exit");
  return code === 0;
}

async function throughApi(): Promise<boolean[]> {
  const [engine = "sqlite"] = enginesOf(values.engine);
  const endPostgres = engine === "postgres" ? await providePostgres() : () => undefined;
  const halves = [0, 1].map((half) =>
    run("server/tests/told-numbers.test.ts", {
      TEST_ENGINE: engine,
      SURVEYS: `${Math.ceil(surveys / 2)}`,
      SEED: `${Number(values.seed) + half * surveys}`,
    }),
  );
  const passed = await Promise.all(halves);
  endPostgres();
  return passed;
}

const passed = values.api
  ? await throughApi()
  : [await run("server/statistics/group-attacks.test.ts", { SURVEYS: `${surveys}` })];
const isSafe = passed.every(Boolean);
if (isSafe) console.log(`groups: ${surveys} surveys revealed no more than they may`);
process.exitCode = isSafe ? 0 : 1;
