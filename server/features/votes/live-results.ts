import type { ServerResponse } from "node:http";
import { setImmediate as turn } from "node:timers/promises";
import type { FastifyReply, FastifyRequest } from "fastify";
import type { ResultsEvent } from "#contract/votes.ts";
import type { AppContext } from "#server/app-context.ts";
import { ApiError } from "#server/errors.ts";
import { requireSurveyCached } from "#server/features/surveys/survey-access.reads.ts";
import {
  EMPTY_EVENT,
  eventText,
  HEARTBEAT_MS,
  HEARTBEAT_PARTS,
  startStream,
} from "#server/http/event-stream.ts";
import type { Viewer } from "#server/http/guards/viewer.ts";
import { measure } from "#server/metrics.ts";
import { readManyResults, requireResults } from "./votes.reads.ts";

interface Stream {
  request: FastifyRequest;
  response: ServerResponse;
  viewer: Viewer;
  readers: Set<Reader>;
  /** Its part of the heartbeats. */
  part: number;
}

/** A survey that a stream is about, whose results its viewer was allowed to see. */
interface Reader {
  stream: Stream;
  surveyId: number;
  code: string | undefined;
  /** The event it was sent last. */
  sent: string | undefined;
}

/** Nobody is told more often, and a change waits no longer. */
const READ_EVERY_MS = HEARTBEAT_MS / HEARTBEAT_PARTS;
/** So many surveys are read with one query, which holds up others for a millisecond or two. */
const READ_AT_ONCE = 200;
/** So many are written to in one turn of the event loop; votes and others come in between. */
const WRITTEN_AT_ONCE = 100;

/**
 * Server-sent events: `results` of the surveys that a stream is about, and `hidden` where the viewer may
 * not see them, or no longer. Reads once a second, with a query for each 200 surveys that somebody watches,
 * so that neither votes nor readers of public results make it ask more; each reader of a private survey
 * is looked up before an event. Whoever takes events too slowly is sent the newest once they take it.
 * Half of the process's connections may be streams; more are refused with `overloaded`, since streams
 * cannot make room for other requests.
 */
export function createLiveResults(
  context: Pick<
    AppContext,
    "db" | "clock" | "config" | "sessions" | "cachedValue" | "toJson" | "backgroundTasks"
  >,
) {
  const { db, clock, config, sessions, toJson, backgroundTasks } = context;
  const streams = new Set<Stream>();
  const readersOf = new Map<number, Set<Reader>>();
  let opened = 0;
  let part = 0;
  let isReading = false;
  measure({
    name: "kanaat_result_streams_open",
    help: "Open streams of results",
    kind: "gauge",
    read: () => streams.size,
  });

  const timer = setInterval(() => {
    part = (part + 1) % HEARTBEAT_PARTS;
    for (const stream of streams) if (stream.part === part) void beat(stream);
    if (!isReading && readersOf.size > 0) void readAll();
  }, READ_EVERY_MS).unref();
  backgroundTasks.signal.addEventListener("abort", () => {
    clearInterval(timer);
    for (const { response } of streams) response.end();
  });

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
      // What was sent last stands, as while the database is away.
      const [any] = streams;
      if (db.fault(err) !== "unavailable") any?.request.log.error({ err }, "results not read");
    } finally {
      isReading = false;
    }
  }

  async function tell(surveyId: number, readers: ReadonlySet<Reader>, event: string) {
    const waiting = [...readers].filter(
      ({ sent, stream }) => sent !== event && !stream.response.writableNeedDrain,
    );
    if (waiting.length === 0) return;
    // Who was let in to a public survey's results is let in for as long as it is public.
    const isPublic = await requireSurveyCached(context, surveyId, null).catch(refused);
    for (let from = 0; from < waiting.length; from += WRITTEN_AT_ONCE) {
      if (from > 0) await turn();
      const some = waiting.slice(from, from + WRITTEN_AT_ONCE);
      const allowed = await Promise.all(some.map((reader) => isPublic || isStillAllowed(reader)));
      for (const [i, reader] of some.entries()) {
        if (!allowed[i]) continue;
        reader.sent = event;
        write(reader.stream, event);
      }
    }
  }

  /** Whether its viewer may see the results; where not, says so and ends what it was about. */
  async function isStillAllowed(reader: Reader): Promise<boolean> {
    const { stream, surveyId, code } = reader;
    const isAllowed = await maySee(surveyId, stream.viewer, code);
    if (!isAllowed) {
      drop(reader);
      write(stream, eventText("hidden", surveyId));
      if (stream.readers.size === 0) stream.response.end();
    }
    return isAllowed;
  }

  async function maySee(surveyId: number, viewer: Viewer, code?: string): Promise<boolean> {
    const survey = await requireSurveyCached(context, surveyId, viewer, code).catch(refused);
    const results = survey && requireResults(db, survey, viewer, clock.now()).catch(refused);
    return (await results) !== undefined;
  }

  async function beat(stream: Stream) {
    try {
      await sessions.viewer(stream.request);
    } catch {
      return stream.response.end();
    }
    try {
      for (const reader of stream.readers) await isStillAllowed(reader);
    } catch {
      // The database is away, and so are its news.
    }
    write(stream, EMPTY_EVENT);
  }

  function drop(reader: Reader) {
    reader.stream.readers.delete(reader);
    const readers = readersOf.get(reader.surveyId);
    readers?.delete(reader);
    if (readers?.size === 0) readersOf.delete(reader.surveyId);
  }

  return async (
    surveys: readonly { id: number; code: string | undefined }[],
    viewer: Viewer,
    request: FastifyRequest,
    reply: FastifyReply,
  ): Promise<void> => {
    if (streams.size >= config.maxConnections / 2) throw new ApiError("overloaded");
    const allowed = await Promise.all(surveys.map(({ id, code }) => maySee(id, viewer, code)));
    // The client left meanwhile: its stream would never close.
    if (reply.raw.destroyed) return void reply.hijack();
    opened += 1;
    const stream: Stream = {
      request,
      response: startStream(reply),
      viewer,
      readers: new Set(),
      part: opened % HEARTBEAT_PARTS,
    };
    streams.add(stream);
    stream.response.on("close", () => {
      streams.delete(stream);
      for (const reader of stream.readers) drop(reader);
    });
    for (const [i, { id, code }] of surveys.entries()) {
      if (!allowed[i]) {
        write(stream, eventText("hidden", id));
        continue;
      }
      const reader: Reader = { stream, surveyId: id, code, sent: undefined };
      stream.readers.add(reader);
      readersOf.set(id, (readersOf.get(id) ?? new Set()).add(reader));
    }
    if (stream.readers.size === 0 || backgroundTasks.signal.aborted) stream.response.end();
  };
}

/** Undefined for an answer that says no; anything else is a failure. */
function refused(error: unknown): undefined {
  if (!(error instanceof ApiError)) throw error;
}

function write({ response }: Stream, text: string): void {
  if (!response.writableEnded) response.write(text);
}
