// The main job in Firefox, on translated pages and with a canvas that lies, and in WebKitGTK.

import { spawnSync } from "node:child_process";
import { MINUTE_MS } from "#contract/durations.ts";
import { createInstance } from "#testing/instance.ts";
import { ServerProcess } from "#testing/servers/server-process.ts";
import { translate } from "../translate.ts";
import { openFirefox } from "./firefox.ts";
import { askAndVote } from "./journey.ts";
import { openWebKit } from "./webkit.ts";

const LONGEST_MS = 4 * MINUTE_MS;
setTimeout(() => {
  console.error("Stopped after four minutes.");
  process.exit(1);
}, LONGEST_MS).unref();

/** Once the page's code runs, as where somebody has it translated. */
const translateLater = `() => {
  const begin = () => document.documentElement?.dataset.hydrated === undefined
    ? setTimeout(begin, 20) : (${translate})();
  begin();
}`;
const browsers = [
  { name: "Firefox", needs: ["firefox-esr"], open: () => openFirefox(translateLater) },
  { name: "WebKitGTK", needs: ["WebKitWebDriver", "xvfb-run"], open: openWebKit },
];

const instance = await createInstance("sqlite");
const server = new ServerProcess(instance, { preload: "./testing/cheap-work.ts" });
await server.start();
let failed = 0;
for (const { name, needs, open } of browsers) {
  const missing = needs.filter((program) => spawnSync("which", [program]).status !== 0);
  if (missing.length > 0) {
    failed += 1;
    console.error(
      `${name}: not tried, as ${missing.join(" and ")} is missing; ` +
        "on Debian: apt-get install firefox-esr webkit2gtk-driver xvfb",
    );
    continue;
  }
  const start = performance.now();
  const browser = await open();
  try {
    await askAndVote(browser, server.url);
    console.log(`${name}: good in ${((performance.now() - start) / 1000).toFixed(0)} s`);
  } catch (error) {
    failed += 1;
    console.error(`${name}: ${error}`);
  } finally {
    await browser.close();
  }
}
await server.stop();
await instance.atEnd.disposeAsync();
process.exit(failed === 0 ? 0 : 1);
