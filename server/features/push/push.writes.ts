import type { z } from "zod";
import type { subscribeToPush } from "#contract/endpoints/push.ts";
import type { Database } from "#server/db/database.ts";
import { transact, withRetry } from "#server/db/transact.ts";

interface Subscriber {
  userId: number;
  sessionHash: string;
  now: number;
}

/**
 * Subscribes the browser of a session, or changes what it is sent. A browser that another session or
 * account had subscribed is theirs no longer. Only what happens from now on is sent.
 */
export async function subscribe(
  db: Database,
  { userId, sessionHash, now }: Subscriber,
  { subscription, kinds, at_any_time }: z.output<(typeof subscribeToPush)["body"]>,
): Promise<void> {
  const { endpoint, keys } = subscription;
  const choices = { kinds: kinds.join(), at_any_time: Number(at_any_time) };
  await transact(db, async (tx) => {
    const changed = await tx
      .updateTable("push_subscriptions")
      .set({ ...choices, ...keys, wakes_at: now })
      .where("session_hash", "=", sessionHash)
      .where("endpoint", "=", endpoint)
      .executeTakeFirstOrThrow();
    if (changed.numUpdatedRows > 0n) return;
    await tx
      .deleteFrom("push_subscriptions")
      .where((row) =>
        row.or([row("session_hash", "=", sessionHash), row("endpoint", "=", endpoint)]),
      )
      .execute();
    const last = await tx
      .selectFrom("notifications")
      .select(({ fn }) => fn.max("id").as("id"))
      .where("user_id", "=", userId)
      .executeTakeFirst();
    await tx
      .insertInto("push_subscriptions")
      .values({
        ...{ session_hash: sessionHash, user_id: userId, endpoint, ...keys, ...choices },
        ...{ created_at: now, sent_through: last?.id ?? 0 },
      })
      .execute();
  });
}

export async function unsubscribe(db: Database, sessionHash: string): Promise<void> {
  await withRetry(db, () =>
    db.query.deleteFrom("push_subscriptions").where("session_hash", "=", sessionHash).execute(),
  );
}
