import type { Worker } from "node:worker_threads";

const SAMPLE_MS = 250;
/** A page is stuck after this much processor time without waiting for a response. */
const STUCK_BUSY_MS = 3000;
/** It is also stuck if its worker idles for this long while the page waits for no response. */
const STUCK_IDLE_MS = 3000;

/**
 * Calls `onStuck` when a page will never end, also because its worker has ended. This is measured
 * by the worker's processor and idle time, not by the time that passed: a worker that gets no
 * processor is not stuck.
 */
export function watchPage(
  worker: Worker,
  onStuck: () => void,
): { pause(): void; resume(): void; end(): void } {
  let isPaused = false;
  /** Counts pauses, so that a sample that began before one is discarded. */
  let pauses = 0;
  let busyMs = 0;
  let idleMs = 0;
  let last: Sample | undefined;
  let isSampling = false;
  let hasEnded = false;

  async function sample() {
    if (isPaused || isSampling) return;
    isSampling = true;
    const before = pauses;
    // Also resolves for a worker in an endless loop; rejects where the worker has ended.
    const now = await sampleOf(worker).catch(() => undefined);
    isSampling = false;
    if (!now) return giveUp();
    if (isPaused || before !== pauses) return;
    if (last) {
      busyMs += now.busyMs - last.busyMs;
      // A machine that stood still for minutes counts as one late sample.
      idleMs += Math.min(now.idleMs - last.idleMs, 2 * SAMPLE_MS);
    }
    last = now;
    if (busyMs >= STUCK_BUSY_MS || idleMs >= STUCK_IDLE_MS) giveUp();
  }

  function giveUp() {
    if (hasEnded) return;
    end();
    onStuck();
  }

  function end() {
    hasEnded = true;
    clearInterval(timer);
  }

  const timer = setInterval(() => void sample(), SAMPLE_MS).unref();
  return {
    pause() {
      isPaused = true;
      pauses++;
      last = undefined;
      busyMs = 0;
      idleMs = 0;
    },
    resume() {
      isPaused = false;
    },
    end,
  };
}

interface Sample {
  busyMs: number;
  idleMs: number;
}

async function sampleOf(worker: Worker): Promise<Sample> {
  const { user, system } = await worker.cpuUsage();
  return {
    busyMs: (user + system) / 1000,
    idleMs: worker.performance.eventLoopUtilization().idle,
  };
}
