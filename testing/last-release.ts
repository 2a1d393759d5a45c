import { execFileSync, spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, readFile, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type Api, createApi } from "./api.ts";
import type { Instance } from "./instance.ts";

const root = join(import.meta.dirname, "..");
const PARTS = ["server", "contract", "content", "package.json"];

/** Starts the API by the release's own code; written into its folder, so that imports resolve. */
const RUN = `
import { createApp } from "./server/app.ts";
import { readConfig } from "./server/config.ts";
import { openDatabase } from "./server/db/open.ts";
import { openDiskStore } from "./server/images/disk-store.ts";
const config = readConfig(process.env);
const db = await openDatabase(config);
const images = await openDiskStore(config);
const app = await createApp({ db, images, clock: { now: Date.now, jumpMs: 0 }, config, pages: null });
process.on("SIGTERM", async () => {
  await app.close();
  await db.close();
  process.exit();
});
console.log(await app.listen({ port: 0, host: "127.0.0.1" }));
`;

export interface LastRelease extends Api {
  start(): Promise<void>;
  stop(): Promise<void>;
}

/**
 * Starts the release that `testing/last-release.json` names, from the repository's history, with the
 * current packages. Returns undefined where the history is too short, as in a shallow clone.
 */
export async function lastRelease(instance: Instance): Promise<LastRelease | undefined> {
  const named = await readFile(join(root, "testing/last-release.json"), "utf8");
  const { commit } = JSON.parse(named);
  const known = spawnSync("git", ["cat-file", "-e", `${commit}^{commit}`], { cwd: root });
  if (known.status !== 0) return undefined;
  const folder = await mkdtemp(join(tmpdir(), "last-release-"));
  instance.atEnd.defer(() => rm(folder, { recursive: true }));
  const files = execFileSync("git", ["archive", commit, ...PARTS], {
    cwd: root,
    maxBuffer: 256 * 1024 * 1024,
  });
  execFileSync("tar", ["-x", "-C", folder], { input: files });
  await symlink(join(root, "node_modules"), join(folder, "node_modules"));
  await writeFile(join(folder, "run.ts"), RUN);

  let running: { api: Api; stop: () => Promise<void> } | undefined;
  const release: LastRelease = {
    call: (endpoint, options) => {
      if (!running) throw new Error("The last release is not running.");
      return running.api.call(endpoint, options);
    },
    async start() {
      const child = spawn(process.execPath, ["run.ts"], {
        cwd: folder,
        stdio: ["ignore", "pipe", "inherit"],
        env: {
          ...process.env,
          DATA_DIR: instance.dataDir,
          DATABASE_URL: instance.databaseUrl ?? "",
          ...{ RATE_LIMITS: "off", LOG_LEVEL: "error" },
        },
      });
      const ended = once(child, "exit");
      const address = await Promise.race([
        once(child.stdout, "data").then(([line]) => String(line).trim()),
        ended.then(() => Promise.reject(new Error("The last release ended before it listened."))),
      ]);
      const stop = async () => {
        child.kill();
        await ended;
      };
      running = { api: createApi(address, fetch), stop };
    },
    async stop() {
      await running?.stop();
      running = undefined;
    },
  };
  instance.atEnd.defer(() => release.stop());
  return release;
}
