import { sql } from "kysely";
import { DAY_MS } from "#contract/durations.ts";
import { KNOWN_PLACE_DAYS } from "#contract/limits.ts";
import { deleteBatch } from "#server/db/batches.ts";
import type { Database, Transaction } from "#server/db/database.ts";

/**
 * Records that somebody signed in at this place, as `placeOf` makes it, and whether the browser
 * keeps proof of it.
 */
export async function rememberPlace(
  tx: Transaction,
  facts: { userId: number; place: number; keepsProof: boolean; now: number },
): Promise<void> {
  const { userId, place, keepsProof, now } = facts;
  await tx
    .insertInto("known_places")
    .values({ user_id: userId, place, seen_at: now, keeps_proof: keepsProof ? 1 : null })
    .onConflict((known) =>
      known.columns(["user_id", "place"]).doUpdateSet({
        seen_at: now,
        ...(keepsProof && { keeps_proof: 1 }),
      }),
    )
    .execute();
}

/** Deletes the places where somebody has signed in, so that none of them is known any more. */
export async function forgetPlacesOf(tx: Transaction, userId: number): Promise<void> {
  await tx.deleteFrom("known_places").where("user_id", "=", userId).execute();
}

/**
 * Deletes a batch of places where nobody has signed in for `KNOWN_PLACE_DAYS`; returns whether more
 * may be left.
 */
export const forgetPlaces = (db: Database, now: number): Promise<boolean> =>
  deleteBatch(
    db,
    "known_places",
    ["user_id", "place"],
    sql`seen_at <= ${now - KNOWN_PLACE_DAYS * DAY_MS}`,
  );
