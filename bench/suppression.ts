// What is shown of groups, against an attacker who solves the linear system of everything that was ever
// shown of a survey: the property test, for as many random surveys as --surveys says.
import { spawn } from "node:child_process";
import { parseArgs } from "node:util";

const { values } = parseArgs({ options: { surveys: { type: "string", default: "10000" } } });
const child = spawn(process.execPath, ["--test", "server/statistics/suppression.test.ts"], {
  stdio: "inherit",
  env: { ...process.env, SURVEYS: values.surveys },
});
child.on("exit", (code) => {
  console.log(code === 0 ? `suppression: ${values.surveys} surveys told of no small group` : "");
  process.exitCode = code ?? 1;
});
