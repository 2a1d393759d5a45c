import type { AppContext } from "#server/app-context.ts";
import { measure } from "#server/metrics.ts";
import { countDifferences } from "./receipts.reads.ts";
import { recountSealed } from "./recount.writes.ts";
import { type Sealing, sealEnded } from "./seals.writes.ts";
import { openSigningKey } from "./signing-key.ts";

const HOUR_MS = 3_600_000;
/** Enough for millions of votes on one survey, also on a busy machine; what is cut off begins anew. */
const SEALING_LIMIT_MS = 300_000;
const RECOUNT_LIMIT_MS = 300_000;

export function receiptJobs({ jobs, db, sealer, backgroundTasks }: AppContext): void {
  const unmeasured = measure({
    name: "kanaat_seals_differing",
    help: "Sealed surveys whose rows are no longer as they were signed, the same on every server",
    kind: "gauge",
    read: () => countDifferences(db),
  });
  backgroundTasks.signal.addEventListener("abort", unmeasured);
  const parts: Omit<Sealing, "log"> = { db, sealer, key: openSigningKey(sealer) };
  jobs.push(
    {
      name: "seal the surveys that have ended",
      stage: "last",
      timeLimitMs: SEALING_LIMIT_MS,
      run: (turn) => sealEnded({ ...parts, log: turn.log }, turn),
    },
    {
      name: "compare sealed surveys with their votes",
      stage: "last",
      everyMs: HOUR_MS,
      timeLimitMs: RECOUNT_LIMIT_MS,
      run: async (turn) => {
        await sealEnded({ ...parts, log: turn.log }, { ...turn, retrying: true });
        await recountSealed({ ...parts, log: turn.log }, turn);
      },
    },
  );
}
