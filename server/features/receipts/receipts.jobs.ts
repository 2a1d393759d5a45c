import { HOUR_MS } from "#contract/durations.ts";
import type { AppContext } from "#server/app-context.ts";
import { measure } from "#server/telemetry/metrics.ts";
import { countDifferences } from "./receipts.reads.ts";
import { recountSealed } from "./recount.writes.ts";
import { goOnSealing, sealEnded, VOTES_AT_ONCE } from "./seals.writes.ts";
import { openSigningKey } from "./signing-key.ts";

/**
 * Short, so that the next round notifies people in time. What is cut off continues in it (R381).
 */
const LIMIT_MS = 40_000;

export function receiptJobs({ jobs, db, sealer, backgroundTasks }: AppContext): void {
  const unmeasured = measure({
    name: "kanaat_seals_differing",
    help: "Sealed surveys whose rows are no longer as they were signed, the same on every server",
    kind: "gauge",
    read: () => countDifferences(db),
  });
  backgroundTasks.signal.addEventListener("abort", unmeasured);
  const parts = { db, sealer, key: openSigningKey(sealer), votesAtOnce: VOTES_AT_ONCE };
  jobs.push(
    {
      name: "seal the surveys that have ended",
      stage: "last",
      timeLimitMs: LIMIT_MS,
      run: async (turn) => {
        await sealEnded({ ...parts, log: turn.log }, turn);
        await goOnSealing({ ...parts, log: turn.log }, turn);
      },
    },
    {
      name: "compare sealed surveys with their votes",
      stage: "last",
      everyMs: HOUR_MS,
      timeLimitMs: LIMIT_MS,
      run: async (turn) => {
        await sealEnded({ ...parts, log: turn.log }, { ...turn, retrying: true });
        await recountSealed({ ...parts, log: turn.log }, turn);
        return turn.signal.aborted;
      },
    },
  );
}
