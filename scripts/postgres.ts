// A throw-away PostgreSQL for tests: prints its address and runs until a signal comes or stdin
// closes, so that it also ends when whoever started it is killed. Nothing of it is left behind.
//   node scripts/postgres.ts [setting=value …]
import { PostgresServer } from "../testing/postgres-server.ts";

const server = new PostgresServer();
process.on("exit", () => server.remove());
await server.start(process.argv.slice(2));
for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"]) process.on(signal, () => server.stop());
console.log(server.url);
if (!process.stdin.isTTY) process.stdin.resume().on("close", () => server.stop());
await server.exit();
process.exit();
