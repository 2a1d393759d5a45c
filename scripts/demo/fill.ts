import { setTimeout as sleep } from "node:timers/promises";
import { sql } from "kysely";
import pLimit from "p-limit";
import { HOUR_MS } from "#contract/durations.ts";
import { createApp } from "#server/app.ts";
import type { Config } from "#server/config/config.ts";
import type { Database } from "#server/db/database.ts";
import { openDatabase } from "#server/db/open.ts";
import { notifyEnded } from "#server/features/notifications/ended.writes.ts";
import { openSession } from "#server/features/sign-in/sessions.writes.ts";
import { openImageStore } from "#server/images/store/open-store.ts";
import { inject } from "#server/testing/inject.ts";
import { type Api, createApi } from "#testing/api.ts";
import { demoPeople, PEOPLE_COUNT } from "./people.ts";
import { createEventRunner } from "./run-event.ts";
import { type DemoSurvey, demoSurveys } from "./surveys.ts";
import { type DemoEvent, demoTimeline } from "./timeline.ts";

const CALLS_AT_ONCE = 24;
const RETRIES = 50;

export interface FillOptions {
  /** `PEOPLE_COUNT` by default. */
  people?: number;
  /** All by default. */
  surveys?: DemoSurvey[];
  /** The end of the timeline, in milliseconds since 1970; the surveys' dates are relative to it. */
  now?: number;
  /** Called from time to time with the share that is done, from 0 to 1. */
  onProgress?: (share: number) => void;
}

/**
 * Fills the empty instance that `config` names with the demo set: weeks of registrations, surveys,
 * follows and votes, made through the product's own API with a clock that follows the timeline.
 */
export async function fillDemo(config: Config, options: FillOptions = {}): Promise<void> {
  const { people = PEOPLE_COUNT, surveys = demoSurveys, now = Date.now(), onProgress } = options;
  const events = demoTimeline(demoPeople(people, now), surveys, now);
  const clock = { time: events[0]?.at ?? now, now: () => clock.time, jumpMs: 0 };
  const db = await openDatabase(config);
  const images = await openImageStore(config);
  const quiet = { ...config, rateLimits: false, trustProxy: true, logLevel: "error" };
  const app = await createApp({ db, images, clock, config: quiet, pages: null });
  try {
    await app.ready();
    // Commits need not wait for the disk, since an interrupted run starts from scratch.
    await setSynchronous(db, "off");
    const api = createApi("http://kanaat.demo", (request) => inject(app, request));
    const { run, finish } = createEventRunner(retrying(api), (id) => signIn(db, id, now));
    const limit = pLimit(CALLS_AT_ONCE);
    let done = 0;
    for (const batch of batches(events)) {
      clock.time = batch.at(-1)?.at ?? clock.time;
      for (const kind of ORDER) {
        const events = batch.filter((event) => event.kind === kind);
        await limit.map(events, run);
      }
      await notifyEnded(db, clock.time, AbortSignal.any([]));
      done += batch.length;
      onProgress?.(done / events.length);
    }
    await finish();
    await db.query
      .updateTable("users")
      .set((user) => ({ email_verified_at: user.ref("created_at") }))
      .execute();
    await setSynchronous(db, "full");
  } finally {
    await app.close();
    await db.close();
  }
}

/** With "off" a power cut loses commits; the change back makes the closing checkpoint safe. */
async function setSynchronous(db: Database, level: "off" | "full"): Promise<void> {
  if (db.engine === "sqlite") await sql`pragma synchronous = ${sql.raw(level)}`.execute(db.query);
}

/**
 * Opens a session that counts from the end of the timeline, so that it is valid throughout, and
 * without the time that checking a password takes.
 */
async function signIn(db: Database, userId: number, now: number): Promise<string> {
  return (await openSession(db, { userId, remember: true, now })).token;
}

/** Within a batch, events come before those that depend on them. */
const ORDER: DemoEvent["kind"][] = [
  "register",
  "draft",
  "publish",
  "follow",
  "invite",
  "view",
  "vote",
  "read-notifications",
];

/** Events within two hours share a batch and its time, but each survey starts at its own time. */
function batches(events: DemoEvent[]): DemoEvent[][] {
  const all: DemoEvent[][] = [];
  for (const event of events) {
    const batch = all.at(-1);
    const first = batch?.[0];
    const apart = !first || event.at - first.at > 2 * HOUR_MS;
    if (apart || event.kind === "publish" || first.kind === "publish") all.push([event]);
    else batch?.push(event);
  }
  return all;
}

/** A busy product answers 503, which means "retry later"; while filling, the load is our own. */
const retrying = (api: Api): Api => ({
  async call(endpoint, options) {
    for (let left = RETRIES; ; left--) {
      const answer = await api.call(endpoint, options);
      if (answer.status !== 503 || left === 0) return answer;
      await sleep(200);
    }
  },
});
