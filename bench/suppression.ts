// Tests the display of groups against an attacker who solves the linear system of everything ever shown
// of a survey, for as many random surveys as --surveys says:
//   npm run bench:suppression                 what chooses the groups, on its own
//   npm run bench:suppression -- --api        the service on SQLite: votes and looks by every door
//                       [--engine postgres]   or on PostgreSQL
// Two processes test the service, each with half of the surveys.
// Rules: R296.
import { spawn } from "node:child_process";
import { once } from "node:events";
import { parseArgs } from "node:util";
import { enginesOf, providePostgres } from "./engines.ts";

const { values } = parseArgs({
  options: {
    api: { type: "boolean", default: false },
    engine: { type: "string", default: "sqlite" },
    surveys: { type: "string" },
    seed: { type: "string", default: "39" },
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
    run("server/tests/told-groups.test.ts", {
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
  : [await run("server/statistics/suppression.test.ts", { SURVEYS: `${surveys}` })];
const isSafe = passed.every(Boolean);
if (isSafe) console.log(`suppression: ${surveys} surveys told of no small group`);
process.exitCode = isSafe ? 0 : 1;
