import { setImmediate as yieldToEventLoop } from "node:timers/promises";
import type { FastifyBaseLogger, FastifyInstance } from "fastify";
import type { AppContext, Clock } from "#server/app-context.ts";

/** Work that no request does. Features register theirs in `AppContext.jobs`. */
export interface MaintenanceJob {
  /** Completes "cannot …" in the log; no two jobs have the same. */
  name: string;
  stage: Stage;
  /** After so long its signal is aborted, and the next round goes on with it. */
  timeLimitMs?: number;
  /**
   * Does what is due, or a part of it: called again while it answers true. It may be cut off at any
   * point and run in several processes at once. What it throws is logged, and the next round tries
   * again.
   */
  run(turn: JobTurn): Promise<unknown>;
}

/**
 * When a job runs: at `start` once, as the server begins to listen; the others in every round, one
 * after another. People wait for what is `prompt`; `cleanup` comes after it; what may take long is
 * `last` and has a time limit, so that the next round is not late.
 */
export type Stage = "start" | "prompt" | "cleanup" | "last";

export interface JobTurn {
  /** Milliseconds since 1970. */
  now: number;
  /** Aborted when the server stops or the time limit is over. */
  signal: AbortSignal;
  log: FastifyBaseLogger;
}

const EVERY_MS = 60_000;
const ROUND: readonly Stage[] = ["prompt", "cleanup", "last"];

/** Runs the jobs once the server listens, and then a round every minute until it closes. */
export function scheduleMaintenance(
  app: FastifyInstance,
  { jobs, clock, backgroundTasks }: Pick<AppContext, "jobs" | "clock" | "backgroundTasks">,
): void {
  const run = (stages: readonly Stage[]) =>
    runMaintenance(jobs, { clock, log: app.log, signal: backgroundTasks.signal }, stages);
  let busy = false;
  const round = async () => {
    if (busy) return;
    busy = true;
    await run(ROUND);
    busy = false;
  };
  app.addHook("onListen", async () => {
    const timer = setInterval(() => backgroundTasks.add(round()), EVERY_MS).unref();
    backgroundTasks.signal.addEventListener("abort", () => clearInterval(timer));
    backgroundTasks.add(run(["start"]));
    backgroundTasks.add(round());
  });
}

/** Runs the jobs of these stages one after another, until `signal` is aborted; a round by default. */
export async function runMaintenance(
  jobs: readonly MaintenanceJob[],
  turn: { clock: Clock; log: FastifyBaseLogger; signal: AbortSignal },
  stages = ROUND,
): Promise<void> {
  for (const job of stages.flatMap((stage) => jobs.filter((job) => job.stage === stage))) {
    if (turn.signal.aborted) return;
    await runJob(job, turn);
  }
}

async function runJob(
  { name, timeLimitMs, run }: MaintenanceJob,
  { clock, log, ...turn }: { clock: Clock; log: FastifyBaseLogger; signal: AbortSignal },
): Promise<void> {
  const signal =
    timeLimitMs === undefined
      ? turn.signal
      : AbortSignal.any([turn.signal, AbortSignal.timeout(timeLimitMs)]);
  const now = clock.now();
  try {
    while ((await run({ now, signal, log })) === true && !signal.aborted) {
      // SQLite answers without waiting: requests get their turn only in between.
      await yieldToEventLoop();
    }
  } catch (err) {
    log.error({ err }, `cannot ${name}`);
  }
}
