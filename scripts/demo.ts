import { DAY_MS } from "#contract/durations.ts";
import "#testing/cheap-passwords.ts";
import { existsSync, rmSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { readConfig } from "#server/config/config.ts";
import { runCommand } from "./command.ts";
import { useForDemo } from "./demo/environment.ts";
import { fillDemo } from "./demo/fill.ts";
import { DEMO_PASSWORD, MAIN_PEOPLE } from "./demo/people.ts";
import { progressBar } from "./progress-bar.ts";

const folder = join(import.meta.dirname, "../.demo");
/** Written once the folder is filled; without it, the remains of an interrupted run are deleted. */
const filledMark = join(folder, "filled");

const command = {
  call: "npm run demo [-- --fresh] [--services]",
  help: `Fills a throw-away folder with the demo set, unless that was done earlier, and starts the product on it.
--fresh fills it from scratch. Mails are written into the folder, and the services that S3_…, MAIL_… and
OIDC_… name are left alone; --services uses them.`,
  options: {
    fresh: { type: "boolean", default: false },
    services: { type: "boolean", default: false },
  },
  dataDir: folder,
  storesPictures: true,
} as const;

await runCommand(command, async ({ values }) => {
  // Also applies while the folder is filled, before the server starts.
  process.umask(0o077);
  const unused = useForDemo(process.env, { dataDir: folder, withServices: values.services });
  if (unused.length > 0) console.log(`Not used by the demo: ${unused.join(", ")}`);

  if (values.fresh || !existsSync(filledMark)) {
    rmSync(folder, { recursive: true, force: true });
    const start = performance.now();
    // The actions of the demo people send no mail.
    const config = { ...readConfig(process.env), mail: undefined };
    await fillDemo(config, { onProgress: progressBar("Filling the demo") });
    writeFileSync(filledMark, "");
    const seconds = ((performance.now() - start) / 1000).toFixed(1);
    console.log(`Filled ${folder} in ${seconds} s.`);
  } else {
    const days = Math.floor((Date.now() - statSync(filledMark).mtimeMs) / DAY_MS);
    console.log(`The demo set is ${days} days old; \`npm run demo -- --fresh\` makes a new one.`);
  }
  // Only the demo people, whose password is public, are hashed at the lowest cost.
  process.env.FULL_PASSWORD_COST = "1";
  await import("#server/main.ts");
  if (process.env.MAIL_URL === "file:") console.log(`Mails are in ${join(folder, "outbox")}`);
  for (const { nickname } of MAIN_PEOPLE) {
    console.log(`Sign in as ${nickname}@example.com with the password ${DEMO_PASSWORD}`);
  }
});
