import { createHash, randomBytes } from "node:crypto";
import { sql } from "kysely";
import { LRUCache } from "lru-cache";
import { MINUTE_MS } from "#contract/durations.ts";
import type { Clock } from "#server/clock.ts";
import { deleteBatch } from "#server/db/batches.ts";
import { idRows } from "#server/db/bulk.ts";
import type { Database } from "#server/db/database.ts";
import { groupCommit } from "#server/db/group-commit.ts";
import { dayInTurkey } from "#server/db/timestamps.ts";
import { transact } from "#server/db/transact.ts";
import { PUBLISHED } from "#server/features/visibility/visibility.reads.ts";
import { atMost } from "#server/limits/at-most.ts";

/** Whose views count once a day: an account by its id, or a kind of browser in a network. */
export type ViewerIdentity = number | { network: string; browser: string };

interface View {
  survey_id: number;
  day: string;
  viewer: string;
}

const REMEMBERED = 50_000;
const LARGEST_BATCH = 500;

/**
 * Returns a function that counts one view per viewer, survey and day (R57); it returns undefined
 * for a repeat that it remembers. Views that arrive together share a commit.
 */
export function createViewCounter(db: Database, clock: Clock) {
  const counted = new LRUCache<string, true>(atMost(REMEMBERED));
  let countedOn = "";
  const dayAt = cachedDay();
  const salts = new LRUCache<string, Promise<string>>({ max: 2 });
  const submit = groupCommit<View, undefined>((views) => countBatch(db, views), LARGEST_BATCH);

  async function storedViewer(viewer: ViewerIdentity, day: string): Promise<string> {
    if (typeof viewer === "number") return `u${viewer}`;
    let salt = salts.get(day);
    if (!salt) {
      salt = readSalt(db, day);
      salts.set(day, salt);
      salt.catch(() => salts.delete(day));
    }
    const secret = JSON.stringify([await salt, viewer.network, viewer.browser]);
    return createHash("sha256").update(secret).digest("base64url");
  }

  async function count(
    surveyId: number,
    viewer: ViewerIdentity,
    day: string,
    key: string,
  ): Promise<void> {
    try {
      await submit({ survey_id: surveyId, day, viewer: await storedViewer(viewer, day) });
    } catch (error) {
      counted.delete(key);
      throw error;
    }
  }

  return (surveyId: number, viewer: ViewerIdentity): Promise<void> | undefined => {
    const day = dayAt(clock.now());
    const who = typeof viewer === "number" ? viewer : `${viewer.network} ${viewer.browser}`;
    const key = `${surveyId} ${who}`;
    if (day !== countedOn) counted.clear();
    countedOn = day;
    if (counted.has(key)) return undefined;
    counted.set(key, true);
    return count(surveyId, viewer, day, key);
  };
}

/** Formats the day once a minute, because formatting is slow and views are many. */
function cachedDay() {
  let minute = Number.NaN;
  let day = "";
  return (now: number): string => {
    if (Math.floor(now / MINUTE_MS) !== minute) {
      minute = Math.floor(now / MINUTE_MS);
      day = dayInTurkey(now);
    }
    return day;
  };
}

/** The day's secret, the same in all processes; deleted with the day's views. */
async function readSalt(db: Database, day: string): Promise<string> {
  await db.query
    .insertInto("view_salts")
    .values({ day, salt: randomBytes(16).toString("base64url") })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  const { salt } = await db.query
    .selectFrom("view_salts")
    .select("salt")
    .where("day", "=", day)
    .executeTakeFirstOrThrow();
  return salt;
}

async function countBatch(db: Database, views: readonly View[]): Promise<undefined[]> {
  const surveys = idRows(
    db,
    views.map((view) => view.survey_id),
  );
  const rowsOfViews = db.rows(
    ["survey_id", "day", "viewer"],
    views.map(({ survey_id, day, viewer }) => [survey_id, day, viewer]),
  );
  await transact(db, async (tx) => {
    // Locked in id order, before rows that refer to them, so that two processes cannot deadlock.
    await sql`select id from surveys where id in (select id from ${surveys})
      order by id ${db.forUpdate}`.execute(tx);
    const { rows: recorded } = await sql<{ survey_id: number }>`
      insert into views (survey_id, day, viewer)
      select input.survey_id, input.day, input.viewer
      from ${rowsOfViews} join surveys on surveys.id = input.survey_id
      where ${PUBLISHED}
      on conflict do nothing
      returning survey_id`.execute(tx);
    const more = Map.groupBy(recorded, (view) => view.survey_id);
    if (more.size === 0) return;
    const counts = [...more].map(([id, { length }]) => [id, length]);
    await sql`update surveys set view_count = view_count + input.more
      from ${db.rows(["id", "more"], counts)} where surveys.id = input.id`.execute(tx);
  });
  return views.map(() => undefined);
}

/** Deletes a batch of views from before `day`; returns whether more may be left. */
export async function forgetViews(db: Database, day: string): Promise<boolean> {
  await db.query.deleteFrom("view_salts").where("day", "<", day).execute();
  const key = ["survey_id", "day", "viewer"];
  return deleteBatch(db, "views", key, sql`day < ${day}`, FORGOTTEN_AT_ONCE);
}

/** Millions are due at midnight, and PostgreSQL passes those already deleted in each batch. */
const FORGOTTEN_AT_ONCE = 5000;
