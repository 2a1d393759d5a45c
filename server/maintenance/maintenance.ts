import { mkdir, readdir, rm, stat } from "node:fs/promises";
import { join } from "node:path";
import { setImmediate as othersTurn } from "node:timers/promises";
import type { FastifyBaseLogger, FastifyInstance } from "fastify";
import { DRAFT_LIFETIME_DAYS } from "#contract/limits.ts";
import type { AppContext } from "#server/app-context.ts";
import { forgetVoters } from "#server/features/accounts/account-deletion.writes.ts";
import { deleteExpiredSessions } from "#server/features/accounts/sessions.writes.ts";
import { notifyEnded } from "#server/features/notifications/ended.writes.ts";
import { notifyFollowers } from "#server/features/notifications/published.writes.ts";
import { deleteOldDrafts } from "#server/features/surveys/publishing/drafts.writes.ts";
import { unlistEnded } from "#server/features/surveys/search/indexing.writes.ts";
import { clearRemoved } from "#server/features/surveys/survey-removal.writes.ts";
import { dayInTurkey, forgetViews } from "#server/features/surveys/views/views.writes.ts";
import { rankListed } from "#server/features/votes/ranking.writes.ts";
import { deleteOrphanedImages } from "#server/images/orphaned-images.ts";
import { deleteImages } from "#server/images/with-stored-images.ts";

const EVERY_MS = 60_000;
const HOUR_MS = 3_600_000;
const CLEARING_MS = EVERY_MS / 2;
const DAY_MS = 24 * HOUR_MS;
/** No upload takes longer; what is older was left behind by a crash. */
const UPLOAD_LIFETIME_MS = HOUR_MS;

type Given = Pick<AppContext, "db" | "images" | "clock" | "config" | "backgroundTasks">;

/** Keeps house once the server listens, and then every minute until it closes. */
export function scheduleHousekeeping(app: FastifyInstance, given: Given): void {
  const { backgroundTasks } = given;
  let busy = false;
  const round = async () => {
    if (busy) return;
    busy = true;
    await keepHouse(given, app.log, backgroundTasks.signal);
    busy = false;
  };
  app.addHook("onListen", async () => {
    const timer = setInterval(() => backgroundTasks.add(round()), EVERY_MS).unref();
    backgroundTasks.signal.addEventListener("abort", () => clearInterval(timer));
    backgroundTasks.add(rankListed(given.db, backgroundTasks.signal));
    backgroundTasks.add(round());
  });
}

/** One round of everything that no request does; what fails is logged and tried again next time. */
export async function keepHouse(
  { db, images, clock, config: { dataDir } }: Omit<Given, "backgroundTasks">,
  log: FastifyBaseLogger,
  closing: AbortSignal,
): Promise<void> {
  const now = clock.now();
  /** A batch at a time; SQLite answers without waiting, so that nobody else would get a turn. */
  const all = async (batch: () => Promise<boolean>) => {
    while (!closing.aborted && (await batch())) await othersTurn();
  };
  const chores = {
    "take ended surveys off the lists": () => all(() => unlistEnded(db, now)),
    "tell followers of surveys": () => notifyFollowers(db, clock, closing),
    "tell that surveys ended": () => notifyEnded(db, now, closing),
    "forget who voted of those who left": () => forgetVoters(db, now),
    "delete old drafts": async () =>
      deleteImages(images, log, await deleteOldDrafts(db, now - DRAFT_LIFETIME_DAYS * DAY_MS)),
    "delete expired sessions": () => all(() => deleteExpiredSessions(db, now)),
    // Yesterday stays for requests that are under way at midnight.
    "forget views": () => all(() => forgetViews(db, dayInTurkey(now - DAY_MS))),
    "delete left uploads": () => deleteLeftUploads(join(dataDir, "uploads")),
    "delete left pictures": () =>
      deleteOrphanedImages({ db, images, dataDir }, Math.floor(now / EVERY_MS)),
    // Last, and not for long, so that nobody waits to be told of anything; the next round goes on.
    "take away the rest of deleted surveys": () =>
      clearRemoved(db, AbortSignal.any([closing, AbortSignal.timeout(CLEARING_MS)])),
  };
  for (const [chore, run] of Object.entries(chores)) {
    if (closing.aborted) return;
    await run().catch((err: unknown) => log.error({ err }, `cannot ${chore}`));
  }
}

async function deleteLeftUploads(folder: string): Promise<void> {
  await mkdir(folder, { recursive: true });
  for (const name of await readdir(folder)) {
    const path = join(folder, name);
    // A request that ends just now takes its own away.
    const left = await stat(path).catch(() => null);
    const old = left && left.mtimeMs < Date.now() - UPLOAD_LIFETIME_MS;
    if (old) await rm(path, { recursive: true, force: true });
  }
}
