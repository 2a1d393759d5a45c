import type { Database } from "#server/db/database.ts";
import { toTimestamp } from "#server/db/timestamps.ts";
import { ApiError } from "#server/errors.ts";
import { visibleTo } from "#server/features/visibility/visibility.reads.ts";

/** Whether a person waits for a survey's end. Throws `survey_not_found`. */
export async function awaitsEnd(
  db: Database,
  { userId, surveyId }: { userId: number; surveyId: number },
  invitationCode?: string,
): Promise<boolean> {
  const survey = await db.query
    .selectFrom("surveys")
    .leftJoin("awaited_ends", (join) =>
      join.onRef("survey_id", "=", "surveys.id").on("user_id", "=", userId),
    )
    .select("user_id")
    .where("surveys.id", "=", surveyId)
    .where(visibleTo(db, userId, invitationCode))
    .executeTakeFirst();
  if (!survey) throw new ApiError("survey_not_found");
  return survey.user_id !== null;
}

export async function exportAwaitedEnds({ query }: Database, userId: number) {
  const rows = await query
    .selectFrom("awaited_ends")
    .select(["survey_id", "created_at"])
    .where("user_id", "=", userId)
    .orderBy("survey_id")
    .execute();
  return rows.map(({ survey_id, created_at }) => ({ survey_id, since: toTimestamp(created_at) }));
}
