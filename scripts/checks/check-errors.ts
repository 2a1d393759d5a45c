// Lists the errors that no test provokes: compares what the server's tests recorded in the given folder
// with the errors that the contract declares for each endpoint, and with those that all calls share.
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { api } from "../../contract/api.ts";
import { ERRORS } from "../../contract/errors.ts";

/** Node refuses these before there is a request to record: server/tests/security-http.test.ts. */
const BEFORE_ANY_REQUEST = new Set(["headers_too_large"]);

const folder = process.argv[2] ?? "";
const provoked = new Set(
  readdirSync(folder).flatMap((file) => readFileSync(join(folder, file), "utf8").split("\n")),
);
const codes = new Set([...provoked].map((line) => line.split(" ").at(-1)));

const missing = Object.values(api).flatMap(({ method, path, errors }) =>
  errors.map((code) => `${method} ${path} ${code}`).filter((line) => !provoked.has(line)),
);
for (const code of Object.keys(ERRORS)) {
  if (!codes.has(code) && !BEFORE_ANY_REQUEST.has(code)) missing.push(`any call ${code}`);
}

for (const line of missing) console.error(`No test provokes: ${line}`);
console.log(`Checked that tests provoke every declared error: ${missing.length} are missing.`);
process.exitCode = missing.length === 0 ? 0 : 1;
