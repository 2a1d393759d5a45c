import { writeSync } from "node:fs";
import { PostgresServer } from "../testing/servers/postgres-server.ts";
import { runCommand } from "./command.ts";

const command = {
  call: "node_modules/.bin/node scripts/postgres.ts [setting=value …]",
  help: `Starts a throw-away PostgreSQL for tests: prints its address and runs until a signal comes or stdin
closes, so that it also ends when the process that started it is killed. Nothing of it is left behind.`,
  accepts: (names: readonly string[]) => names.every((name) => name.includes("=")),
};

await runCommand(command, async ({ positionals: settings }) => {
  const server = new PostgresServer();
  process.on("exit", () => server.remove());
  await server.start(settings);
  for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"]) process.on(signal, () => server.stop());
  // Tests need the address with its password, which process.stdout would hide.
  writeSync(1, `${server.url}\n`);
  if (!process.stdin.isTTY) process.stdin.resume().on("close", () => server.stop());
  await server.exit();
  process.exit();
});
