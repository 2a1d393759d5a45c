import type { Transaction } from "#server/db/database.ts";
import { urgencyOf } from "#server/features/cases/cases.writes.ts";
import { readOpenHold } from "#server/features/surveys/holds/survey-holds.reads.ts";

interface Counted {
  id: number;
  survey_id: number | null;
  opened_at: number | null;
  has_objection: number;
  version: number;
}

/**
 * Counts the open reports of a locked case again, and opens it or takes it out of the queue
 * accordingly; one of a survey in review stays. Those of muted people (R678) do not count, and with `isMuted` none does.
 */
export async function recountCase(
  tx: Transaction,
  found: Counted,
  { now, isMuted = false }: { now: number; isMuted?: boolean },
): Promise<void> {
  const open = await tx
    .selectFrom("reports")
    .select((of) => [of.fn.countAll<number>().as("count"), of.fn.sum<number>("weight").as("sum")])
    .where("case_id", "=", found.id)
    .where("decided_at", "is", null)
    .where("weight", ">", 0)
    .executeTakeFirstOrThrow();
  const reports = isMuted ? 0 : Number(open.count);
  const weight = isMuted ? 0 : Number(open.sum ?? 0);
  const isHeld =
    found.survey_id !== null && (await readOpenHold(tx, found.survey_id)) !== undefined;
  const isOpen = reports > 0 || found.has_objection === 1 || isHeld;
  const openedAt = isOpen ? (found.opened_at ?? now) : null;
  await tx
    .updateTable("moderation_cases")
    .set({
      ...{ reports, weight, opened_at: openedAt, version: found.version + 1 },
      urgency: openedAt === null ? null : urgencyOf(weight, openedAt),
      ...(openedAt === null && { escalation: null }),
    })
    .where("id", "=", found.id)
    .execute();
}
