import { setImmediate as yieldToEventLoop } from "node:timers/promises";
import type { FastifyBaseLogger, FastifyInstance } from "fastify";
import type { WatchedClock } from "#server/clock.ts";
import type { Config } from "#server/config/config.ts";
import type { Database } from "#server/db/database.ts";
import { unhurried } from "#server/db/write-deadline.ts";
import type { BackgroundTasks } from "#server/processes/background-tasks.ts";
import { measureSchedule, noteFailure, noteSuccess } from "./job-metrics.ts";
import { createLeases, type HeldLeases, type Leases, ownLeases, ROUND_MS } from "./leases.ts";

/** The parts of the server that jobs are registered with and run on. */
export interface JobContext {
  /** Features add their jobs here. */
  jobs: MaintenanceJob[];
  db: Database;
  clock: WatchedClock;
  config: Config;
  backgroundTasks: BackgroundTasks;
}

/** Work outside of requests. */
export interface MaintenanceJob {
  /** Completes "cannot …" in the log; no two jobs have the same. */
  name: string;
  stage: Stage;
  /** Where it runs, if not by one server for all. */
  where?: Where;
  /** How often it runs, if not in every round; at least once an hour. */
  everyMs?: number;
  /** After this time its signal is aborted, and the next round continues the job. */
  timeLimitMs?: number;
  /**
   * Does what is due, or a part of it; called again while it resolves to true. It may be cut off at
   * any point, and another server may begin the job before this one has noticed. Errors are logged,
   * and the next round tries again.
   */
  run(turn: JobTurn): Promise<unknown>;
}

/**
 * When a job runs: `start` jobs once in every process, as it begins to listen; the others in every
 * round, one after another. People wait for `prompt` jobs; `cleanup` comes after them; jobs that
 * may take long are `last` and have a time limit, so that the next round is not late.
 */
export type Stage = "start" | "prompt" | "cleanup" | "last";

/**
 * Most jobs are done by one server for all on the database: the one that takes the job's lease; a
 * server that only serves takes none. Jobs on the memory of a process run in each `process`, jobs
 * on files in DATA_DIR in one process of each `folder`.
 */
type Where = "process" | "folder";

interface JobTurn {
  /** Milliseconds since 1970. */
  now: number;
  /** Aborted when the server stops, the lease is lost or the time limit is over. */
  signal: AbortSignal;
  log: FastifyBaseLogger;
}

const ROUND: readonly Stage[] = ["prompt", "cleanup", "last"];

/** Runs the jobs once the server listens, then a round every minute until it closes. */
export function scheduleMaintenance(
  app: FastifyInstance,
  { jobs, db, clock, config, backgroundTasks }: JobContext,
): void {
  const leases = createLeases(db, clock);
  const run = (stages: readonly Stage[]) => {
    const here = jobs.filter((job) => runsIn(config, job));
    const turn = { clock, log: app.log, signal: backgroundTasks.signal, leases };
    return runMaintenance(here, turn, stages);
  };
  let busy = false;
  const round = async () => {
    if (busy) return;
    busy = true;
    await run(ROUND);
    busy = false;
  };
  app.addHook("onListen", async () => {
    const timer = setInterval(() => backgroundTasks.add(round()), ROUND_MS).unref();
    const periodic = jobs.filter((job) => job.stage !== "start" && runsIn(config, job));
    const unmeasured = measureSchedule(
      new Map(periodic.map(({ name, everyMs }) => [name, everyMs ?? ROUND_MS])),
      config.role !== "web",
    );
    backgroundTasks.signal.addEventListener("abort", () => {
      clearInterval(timer);
      unmeasured();
    });
    backgroundTasks.add(run(["start"]));
    backgroundTasks.add(round());
  });
}

function runsIn({ role, isFirstWorker }: Config, { where }: MaintenanceJob): boolean {
  if (where === "process") return true;
  return where === "folder" ? isFirstWorker : role !== "web";
}

interface RoundTurn {
  clock: WatchedClock;
  log: FastifyBaseLogger;
  signal: AbortSignal;
  /** By default, those of the only server on the database. */
  leases?: Leases;
}

/**
 * Runs the jobs of these stages, by default of a round, one after another until `signal` is
 * aborted. Of those that one server does for all, it runs the ones that no other server does. None
 * begins while the clock has jumped (R351).
 */
export async function runMaintenance(
  jobs: readonly MaintenanceJob[],
  turn: RoundTurn,
  stages = ROUND,
): Promise<void> {
  const { leases = ownLeases(turn.clock) } = turn;
  const isOver = () => turn.signal.aborted || turn.clock.jumpMs !== 0;
  let left = stages.flatMap((stage) => jobs.filter((job) => job.stage === stage));
  while (left.length > 0 && !isOver()) {
    const names = left.filter((job) => !job.where).map(({ name }) => name);
    const held = await orNone(turn.log, "take leases", leases.take(names));
    for (const job of left) {
      if (isOver()) break;
      if (job.where) await runJob(job, turn);
      else if (held) await runHeld(job, turn, held);
    }
    const givenUp = await orNone(turn.log, "release leases", held?.release());
    left = left.filter(({ name }) => givenUp?.has(name));
  }
}

/**
 * While the database is unreachable, leases expire by themselves and jobs wait for the next round.
 */
async function orNone<T>(
  log: FastifyBaseLogger,
  what: string,
  answer: Promise<T> | undefined,
): Promise<T | undefined> {
  return answer?.catch((err: unknown) => {
    log.error({ err }, `cannot ${what}`);
    return undefined;
  });
}

async function runHeld(job: MaintenanceJob, turn: RoundTurn, held: HeldLeases): Promise<void> {
  const lost = held.begin(job.name);
  if (!lost) return;
  const signal = AbortSignal.any([turn.signal, lost]);
  const isDone = await runJob(job, { ...turn, signal });
  const everyMs = isDone ? (job.everyMs ?? ROUND_MS) : ROUND_MS;
  held.end(job.name, turn.signal.aborted ? 0 : everyMs);
}

/** Returns true where the job has nothing left to do; false where it failed or was cut off. */
async function runJob(
  { name, timeLimitMs, run }: MaintenanceJob,
  { clock, log, signal: stop }: RoundTurn,
): Promise<boolean> {
  const signal =
    timeLimitMs === undefined ? stop : AbortSignal.any([stop, AbortSignal.timeout(timeLimitMs)]);
  const now = clock.now();
  const startedAt = performance.now();
  const succeed = () => noteSuccess(name, clock.now(), performance.now() - startedAt);
  try {
    while ((await unhurried(async () => run({ now, signal, log }))) === true) {
      if (signal.aborted) {
        // What the time limit cut off continues in the next round.
        if (!stop.aborted) succeed();
        return false;
      }
      // SQLite never yields, so requests get their turn only here.
      await yieldToEventLoop();
    }
    if (!stop.aborted) succeed();
    return true;
  } catch (err) {
    noteFailure(name);
    log.error({ err }, `cannot ${name}`);
    return false;
  }
}
