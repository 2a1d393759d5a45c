import { HOUR_MS } from "#contract/durations.ts";
import type { MaintenanceJob } from "#server/maintenance/maintenance.ts";
import { measure } from "#server/telemetry/metrics.ts";
import type { Feature, FeatureContext } from "../feature.ts";
import { countDifferences } from "./receipts.reads.ts";
import { receiptRoutes } from "./receipts.routes.ts";
import { recountSealed } from "./recount.writes.ts";
import { goOnSealing, sealEnded, VOTES_AT_ONCE } from "./seals.writes.ts";
import { openSigningKey } from "./signing-key.ts";
import { signHeads } from "./tree-heads.writes.ts";

/**
 * Short, so that the next round notifies people in time. What is cut off continues in it (R381).
 */
const LIMIT_MS = 40_000;

const SCAN = { notBackedUp: "scans start again" };

export const receipts: Feature = {
  name: "receipts",
  tables: {
    kept_receipts: { ofSurvey: { receipt: "" } },
    signing_keys: {},
    key_attestations: {},
    tree_heads: { ofSurvey: { number: -1 } },
    head_leaves: {},
    seals: {},
    seal_slices: { ofSurvey: { number: -1 } },
    vote_scans: SCAN,
    vote_scan_counts: SCAN,
    receipt_parts: { ...SCAN, ofSurvey: { purpose: "", shelf: "", part: -1 } },
  },
  cacheKeys: ["survey:*:seal", "survey:*:bundle", "survey:*:heads:*"],
  routes: receiptRoutes,
  jobs: receiptJobs,
};

function receiptJobs({ db, sealer, backgroundTasks }: FeatureContext): MaintenanceJob[] {
  const unmeasured = measure({
    name: "kanaat_seals_differing",
    help: "Sealed surveys whose rows are no longer as they were signed, the same on every server",
    kind: "gauge",
    read: () => countDifferences(db),
  });
  backgroundTasks.signal.addEventListener("abort", unmeasured);
  const parts = { db, sealer, key: openSigningKey(sealer), votesAtOnce: VOTES_AT_ONCE };
  return [
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
      name: "sign the tree heads of open surveys",
      stage: "last",
      everyMs: HOUR_MS,
      timeLimitMs: LIMIT_MS,
      run: async (turn) => {
        await signHeads({ ...parts, log: turn.log }, turn);
        return turn.signal.aborted;
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
  ];
}
