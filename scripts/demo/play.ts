import { setTimeout as sleep } from "node:timers/promises";
import pLimit from "p-limit";
import { createApp } from "#server/app.ts";
import type { Config } from "#server/config.ts";
import { openDatabase } from "#server/db/open.ts";
import { notifyEnded } from "#server/features/notifications/ended.writes.ts";
import { openDiskStore } from "#server/images/disk-store.ts";
import { inject } from "#server/testing/inject.ts";
import { type Api, createApi } from "#testing/api.ts";
import { createActor } from "./acting.ts";
import { demoPeople } from "./people.ts";
import { type DemoSurvey, demoSurveys } from "./surveys.ts";
import { type DemoEvent, demoTimeline } from "./timeline.ts";

const HOUR = 3_600_000;
const AT_ONCE = 24;
const PATIENCE = 50;

export interface PlayOptions {
  /** How many people take part; 200 unless told otherwise. */
  people?: number;
  /** All of the demo set unless told otherwise. */
  surveys?: DemoSurvey[];
  /** The instant up to which the story is told; the surveys' dates lie around it. */
  now?: number;
  /** Called now and then with the share that is done, from 0 to 1. */
  onProgress?: (share: number) => void;
}

/**
 * Fills the empty place that `config` names with the demo set: weeks of registrations, surveys,
 * follows and votes, played through the product's own API on a clock that runs with the story.
 */
export async function playDemo(config: Config, options: PlayOptions = {}): Promise<void> {
  const { people = 200, surveys = demoSurveys, now = Date.now(), onProgress } = options;
  const events = demoTimeline(demoPeople(people, now), surveys, now);
  const clock = { time: events[0]?.at ?? now, now: () => clock.time };
  const db = await openDatabase(config);
  const images = await openDiskStore(config.dataDir);
  const quiet = { ...config, rateLimits: false, logLevel: "error" };
  const app = await createApp({ db, images, clock, config: quiet, pages: null });
  try {
    await app.ready();
    const api = createApi("http://kanaat.demo", (request) => inject(app, request));
    const act = createActor(patient(api), clock);
    const limit = pLimit(AT_ONCE);
    let done = 0;
    for (const scene of scenes(events)) {
      clock.time = scene.at(-1)?.at ?? clock.time;
      for (const kind of ORDER) {
        await limit.map(
          scene.filter((event) => event.act === kind),
          act,
        );
      }
      await notifyEnded(db, clock.time, AbortSignal.any([]));
      done += scene.length;
      onProgress?.(done / events.length);
    }
  } finally {
    await app.close();
    await db.close();
  }
}

/** Within a scene, what others rest on comes first. */
const ORDER: DemoEvent["act"][] = [
  "join",
  "publish",
  "follow",
  "invite",
  "look",
  "vote",
  "catch-up",
];

/** Events close to each other happen together, but every survey starts at its own instant. */
function scenes(events: DemoEvent[]): DemoEvent[][] {
  const all: DemoEvent[][] = [];
  for (const event of events) {
    const scene = all.at(-1);
    const first = scene?.[0];
    const apart = !first || event.at - first.at > 2 * HOUR;
    if (apart || event.act === "publish" || first.act === "publish") all.push([event]);
    else scene?.push(event);
  }
  return all;
}

/** The product refuses what it cannot answer soon; on a busy machine that is sometimes us. */
const patient = (api: Api): Api => ({
  async call(endpoint, given) {
    for (let left = PATIENCE; ; left--) {
      const answer = await api.call(endpoint, given);
      if (answer.status !== 503 || left === 0) return answer;
      await sleep(200);
    }
  },
});
