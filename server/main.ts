import { existsSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import closeWithGrace from "close-with-grace";
import "./next-tick-workaround.ts";
import { BRAND } from "#contract/brand.ts";
import { createApp } from "./app.ts";
import { readConfig } from "./config.ts";
import { openDatabase } from "./db/open.ts";
import { openDiskStore } from "./images/disk-store.ts";

const GRACE_MS = 9000;
/** From failing /readyz to closing, so that a proxy sends nothing more. */
const LEAVE_MS = 500;
/** From closing to cutting off who still sends, so that the end comes in time. */
const CUT_OFF_MS = 6000;
const distDir = join(import.meta.dirname, "../dist");
const dev = process.argv.includes("--dev");

async function start() {
  const config = readConfig(process.env);
  if (!dev && !existsSync(distDir)) throw new Error("Nothing is built yet: run `npm start`.");
  const db = await openDatabase(config);
  const images = await openDiskStore(config.dataDir);
  const clock = { now: Date.now };
  const leaving = new AbortController();
  const pages = { distDir, dev };
  const app = await createApp({
    db,
    images,
    clock,
    steady: performance,
    config,
    pages,
    leaving: leaving.signal,
  });
  closeWithGrace({ delay: GRACE_MS, logger: app.log }, async () => {
    leaving.abort();
    await sleep(LEAVE_MS);
    const cutOff = setTimeout(() => app.server.closeAllConnections(), CUT_OFF_MS);
    await app.close();
    clearTimeout(cutOff);
    await db.close();
  });
  await app.listen({ port: config.port, host: config.host });
  const { port } = app.server.address() as { port: number };
  console.log(`${BRAND}: http://localhost:${port}`);
}

start().catch((error: unknown) => {
  // Where a name has several addresses, the error has a code alone.
  console.error(error instanceof Error ? error.message || Object(error).code : error);
  process.exit(1);
});
