// Compares the errors that the server's tests recorded in the given folder with those of the contract: lists
// declared and shared ones that no test provokes, and those that were returned without being documented.
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { api } from "../../contract/api.ts";
import { ERRORS, type ErrorCode } from "../../contract/errors.ts";
import { errorsOf, SHARED } from "../../server/http/openapi/openapi-problems.ts";

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

const undeclared = Object.values(api).flatMap((endpoint) => {
  const documented = new Set<string>([...SHARED, ...errorsOf(endpoint)] satisfies ErrorCode[]);
  const call = `${endpoint.method} ${endpoint.path} `;
  return [...provoked].filter(
    (line) => line.startsWith(call) && !documented.has(line.slice(call.length)),
  );
});

for (const line of missing) console.error(`No test provokes: ${line}`);
for (const line of undeclared) console.error(`Not declared: ${line}`);
console.log(
  `Checked that tests provoke every declared error: ${missing.length} are missing, ${undeclared.length} undeclared.`,
);
process.exitCode = missing.length + undeclared.length === 0 ? 0 : 1;
