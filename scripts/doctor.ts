import { exitCodeOf } from "#server/doctor/check.ts";
import { examine } from "#server/doctor/examine.ts";
import { runCommand } from "./command.ts";

/** The exit code that monitoring plugins use. */
const UNKNOWN = 3;
const command = {
  call: "npm run doctor -- [--json] [--mail <address>]",
  help: `Checks an installation beside its running servers, and changes nothing that stays. Needs the server's
environment and user. Prints a line for each check: ok, warning, error or skipped. --mail sends a mail;
otherwise the mail server is only connected to. Ends with 0 where all is well, 1 with warnings, 2 with
errors, 3 where it cannot check, as monitoring plugins do.`,
  options: { json: { type: "boolean", default: false }, mail: { type: "string" } },
  exitCodes: { failure: UNKNOWN, wrongCall: UNKNOWN },
} as const;

await runCommand(command, async ({ values }) => {
  process.umask(0o077);
  const findings = await examine(process.env, Date.now(), values.mail);
  const text = findings.map(({ state, check, text }) => `${state.padEnd(8)} ${check}: ${text}`);
  console.log(values.json ? JSON.stringify(findings, null, 2) : text.join("\n"));
  process.exitCode = exitCodeOf(findings);
});
