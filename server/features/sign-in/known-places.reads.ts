import type { Database } from "#server/db/database.ts";
import { toTimestamp } from "#server/db/timestamps.ts";
import { networkOf } from "#server/http/server/client-ip.ts";
import type { Mailboxes } from "#server/secret/pseudonyms.ts";

/** An address as it is stored for a person: a number that reveals nothing without the secret. */
export const placeOf = (mailboxes: Mailboxes, userId: number, address: string): number =>
  mailboxes.pseudonymOf(`place ${userId} ${networkOf(address)}`);

/** The places where somebody has signed in lately, the last one first. */
export async function readKnownPlaces({ query }: Database, userId: number) {
  const rows = await query
    .selectFrom("known_places")
    .select(["place", "seen_at", "keeps_proof"])
    .where("user_id", "=", userId)
    .orderBy("seen_at", "desc")
    .execute();
  return rows.map(({ place, seen_at, keeps_proof }) => ({
    ...{ place, last_signed_in_at: toTimestamp(seen_at), keeps_proof: keeps_proof === 1 },
  }));
}

/** Whether the person has signed in from this address lately; false if there is no such person. */
export async function isKnownPlace(
  db: Database,
  mailboxes: Mailboxes,
  /** Queried without one too, so that the time does not reveal who has an account (R16). */
  userId = 0,
  address: string,
): Promise<boolean> {
  const known = await db.query
    .selectFrom("known_places")
    .select("place")
    .where("user_id", "=", userId)
    .where("place", "=", placeOf(mailboxes, userId, address))
    .executeTakeFirst();
  return known !== undefined;
}
