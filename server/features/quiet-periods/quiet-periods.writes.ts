import type { Database, Transaction } from "#server/db/database.ts";
import { QUIET_PERIODS_CHANGED } from "#server/db/quiet/watch-quiet-periods.ts";
import { transact } from "#server/db/transact.ts";
import { ApiError } from "#server/errors.ts";
import { writeRecord } from "#server/features/moderation/record.writes.ts";
import { requireProof, type Staff } from "#server/features/moderation/staff-proof.reads.ts";

interface NewPeriod {
  title: string;
  /** null for all. */
  categories: readonly number[] | null;
  startsAt: number;
  endsAt: number;
  /** Why, for the record. */
  words: string;
}

/**
 * Sets a quiet period, and records it; every server knows it within moments. Returns its id. Throws
 * 422 where it has no future, `staff_factor_missing`, and what the proof throws.
 */
export async function createQuietPeriod(
  db: Database,
  by: Staff,
  { title, categories, startsAt, endsAt, words }: NewPeriod,
  now: number,
): Promise<number> {
  requireFuture(startsAt, endsAt, now);
  return transact(db, async (tx) => {
    await requireProof(tx, by);
    const { id } = await tx
      .insertInto("quiet_periods")
      .values({
        ...{ title, categories: categories?.join() ?? null, created_by: by.id },
        ...{ starts_at: startsAt, ends_at: endsAt },
      })
      .returning("id")
      .executeTakeFirstOrThrow();
    await writeRecord(db, tx, {
      ...{ at: now, actor: by.id, act: "quiet period", target: targetOf(id), reason: "", words },
    });
    await db.publish(QUIET_PERIODS_CHANGED, "", tx);
    return id;
  });
}

function requireFuture(startsAt: number, endsAt: number, now: number): void {
  if (endsAt <= startsAt)
    throw new ApiError("validation_failed", {
      fields: { ends_at: "Bitiş başlangıçtan sonra olmalı." },
    });
  if (endsAt <= now)
    throw new ApiError("validation_failed", { fields: { ends_at: "Bitiş gelecekte olmalı." } });
}

/**
 * Ends a quiet period now, or deletes one that has not begun; one that is over is unchanged. Records
 * it with the reason. Throws `quiet_period_not_found`, `staff_factor_missing`, and what the proof
 * throws.
 */
export const endQuietPeriod = (
  db: Database,
  by: Staff,
  { id, words }: { id: number; words: string },
  now: number,
): Promise<void> =>
  transact(db, async (tx) => {
    await requireProof(tx, by);
    const removed = await tx
      .deleteFrom("quiet_periods")
      .where("id", "=", id)
      .where("starts_at", ">", now)
      .executeTakeFirst();
    const ended =
      removed.numDeletedRows > 0
        ? undefined
        : await tx
            .updateTable("quiet_periods")
            .set({ ends_at: now })
            .where("id", "=", id)
            .where("ends_at", ">", now)
            .executeTakeFirst();
    if (ended?.numUpdatedRows === 0n) return requireKnown();
    await writeRecord(db, tx, {
      ...{ at: now, actor: by.id, act: "end quiet period", target: targetOf(id) },
      ...{ reason: "", words },
    });
    await db.publish(QUIET_PERIODS_CHANGED, "", tx);

    async function requireKnown() {
      const known = await tx
        .selectFrom("quiet_periods")
        .select("id")
        .where("id", "=", id)
        .executeTakeFirst();
      if (!known) throw new ApiError("quiet_period_not_found");
    }
  });

const targetOf = (id: number): string => `quiet_period ${id}`;

/** The periods that a deleted account has set stay. */
export async function forgetAuthor(tx: Transaction, userId: number): Promise<void> {
  await tx
    .updateTable("quiet_periods")
    .set({ created_by: null })
    .where("created_by", "=", userId)
    .execute();
}
