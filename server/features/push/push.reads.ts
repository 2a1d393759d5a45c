import { type PushChoices, PushKind } from "#contract/endpoints/push.ts";
import type { Database } from "#server/db/database.ts";
import { toTimestamp } from "#server/db/timestamps.ts";

/** What the browser of a session is sent; null if it has not subscribed. */
export async function readPushChoices(
  { query }: Database,
  sessionHash: string,
): Promise<PushChoices | null> {
  const row = await query
    .selectFrom("push_subscriptions")
    .select(["kinds", "at_any_time"])
    .where("session_hash", "=", sessionHash)
    .executeTakeFirst();
  return row ? toChoices(row) : null;
}

/** Somebody's subscriptions, by the host of the push service, without keys and addresses. */
export async function exportPushSubscriptions({ query }: Database, userId: number) {
  const rows = await query
    .selectFrom("push_subscriptions")
    .select(["endpoint", "kinds", "at_any_time", "created_at"])
    .where("user_id", "=", userId)
    .orderBy("id")
    .execute();
  return rows.map(({ endpoint, created_at, ...choices }) => ({
    service: new URL(endpoint).host,
    ...toChoices(choices),
    created_at: toTimestamp(created_at),
  }));
}

const toChoices = ({
  kinds,
  at_any_time,
}: {
  kinds: string;
  at_any_time: number;
}): PushChoices => ({
  kinds: PushKind.options.filter((kind) => kinds.split(",").includes(kind)),
  at_any_time: at_any_time === 1,
});
