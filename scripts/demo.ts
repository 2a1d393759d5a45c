// Fills a throw-away folder with the demo set, unless that was done before, and starts the product
// on it:
//   npm run demo [-- --fresh]
import { existsSync, rmSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { readConfig } from "#server/config.ts";
import { DEMO_PASSWORD, HOSTS } from "./demo/people.ts";
import { playDemo } from "./demo/play.ts";

const folder = join(import.meta.dirname, "../.demo");
/** Written when the folder is filled, so that one left half full is filled anew. */
const mark = join(folder, "filled");

process.env.DATA_DIR = folder;
delete process.env.DATABASE_URL;

if (process.argv.includes("--fresh") || !existsSync(mark)) {
  rmSync(folder, { recursive: true, force: true });
  const start = performance.now();
  await playDemo(readConfig(process.env), { onProgress: showProgress });
  writeFileSync(mark, "");
  const seconds = Math.round((performance.now() - start) / 1000);
  console.log(`\rFilled ${folder} in ${seconds} s.`);
} else {
  const days = Math.floor((Date.now() - statSync(mark).mtimeMs) / 86_400_000);
  console.log(`The demo set is ${days} days old; \`npm run demo -- --fresh\` makes a new one.`);
}
await import("#server/main.ts");
for (const { nickname } of HOSTS) {
  console.log(`Sign in as ${nickname}@example.com with the password ${DEMO_PASSWORD}`);
}

function showProgress(share: number): void {
  if (process.stdout.isTTY)
    process.stdout.write(`\rFilling the demo: ${Math.round(share * 100)} %`);
}
