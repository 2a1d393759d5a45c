import type { Database } from "#server/db/database.ts";
import { toTimestamp } from "#server/db/timestamps.ts";

/** The network that somebody registered from, while it is kept. */
export async function readRegistrationNetworks({ query }: Database, userId: number) {
  const rows = await query
    .selectFrom("registration_networks")
    .select(["network", "registered_at"])
    .where("user_id", "=", userId)
    .execute();
  return rows.map(({ network, registered_at }) => ({
    ...{ network, registered_at: toTimestamp(registered_at) },
  }));
}

/** The newest `limit` other accounts of the network that one registered from. */
export async function listOfSameNetwork(
  { query }: Database,
  userId: number,
  limit: number,
): Promise<number[]> {
  const own = await query
    .selectFrom("registration_networks")
    .select("network")
    .where("user_id", "=", userId)
    .executeTakeFirst();
  if (!own) return [];
  const rows = await query
    .selectFrom("registration_networks")
    .select("user_id")
    .where("network", "=", own.network)
    .where("user_id", "<>", userId)
    .orderBy("user_id", "desc")
    .limit(limit)
    .execute();
  return rows.map(({ user_id }) => user_id);
}
