// Conventions that the linter does not know: sizes, names, words, left-overs, query keys, what old browsers
// lack, features that import each other in a circle, and the coming release's notes.
import { globSync, readFileSync } from "node:fs";
import { dirname } from "node:path";
import { LINE_RULES } from "./line-rules.ts";
import { visibilitySpellings } from "./visibility-spelling.ts";

const LINES_MAX = 250;
const VAGUE = /^(utils?|helpers?|misc|common|shared|services?|managers?|data|info|index)$/;
const LEFT_OVERS = /\b(TODO|FIXME|XXX)\b|biome-ignore|@ts-(ignore|expect-error|nocheck)/;
/** A key that is written out elsewhere would be missed when queries are invalidated. */
const QUERY_KEY = /\b(query|mutation)Key: \[/;
/** APIs that the oldest browsers named in README lack; `web/tsconfig.json` checks the language. */
const TOO_NEW = new RegExp(
  String.raw`\b(Promise\.(withResolvers|try)|(Object|Map)\.groupBy|Array\.fromAsync|RegExp\.escape)\b|` +
    String.raw`\b(URL\.(canParse|parse)|AbortSignal\.any|ReadableStream\.from|Intl\.DurationFormat)\b|` +
    String.raw`\b(Temporal|CloseWatcher|navigation|scheduler|CSS\.highlights)\.|` +
    String.raw`\.(checkVisibility|moveBefore|bytes|requestClose|startViewTransition|transfer)\(|` +
    String.raw`\.(show|hide|toggle)Popover\(|\.(setHTML|getHTML|setHTMLUnsafe)\(|` +
    String.raw`\b(searchParams|[pP]arams|search)\.size\b|["']scrollend["']|\bpopover=|` +
    String.raw`@scope\b|\blight-dark\(|\banchor-name:|\bif\(style`,
);
/** User content in a label that is a string: `isolated` isolates its text direction (R242). */
const BARE_WORDS = /\b(aria-label|alt)=\{.*\$\{([\w.]+\.name|(\w+\.)?(question|content))\}/;
/** Times that decide about rows must come from the database's clock (ADR-033). */
const MACHINE_TIME = /\bDate\.now\b|\bnew Date(\(\)|(?![\w(]))/;
const MAY_READ_MACHINE_TIME = new Set([
  // Compares the two clocks.
  "server/db/database-clock.ts",
  "server/db/clock-offset.ts",
  "server/doctor/database-checks.ts",
  "server/doctor/service-checks.ts",
  // Files have the machine's time.
  "server/backup/backup.ts",
  "server/images/orphaned-images.ts",
  // The threads that render pages have no other clock.
  "server/http/cache/document-cache.ts",
]);
const ROOM_MAX = 30;
/** One file a journey, one a migration. */
const LARGE_ROOMS = new Set(["e2e", "server/db/migrations"]);
const FEATURE_IMPORT = /from "#(server|web)\/features\/([\w-]+)\//g;

const files = globSync("{contract,server,testing,web,e2e,bench,scripts}/**/*.{ts,tsx,mjs,css}")
  .filter(
    (file) => !file.includes(".gen.") && !/(check-conventions|line-rules(\.test)?)\.ts$/.test(file),
  )
  .sort();
const isTest = (file: string) => /\.(test|spec)\.tsx?$/.test(file);
const runsInBrowsers = (file: string) =>
  /^(web|contract)\//.test(file) && !isTest(file) && file !== "web/server.ts";
const goesByServerClock = (file: string) =>
  /^server\/(?!testing\/)/.test(file) && !isTest(file) && !MAY_READ_MACHINE_TIME.has(file);
const complaints: string[] = [];
const imports = new Map<string, Set<string>>();

for (const file of files) {
  const text = readFileSync(file, "utf8");
  const lines = text.split("\n");
  if (!isTest(file) && lines.length - 1 > LINES_MAX) {
    complaints.push(`${file}: ${lines.length - 1} lines, more than ${LINES_MAX}`);
  }
  const vague = file.split(/[/.]/).find((word) => VAGUE.test(word.split("-").at(-1) ?? ""));
  if (vague) complaints.push(`${file}: "${vague}" says nothing`);
  const rules = LINE_RULES.filter(({ holdsIn }) => holdsIn(file));
  lines.forEach((line, at) => {
    for (const { isBrokenBy, complaint } of rules) {
      if (isBrokenBy(line)) complaints.push(`${file}:${at + 1}: ${complaint}: ${line.trim()}`);
    }
    if (LEFT_OVERS.test(line)) complaints.push(`${file}:${at + 1}: ${line.trim()}`);
    if (QUERY_KEY.test(line))
      complaints.push(`${file}:${at + 1}: name this key in web/lib/api/query-keys.ts`);
    if (BARE_WORDS.test(line))
      complaints.push(`${file}:${at + 1}: isolate people's words: ${line.trim()}`);
    if (goesByServerClock(file) && MACHINE_TIME.test(line))
      complaints.push(`${file}:${at + 1}: ask the server's clock: ${line.trim()}`);
    if (runsInBrowsers(file) && TOO_NEW.test(line))
      complaints.push(`${file}:${at + 1}: not in all browsers of README: ${line.trim()}`);
  });
  for (const line of visibilitySpellings(file, text)) {
    complaints.push(`${file}:${line}: ask visibility.reads.ts: ${lines[line - 1]?.trim()}`);
  }
  const [side, layer, feature] = file.split("/");
  if (layer !== "features" || !feature || isTest(file)) continue;
  for (const [, importedSide, imported] of text.matchAll(FEATURE_IMPORT)) {
    if (importedSide !== side || imported === feature) continue;
    const from = `${side}/features/${feature}`;
    imports.set(from, (imports.get(from) ?? new Set()).add(`${side}/features/${imported}`));
  }
}

const rooms = Map.groupBy(files, (file) => dirname(file));
for (const [room, { length }] of rooms) {
  if (length > ROOM_MAX && !LARGE_ROOMS.has(room))
    complaints.push(`${room}: ${length} files, more than ${ROOM_MAX}`);
}

/** The first circle that can be walked on from the end of `path`. */
function circle(path: string[]): string[] | undefined {
  for (const next of imports.get(path.at(-1) ?? "") ?? []) {
    if (next === path[0]) return [...path, next];
    const found = path.includes(next) ? undefined : circle([...path, next]);
    if (found) return found;
  }
  return undefined;
}

for (const feature of imports.keys()) {
  const found = circle([feature]);
  // Reported once, by its alphabetically first member.
  if (found && [...found].sort()[0] === feature)
    complaints.push(`In a circle: ${found.join(" → ")}`);
}

/** A merge that keeps both sides' lines may duplicate a part of the next release's notes. */
function checkReleaseNotes(): void {
  const [, coming = ""] = readFileSync("CHANGELOG.md", "utf8").split(/^## /m);
  const parts = coming.split(/^### /m).slice(1);
  const titles = parts.map((part) => part.split("\n")[0] ?? "");
  if (titles[0] !== "Before you upgrade") {
    complaints.push('CHANGELOG.md: the coming release begins with "Before you upgrade"');
  }
  const lines = [titles, ...parts.map((part) => part.match(/^(####|-) .+/gm) ?? [])];
  for (const line of lines.flatMap((all) => all.filter((one, at) => all.indexOf(one) < at))) {
    complaints.push(`CHANGELOG.md: "${line}" stands twice in the coming release`);
  }
}
checkReleaseNotes();

for (const complaint of complaints) console.error(complaint);
console.log(`Checked the conventions of ${files.length} files: ${complaints.length} complaints.`);
process.exitCode = complaints.length === 0 ? 0 : 1;
