import { type ChildProcess, fork } from "node:child_process";
import { once } from "node:events";
import { dirname, join, resolve } from "node:path";
import { MINUTE_MS } from "#contract/durations.ts";
import { ApiError } from "#server/errors.ts";
import { requireFileHandles } from "#server/limits/file-handles.ts";
import { permissionFlags } from "./decoder-permissions.ts";
import type { Decoded, DecoderAnswer, DecoderJob } from "./decoder-process.ts";
import { type StuckLimits, watchProcess } from "./stuck-decoder.ts";

/** Decoders watch their own costs; these limits end one that cannot, or that waits in vain. */
const DECODING: StuckLimits = { busyMs: 4000, idleMs: 10_000, threads: "workers" };
/** Drawings have no costs that somebody could drive up, and are partly drawn by the main thread. */
const DRAWING: StuckLimits = { busyMs: MINUTE_MS, idleMs: 10_000, threads: "all" };

/** Short, since each holds some 80 MB and most of the time nobody uploads anything. */
const IDLE_MS = 3000;

/** A process without threads may wait forever; one loaded from a slow disk, for a long time. */
const STARTING: StuckLimits = { busyMs: Infinity, idleMs: MINUTE_MS, threads: "all" };

/** Decoders that wait for their next picture, until their timer ends them. */
const idle: { decoder: ChildProcess; timer: NodeJS.Timeout }[] = [];

/** The only folder whose files a decoder may read; one started for a drawing has none. */
const readable = new WeakMap<ChildProcess, string>();

/** How a decoder ended without an answer. */
interface Ended {
  endedBy: string | number;
}

/**
 * Decodes or draws one picture in a separate process, which can be killed, and whose JavaScript may
 * read nothing but the folder of the picture's file; it is kept for the next picture. Throws
 * `image_format` for what the decoder cannot read, `image_too_large` for what took too much
 * processor time or memory, `overloaded` where the machine had no processor or memory for it, and
 * `not_ready` or the system's error where no process can be started.
 */
export async function decode(job: DecoderJob): Promise<Decoded> {
  // A decoder may end by itself through no fault of the picture.
  const first = await ask(job);
  const outcome = "endedBy" in first ? await ask(job) : first;
  if ("endedBy" in outcome) throw crashed(outcome);
  if (outcome.files) return { files: outcome.files, look: outcome.look };
  const { failure, isTooLarge } = outcome;
  throw new ApiError(isTooLarge ? "image_too_large" : "image_format", { cause: failure });
}

/** The system kills processes when it lacks memory; a picture that breaks the decoder does not. */
const crashed = ({ endedBy }: Ended) =>
  new ApiError(endedBy === "SIGKILL" ? "overloaded" : "image_format", {
    cause: `The decoder crashed (${endedBy}).`,
  });

async function ask(job: DecoderJob): Promise<DecoderAnswer | Ended> {
  const folder = folderOf(job);
  const decoder = takeIdle(folder) ?? (await start(folder));
  // The decoder keeps the server from ending only while it works.
  decoder.ref();
  decoder.channel?.ref();
  const asked = new AbortController();
  const { signal } = asked;
  const stuck = Promise.withResolvers<DecoderAnswer>();
  const limits = folder === undefined ? DRAWING : DECODING;
  const watch = watchProcess(decoder.pid ?? 0, limits, (how) => {
    if (how === "busy") stuck.resolve({ failure: "stuck", isTooLarge: true });
    else
      stuck.reject(
        new ApiError("overloaded", {
          cause: "The decoder waited in vain for a processor or the disk.",
        }),
      );
  });
  let answer: DecoderAnswer | Ended | undefined;
  try {
    // If it has just ended, its `exit` event says so.
    decoder.send(job, () => undefined);
    answer = await Promise.race([
      once(decoder, "message", { signal }).then(([answer]): DecoderAnswer => answer),
      once(decoder, "exit", { signal }).then(([code, by]): Ended => ({ endedBy: by ?? code })),
      stuck.promise,
    ]);
    return answer;
  } finally {
    watch.end();
    asked.abort();
    const isReusable = answer && !("endedBy" in answer) && !answer.isTooLarge;
    if (isReusable) keepForNext(decoder);
    else decoder.kill("SIGKILL");
    decoder.unref();
    decoder.channel?.unref();
  }
}

const folderOf = (job: DecoderJob): string | undefined =>
  "source" in job && "file" in job.source ? dirname(resolve(job.source.file)) : undefined;

/** Ends the idle ones that may not read the folder, so that they do not add to the others. */
function takeIdle(folder: string | undefined): ChildProcess | undefined {
  const taken = idle.pop();
  if (!taken) return undefined;
  clearTimeout(taken.timer);
  const { decoder } = taken;
  const isFit = folder === undefined || readable.get(decoder) === folder;
  if (decoder.connected && isFit) return decoder;
  decoder.kill("SIGKILL");
  return takeIdle(folder);
}

function keepForNext(decoder: ChildProcess): void {
  const timer = setTimeout(() => {
    idle.splice(idle.indexOf(kept), 1);
    decoder.kill("SIGKILL");
  }, IDLE_MS).unref();
  const kept = { decoder, timer };
  idle.push(kept);
}

async function start(folder: string | undefined): Promise<ChildProcess> {
  requireFileHandles();
  const memory = ["--expose-gc", "--max-semi-space-size=1", "--max-old-space-size=64"];
  const decoder = fork(join(import.meta.dirname, "decoder-process.ts"), {
    execArgv: [...memory, ...permissionFlags(folder)],
    // No secrets, and no variables of `node --watch`, which make child processes report to it.
    env: {
      // Freed memory is returned to the system.
      MALLOC_ARENA_MAX: "1",
      MALLOC_MMAP_THRESHOLD_: "32768",
      // Only these fonts, so that tiles look the same on every machine.
      FONTCONFIG_FILE: join(import.meta.dirname, "fonts", "fonts.conf"),
      PANGOCAIRO_BACKEND: "fontconfig",
    },
    serialization: "advanced",
    stdio: ["ignore", "ignore", "inherit", "ipc"],
    // Out of reach of signals to the server's process group, so that it finishes its work.
    detached: true,
  });
  if (folder !== undefined) readable.set(decoder, folder);
  const started = new AbortController();
  const { signal } = started;
  const stuck = Promise.withResolvers<never>();
  const watch = watchProcess(decoder.pid ?? 0, STARTING, (how) => stuck.reject(notStarted(how)));
  try {
    await Promise.race([
      once(decoder, "message", { signal }),
      once(decoder, "exit", { signal }).then(([code, by]) => {
        throw notStarted(by ?? code);
      }),
      stuck.promise,
    ]);
  } catch (error) {
    decoder.kill("SIGKILL");
    if (decoder.connected) decoder.disconnect();
    throw error;
  } finally {
    watch.end();
    started.abort();
  }
  return decoder.on("error", () => decoder.kill("SIGKILL"));
}

/** The process's own output, before this line in the log, says more. */
const notStarted = (how: string | number) =>
  new ApiError("not_ready", {
    cause: new Error(
      `The process for pictures did not start (${how}): it lacks memory, processes or threads (TasksMax, ulimit -u), or its packages`,
    ),
  });
