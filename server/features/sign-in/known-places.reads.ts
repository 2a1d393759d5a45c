import type { Database } from "#server/db/database.ts";
import { networkOf } from "#server/http/server/client-ip.ts";
import type { Mailboxes } from "#server/secret/pseudonyms.ts";

/** An address as it is stored for a person: a number that reveals nothing without the secret. */
export const placeOf = (mailboxes: Mailboxes, userId: number, address: string): number =>
  mailboxes.pseudonymOf(`place ${userId} ${networkOf(address)}`);

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
