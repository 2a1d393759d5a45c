// Which files and exports count as used. With `--production`, use by tests does not count.
import { readFileSync } from "node:fs";

const { scripts }: { scripts: Record<string, string> } = JSON.parse(
  readFileSync("package.json", "utf8"),
);
const commands = Object.values(scripts).flatMap(
  (command) => command.match(/\b(server|scripts|bench|e2e)\/\S+\.ts\b/g) ?? [],
);
const isProduction = process.argv.includes("--production");

/** Files that are started, or loaded by their names. */
const startedByName = [
  "web/{server.ts,client.tsx,router.tsx,pages/**/*.tsx,ui/create-icon.ts}!",
  "server/**/*-{worker,thread,process}.ts!",
  "bench/{load/baseline-server,seal/loop-watch,sabotage/*}.ts",
  "scripts/build/{markdown,palette}.ts!",
  "scripts/{audit,postgres,checks/check-*}.ts",
  "server/testing/{decoder-probe,log-secrets}.ts",
  "testing/{cheap-work,file-limit,minutes-later}.ts",
  "**/*.{test,spec}.{ts,tsx}",
];

export default {
  include: ["files", "exports", "types", "unlisted"],
  entry: [...commands.map((command) => `${command}!`), ...startedByName],
  project: [
    "{server,web,contract}/**/*.{ts,tsx}!",
    "scripts/**/*.ts!",
    "{bench,testing,e2e}/**/*.ts",
    "!**/*.gen.ts",
    "!{server,web}/{testing,tests}/**!",
    "!scripts/{checks,docs}/**!",
  ],
  // Migrations are imported as namespaces; the text of a test imports the second; the third checks
  // for tests what the product checks in parts.
  ignoreIssues: {
    "server/db/migrations/*": ["exports"],
    "server/processes/told-to-end.ts": ["exports"],
    "contract/proof/check-bundle.ts": ["exports"],
  },
  // A module that TanStack Start's plugin makes during the build.
  ignoreDependencies: ["tanstack-start-manifest"],
  // Tests may import what its own file uses too.
  ignoreExportsUsedInFile: isProduction,
};
