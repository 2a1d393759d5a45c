// Checks which part of the code imports which, types included: the tables below are the rule,
// ARCHITECTURE.md shows them. The existing tools, dependency-cruiser and ESLint, need the API that
// TypeScript 7 no longer has.
import { globSync, readFileSync } from "node:fs";
import { posix } from "node:path";

const SQL = ["kysely", "pg"];
/** The server's layers from the lowest up: each may import itself and the layers before it. */
const LAYERS: readonly (readonly string[])[] = [
  ["errors.ts", "clock.ts", "statistics"],
  ["secret"],
  ["config"],
  ["telemetry", "limits", "processes"],
  ["db"],
  ["maintenance"],
  ["http"],
  ["images", "mail"],
  ["deletions"],
  ["app-options.ts"],
  ["app-context.ts"],
  ["features"],
  ["backup"],
  ["doctor", "restore"],
  ["app.ts"],
  ["serve.ts"],
  ["main.ts"],
].map((layer) => layer.map((part) => `server/${part}`));
const WEB = ["npm", "contract", "web/ui", "web/lib", "web/styles"];

/**
 * The first row that matches a file applies: the file may import its own folder, and the folders,
 * files and packages named here. "npm" stands for every package except those that run SQL.
 */
const ARROWS: readonly [file: RegExp, may: readonly string[]][] = [
  [/^contract\/.*\.test\.ts$/, ["npm"]],
  [/^contract\//, ["zod", "@streamparser/json"]],
  [/^testing\//, ["npm", "contract", ...SQL]],
  [/^(e2e|bench)\//, ["npm", "contract", "testing", ...SQL]],
  [
    /^server\/((testing|tests)\/|.*\.test\.ts$)/,
    ["npm", "contract", "server", "testing", "bench", ...SQL],
  ],
  ...LAYERS.flatMap((layer, at) =>
    layer.flatMap((part): [RegExp, string[]][] => {
      const may = ["npm", "contract", ...LAYERS.slice(0, at).flat()];
      const speaksSql = part === "server/db" ? "" : "\\.(reads|writes)\\.ts$";
      return [
        [new RegExp(`^${part}\\b.*${speaksSql}`), [...may, ...SQL]],
        [new RegExp(`^${part}\\b`), may],
      ];
    }),
  ),
  [/^web\/(testing\/|.*\.browser\.test\.tsx$)/, ["npm", "contract", "web"]],
  [/^web\/(ui|lib|styles)\//, WEB],
  [/^web\/features\//, [...WEB, "web/features"]],
  [/^web\/pages\//, [...WEB, "web/features", "web/routes.ts", "content"]],
  [/^web\//, ["npm", "contract", "web"]],
  [/^scripts\//, ["npm", "contract", "server", "testing", "web/ui", ...SQL]],
];

const IMPORT =
  /^(?:import |import .* from |export .* from |\} from )"([^"]+)"|\bimport\("([^"]+)"\)/gm;
const breaches: string[] = [];

for (const file of globSync("{contract,server,testing,web,e2e,bench,scripts}/**/*.{ts,tsx,mjs}")) {
  if (file.includes(".gen.")) continue;
  const [, may] = ARROWS.find(([pattern]) => pattern.test(file)) ?? [];
  if (!may) breaches.push(`${file}: no row of the table`);
  for (const [, named, loaded] of readFileSync(file, "utf8").matchAll(IMPORT)) {
    const target = targetOf(file, named ?? loaded ?? "");
    if (may && !isAllowed(file, target, may)) breaches.push(`${file}: may not import ${target}`);
  }
}

for (const breach of breaches) console.error(breach);
console.log(`Checked who imports whom: ${breaches.length} breaches.`);
process.exitCode = breaches.length === 0 ? 0 : 1;

/** A path of the project, or "npm:" followed by the package's name. */
function targetOf(file: string, specifier: string): string {
  if (specifier.startsWith("#")) return specifier.slice(1);
  if (specifier.startsWith(".")) return posix.join(posix.dirname(file), specifier);
  const [scope = "", name = ""] = specifier.split("/");
  return `npm:${scope.startsWith("@") ? `${scope}/${name}` : scope}`;
}

function isAllowed(file: string, target: string, may: readonly string[]): boolean {
  if (target.startsWith("npm:node:")) return true;
  const name = target.slice("npm:".length);
  if (target.startsWith("npm:"))
    return may.includes(name) || (may.includes("npm") && !SQL.includes(name));
  const own = file
    .split("/")
    .slice(0, file.startsWith("server/") || file.startsWith("web/") ? 2 : 1)
    .join("/");
  return [own, ...may].some((path) => target === path || target.startsWith(`${path}/`));
}
