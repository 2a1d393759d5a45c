import { setImmediate as turn } from "node:timers/promises";
import type { ResultsEvent } from "#contract/endpoints/votes.ts";
import type { AppContext } from "#server/app-context.ts";
import { ApiError } from "#server/errors.ts";
import { requireSurveyCached } from "#server/features/surveys/survey-access.reads.ts";
import { isHiddenFromAll } from "#server/features/visibility/visibility.reads.ts";
import { type EventFeed, type EventStream, eventText } from "#server/http/event-streams.ts";
import type { Viewer } from "#server/http/identity/viewer.ts";
import { type CountedReading, uncounted } from "#server/http/limits/rate-limits.ts";
import { measure } from "#server/telemetry/metrics.ts";
import { readManyResults, requireResults } from "./results.reads.ts";

/** The surveys of a stream whose results its viewer was allowed to see. */
interface ResultsFeed extends EventFeed {
  readers: Set<Reader>;
}

interface Reader {
  stream: EventStream;
  feed: ResultsFeed;
  surveyId: number;
  code: string | undefined;
  /** The last event sent to it. */
  sent: string | undefined;
}

interface Caller {
  viewer: Viewer;
  reading: CountedReading;
}

/**
 * Checks which of the surveys' results the viewer may see, each as one read, and resolves to a function that sends
 * them to a stream: `results` soon and after each change, `hidden` for the others. Throws
 * `overloaded` if the stream would carry nothing but results and half of the process's connections
 * are such streams, since streams cannot make room for other requests; and what `reading` throws.
 */
type WatchResults = (
  surveys: readonly { id: number; code: string | undefined }[],
  caller: Caller,
  isAlone: boolean,
) => Promise<(stream: EventStream) => void>;

/** No reader gets events more often, and no change waits longer. */
const READ_EVERY_MS = 1000;
/** How many surveys one query reads; it delays others for a millisecond or two. */
const READ_AT_ONCE = 200;
/** How many readers are written to per turn of the event loop; votes and others run in between. */
const WRITTEN_AT_ONCE = 100;

/**
 * Reads results once a second, with one query per 200 watched surveys, so that neither votes nor
 * readers of public results add queries. Each reader of a private survey is checked before an
 * event. A client that reads too slowly gets the newest event once it reads again.
 */
export function createLiveResults(
  context: Pick<
    AppContext,
    "db" | "clock" | "config" | "cachedValue" | "toJson" | "backgroundTasks"
  >,
): WatchResults {
  const { db, clock, config, toJson, backgroundTasks } = context;
  const streamsOfResultsAlone = new Set<EventStream>();
  const readersOf = new Map<number, Set<Reader>>();
  let isReading = false;
  measure({
    name: "kanaat_result_streams_open",
    help: "Open streams of results alone",
    kind: "gauge",
    read: () => streamsOfResultsAlone.size,
  });

  const timer = setInterval(() => {
    if (!isReading && readersOf.size > 0) void readAll();
  }, READ_EVERY_MS).unref();
  backgroundTasks.signal.addEventListener("abort", () => clearInterval(timer));

  async function readAll() {
    isReading = true;
    try {
      const watched = [...readersOf];
      for (let from = 0; from < watched.length; from += READ_AT_ONCE) {
        const some = watched.slice(from, from + READ_AT_ONCE);
        const ids = some.map(([id]) => id);
        const results = await readManyResults(db, ids, clock.now());
        for (const [id, readers] of some) {
          const found = results.get(id);
          if (!found) continue;
          const event: ResultsEvent = { survey_id: id, ...found };
          await tell(id, readers, eventText("results", toJson(event)));
        }
        await turn();
      }
    } catch (err) {
      // Readers keep the last event, also while the database is away.
      const [[reader] = []] = readersOf.values();
      const log = reader?.stream.request.log;
      if (db.fault(err) !== "unavailable") log?.error({ err }, "results not read");
    } finally {
      isReading = false;
    }
  }

  async function tell(surveyId: number, readers: ReadonlySet<Reader>, event: string) {
    const waiting = [...readers].filter(({ sent, stream }) => sent !== event && !stream.isFull);
    if (waiting.length === 0) return;
    // A viewer who was allowed to see a public survey's results may see them while it is public,
    // unless a vote that may be withdrawn is the reason (R576).
    const survey = await requireSurveyCached(context, surveyId, null).catch(refused);
    const isPublic =
      survey &&
      !isHiddenFromAll(db, survey, clock.now()) &&
      (survey.changeable_votes === 0 || survey.result_visibility !== "after");
    for (let from = 0; from < waiting.length; from += WRITTEN_AT_ONCE) {
      if (from > 0) await turn();
      const some = waiting.slice(from, from + WRITTEN_AT_ONCE);
      const allowed = await Promise.all(some.map((reader) => isPublic || isStillAllowed(reader)));
      for (const [i, reader] of some.entries()) {
        if (!allowed[i]) continue;
        reader.sent = event;
        reader.stream.send(event);
      }
    }
  }

  /** Whether its viewer may still see the results; if not, sends `hidden` and drops the reader. */
  async function isStillAllowed(reader: Reader): Promise<boolean> {
    const { stream, feed, surveyId, code } = reader;
    const caller = { viewer: stream.viewer, reading: uncounted };
    const isAllowed = await maySee(surveyId, caller, code);
    if (!isAllowed) {
      drop(reader);
      stream.send(eventText("hidden", surveyId));
      if (feed.readers.size === 0) stream.remove(feed);
    }
    return isAllowed;
  }

  async function maySee(
    surveyId: number,
    { viewer, reading }: Caller,
    code?: string,
  ): Promise<boolean> {
    const read = () => requireSurveyCached(context, surveyId, viewer, code);
    const survey = await reading(`id,${surveyId}`, read).catch(refused);
    const results = survey && requireResults(db, survey, viewer, clock.now()).catch(refused);
    return (await results) !== undefined;
  }

  async function beat({ readers }: ResultsFeed): Promise<boolean> {
    try {
      for (const reader of readers) await isStillAllowed(reader);
    } catch {
      // While the database is away, readers keep the last event.
    }
    return false;
  }

  function drop(reader: Reader) {
    reader.feed.readers.delete(reader);
    const readers = readersOf.get(reader.surveyId);
    readers?.delete(reader);
    if (readers?.size === 0) readersOf.delete(reader.surveyId);
  }

  return async (surveys, caller, isAlone) => {
    if (isAlone && streamsOfResultsAlone.size >= config.maxConnections / 2)
      throw new ApiError("overloaded");
    const allowed = await Promise.all(surveys.map(({ id, code }) => maySee(id, caller, code)));
    return (stream) => {
      const feed: ResultsFeed = {
        readers: new Set(),
        beat: () => beat(feed),
        close() {
          streamsOfResultsAlone.delete(stream);
          for (const reader of feed.readers) drop(reader);
        },
      };
      stream.add(feed);
      if (isAlone) streamsOfResultsAlone.add(stream);
      for (const [i, { id, code }] of surveys.entries()) {
        if (!allowed[i]) {
          stream.send(eventText("hidden", id));
          continue;
        }
        const reader: Reader = { stream, feed, surveyId: id, code, sent: undefined };
        feed.readers.add(reader);
        readersOf.set(id, (readersOf.get(id) ?? new Set()).add(reader));
      }
      if (feed.readers.size === 0) stream.remove(feed);
    };
  };
}

/** Returns undefined where access is refused; rethrows anything else. */
function refused(error: unknown): undefined {
  if (!(error instanceof ApiError) || error.code === "too_many_requests") throw error;
}
