import type { InvitableBy } from "#contract/endpoints/invitations.ts";
import { cutPage, type Paging, readPage } from "#server/db/cursor.ts";
import type { Database } from "#server/db/database.ts";
import { HAS_IDENTITY } from "#server/db/tables/incomplete-accounts.ts";
import { toTimestamp } from "#server/db/timestamps.ts";
import { ApiError } from "#server/errors.ts";
import {
  selectPrivateCards,
  toCard,
  withOptions,
} from "#server/features/surveys/survey-cards.reads.ts";
import {
  isForAgeOf,
  PUBLISHED,
  surveyState,
} from "#server/features/visibility/visibility.reads.ts";

/** The surveys a person is invited to, newest invitation first (R62). */
export async function readInvitationsOf(db: Database, userId: number, paging: Paging, now: number) {
  const query = selectPrivateCards(db, now)
    .innerJoin("invitations", "invitations.survey_id", "surveys.id")
    .select("invitations.created_at as invited_at")
    .where("invitations.user_id", "=", userId)
    // Invitations to a deleted survey stay until maintenance deletes them.
    .where(PUBLISHED)
    .where(isForAgeOf(db, userId));
  const page = cutPage(
    await readPage(query, ["invitations.created_at", "invitations.survey_id"], paging),
    paging.limit,
    (row) => [row.invited_at, row.id],
    (row) => ({
      ...toCard(db, row, now),
      state: surveyState(row, now),
      invited_at: toTimestamp(row.invited_at),
    }),
  );
  return withOptions(db, page);
}

/** The people invited to a survey, newest first. */
export async function readInvitedPeople(db: Database, surveyId: number, paging: Paging) {
  const query = db.query
    .selectFrom("invitations")
    .innerJoin("users", "users.id", "invitations.user_id")
    .select(["users.id", "name", "nickname", "image", "invitations.created_at"])
    .where("survey_id", "=", surveyId)
    .where(HAS_IDENTITY);
  return cutPage(
    await readPage(query, ["invitations.created_at", "invitations.user_id"], paging),
    paging.limit,
    (row) => [row.created_at, row.id],
    ({ created_at: _, ...author }) => author,
  );
}

export async function readInvitableBy(db: Database, userId: number): Promise<InvitableBy> {
  const person = await db.query
    .selectFrom("users")
    .select("invitable_by")
    .where("id", "=", userId)
    .executeTakeFirst();
  if (!person) throw new ApiError("invalid_token");
  return person.invitable_by;
}

/** The invitations that somebody has, except to removed surveys. */
export async function exportInvitations(db: Database, id: number) {
  const rows = await db.query
    .selectFrom("invitations")
    .innerJoin("surveys", "surveys.id", "invitations.survey_id")
    .select(["survey_id", "question", "invitations.created_at"])
    .where("user_id", "=", id)
    .where(PUBLISHED)
    .where(isForAgeOf(db, id))
    .orderBy("survey_id")
    .execute();
  return rows.map(({ created_at, ...row }) => ({ ...row, invited_at: toTimestamp(created_at) }));
}
