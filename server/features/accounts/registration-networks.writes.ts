import { sql } from "kysely";
import { DAY_MS } from "#contract/durations.ts";
import { REGISTRATION_NETWORK_DAYS } from "#contract/limits.ts";
import { deleteBatch } from "#server/db/batches.ts";
import type { Database, Transaction } from "#server/db/database.ts";
import { isAddress, networkOf } from "#server/http/server/client-ip.ts";
import type { Mailboxes } from "#server/secret/pseudonyms.ts";

/**
 * Records the network that an account registers from, as a number that is the same for all accounts
 * of the network; nothing where the address is unknown.
 */
export async function recordNetwork(
  tx: Transaction,
  mailboxes: Mailboxes,
  { userId, address, now }: { userId: number; address: string; now: number },
): Promise<void> {
  if (!isAddress(address)) return;
  const network = mailboxes.pseudonymOf(`registration network ${networkOf(address)}`);
  await tx
    .insertInto("registration_networks")
    .values({ user_id: userId, network, registered_at: now })
    .execute();
}

/** Deletes a batch of rows older than `REGISTRATION_NETWORK_DAYS`; returns whether more may be left. */
export const forgetNetworks = (db: Database, now: number): Promise<boolean> =>
  deleteBatch(
    db,
    "registration_networks",
    ["user_id"],
    sql`registered_at <= ${now - REGISTRATION_NETWORK_DAYS * DAY_MS}`,
  );
