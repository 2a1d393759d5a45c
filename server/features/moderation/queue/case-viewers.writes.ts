import { HOUR_MS } from "#contract/durations.ts";
import type { Database } from "#server/db/database.ts";
import { transact } from "#server/db/transact.ts";
import { ApiError } from "#server/errors.ts";

/** Notes that somebody of staff has a case open. Throws `case_not_found`. */
export const noteViewer = (
  db: Database,
  { caseId, viewerId }: { caseId: number; viewerId: number },
  now: number,
): Promise<void> =>
  transact(db, async (tx) => {
    const found = tx.selectFrom("moderation_cases").select("id").where("id", "=", caseId);
    if (!(await found.executeTakeFirst())) throw new ApiError("case_not_found");
    await tx
      .insertInto("case_viewers")
      .values({ case_id: caseId, user_id: viewerId, seen_at: now })
      .onConflict((conflict) =>
        conflict.columns(["case_id", "user_id"]).doUpdateSet({ seen_at: now }),
      )
      .execute();
  });

/** Forgets who had which case open more than an hour ago. */
export const forgetViewers = (db: Database, now: number): Promise<unknown> =>
  transact(db, (tx) =>
    tx
      .deleteFrom("case_viewers")
      .where("seen_at", "<", now - HOUR_MS)
      .execute(),
  );
