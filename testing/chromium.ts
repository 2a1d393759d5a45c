import { execFileSync } from "node:child_process";
import { existsSync } from "node:fs";
import { delimiter, join } from "node:path";

/** Debian's package without a window system, which opens pages several times as fast. */
const HEADLESS = "chromium-headless-shell";
const NAMES = [HEADLESS, "chromium", "chromium-browser", "google-chrome", "google-chrome-stable"];

/** For headless runs, including those as root, where Chromium's sandbox does not start. */
export const CHROMIUM_FLAGS = [
  "--no-sandbox",
  "--disable-gpu",
  "--disable-quic",
  "--no-first-run",
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-sync",
];

/** The machine's Chromium: CHROMIUM_PATH, else one on PATH; undefined means Playwright's own. */
export function findChromium(): string | undefined {
  if (process.env.CHROMIUM_PATH) return process.env.CHROMIUM_PATH;
  const folders = (process.env.PATH ?? "").split(delimiter);
  return NAMES.flatMap((name) => folders.map((folder) => join(folder, name))).find(existsSync);
}

/** Installs Debian's package where permitted, otherwise the browser that Playwright provides. */
export function installChromium(): void {
  const run = (command: string, ...args: string[]) =>
    execFileSync(command, args, { stdio: ["ignore", "ignore", "inherit"] });
  if (process.getuid?.() === 0 && existsSync("/etc/debian_version")) {
    run("apt-get", "update", "-qq");
    run("apt-get", "install", "-y", "-qq", "--no-install-recommends", HEADLESS);
  } else {
    run(process.execPath, "node_modules/playwright/cli.js", "install", "chromium");
  }
}
