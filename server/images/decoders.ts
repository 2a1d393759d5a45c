import { type ChildProcess, fork } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { ApiError } from "#server/errors.ts";
import { requireFileHandles } from "#server/file-handles.ts";
import type { DecoderAnswer, DecoderJob } from "./decoder-process.ts";
import type { ImageFile } from "./image-store.ts";

/** Decoders watch their own costs; this ends one that cannot even do that. */
const STUCK_MS = 10_000;
const STUCK: DecoderAnswer = { failure: "stuck", isTooLarge: true };

/** Each holds some 80 MB, while most of the time nobody uploads anything. */
const IDLE_MS = 3000;

/** One that lacks threads may wait for them for ever. */
const NEVER_STARTS_MS = 60_000;

/** Decoders that wait for their next picture; the timer ends them. */
const idle: { decoder: ChildProcess; timer: NodeJS.Timeout }[] = [];

/**
 * Decodes or draws one picture in a process of its own, which can be killed; it is kept for the next.
 * Throws `image_format` for what the decoder cannot read, `image_too_large` for what took too
 * much time or memory, and `not_ready` or the system's error where no process can be started.
 */
export async function decode(job: DecoderJob): Promise<ImageFile[]> {
  // One that ends unasked, such as by the system for want of memory, may be no fault of the picture.
  const answer = (await ask(job)) ?? (await ask(job)) ?? { failure: "The decoder crashed." };
  if (answer.files) return answer.files;
  const { failure, isTooLarge } = answer;
  throw new ApiError(isTooLarge ? "image_too_large" : "image_format", { cause: failure });
}

/** The answer of a decoder; null where it ended without one. */
async function ask(job: DecoderJob): Promise<DecoderAnswer | null> {
  const decoder = takeIdle() ?? (await start());
  // Only while it works must it keep the server from ending.
  decoder.ref();
  decoder.channel?.ref();
  const asked = new AbortController();
  const { signal } = asked;
  try {
    // Where it has just ended, its exit tells.
    decoder.send(job, () => undefined);
    const answer = await Promise.race([
      once(decoder, "message", { signal }).then(([answer]): DecoderAnswer => answer),
      once(decoder, "exit", { signal }).then(() => null),
      sleep(STUCK_MS, STUCK, { signal }),
    ]);
    if (answer && !answer.isTooLarge) keepForNext(decoder);
    else decoder.kill("SIGKILL");
    return answer;
  } finally {
    asked.abort();
    decoder.unref();
    decoder.channel?.unref();
  }
}

function takeIdle(): ChildProcess | undefined {
  const taken = idle.pop();
  clearTimeout(taken?.timer);
  return taken && !taken.decoder.connected ? takeIdle() : taken?.decoder;
}

function keepForNext(decoder: ChildProcess): void {
  const timer = setTimeout(() => {
    idle.splice(idle.indexOf(kept), 1);
    decoder.kill("SIGKILL");
  }, IDLE_MS).unref();
  const kept = { decoder, timer };
  idle.push(kept);
}

async function start(): Promise<ChildProcess> {
  requireFileHandles();
  const decoder = fork(join(import.meta.dirname, "decoder-process.ts"), {
    execArgv: ["--expose-gc", "--max-semi-space-size=1", "--max-old-space-size=64"],
    // No secrets, nor what `node --watch` has its processes report.
    env: {
      // What was freed is returned.
      MALLOC_ARENA_MAX: "1",
      MALLOC_MMAP_THRESHOLD_: "32768",
      // Tiles have these fonts alone, and look alike on every machine.
      FONTCONFIG_FILE: join(import.meta.dirname, "fonts", "fonts.conf"),
      PANGOCAIRO_BACKEND: "fontconfig",
    },
    serialization: "advanced",
    stdio: ["ignore", "ignore", "inherit", "ipc"],
    // Out of reach of signals to the server's group, since it finishes what is under way.
    detached: true,
  });
  const started = new AbortController();
  const { signal } = started;
  try {
    await Promise.race([
      once(decoder, "message", { signal }),
      once(decoder, "exit", { signal }).then(([code, by]) => {
        throw notStarted(by ?? code);
      }),
      sleep(NEVER_STARTS_MS, undefined, { signal }).then(() => {
        throw notStarted("stuck");
      }),
    ]);
  } catch (error) {
    decoder.kill("SIGKILL");
    if (decoder.connected) decoder.disconnect();
    throw error;
  } finally {
    started.abort();
  }
  return decoder.on("error", () => decoder.kill("SIGKILL"));
}

/** Its own output, before this line of the log, says more. */
const notStarted = (how: string | number) =>
  new ApiError("not_ready", {
    cause: new Error(
      `The process for pictures did not start (${how}): it lacks memory, processes or threads (TasksMax, ulimit -u), or its packages`,
    ),
  });
