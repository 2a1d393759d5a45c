import { readConfig } from "#server/config/config.ts";
import { readKnownSecret } from "#server/db/known-secret.ts";
import { openBesideServer } from "#server/db/open.ts";
import { compareAllSealed } from "#server/features/receipts/recount.writes.ts";
import { VOTES_AT_ONCE } from "#server/features/receipts/seals.writes.ts";
import { openSigningKey } from "#server/features/receipts/signing-key.ts";
import { compareOpen } from "#server/features/receipts/tree-heads.reads.ts";
import { dropScan, listScans } from "#server/features/receipts/vote-scans.writes.ts";
import { createSealer } from "#server/secret/sealer.ts";
import { say } from "./verdicts.ts";

const SCRATCH = ["vote_scans", "vote_scan_counts", "receipt_parts"] as const;

/** Compares every survey that was sealed here with its current votes, beside running servers. */
export async function compareAll(): Promise<void> {
  const config = readConfig(process.env);
  const db = await openBesideServer(config, SCRATCH);
  try {
    const sealer = createSealer(await readKnownSecret(db, config));
    const parts = { db, sealer, key: openSigningKey(sealer), votesAtOnce: VOTES_AT_ONCE };
    const { signal } = new AbortController();
    // The leftovers of an interrupted run say nothing about the current votes.
    for (const surveyId of await listScans(db, "verify")) {
      await dropScan(db, { surveyId, purpose: "verify" });
    }
    let count = 0;
    const turn = { now: Date.now(), signal };
    for await (const { surveyId, difference } of compareAllSealed(parts, turn)) {
      if (difference) say("WRONG", `survey ${surveyId}: ${difference}`);
      count++;
    }
    console.log(`${count} sealed surveys were compared with their votes.`);
    let open = 0;
    for await (const { surveyId, difference } of compareOpen(parts, turn)) {
      if (difference) say("WRONG", `survey ${surveyId}: ${difference}`);
      open++;
    }
    console.log(`${open} surveys that are not sealed were compared with their tree heads.`);
  } finally {
    await db.close();
  }
}
