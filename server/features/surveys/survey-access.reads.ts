import { type Expression, type Selectable, type SqlBool, sql } from "kysely";
import type { SurveyState } from "#contract/survey-shapes.ts";
import type { Database } from "#server/db/open.ts";
import type { Tables } from "#server/db/tables.ts";
import { ApiError } from "#server/errors.ts";

/** By name: what asks for all columns is planned anew each time on PostgreSQL. */
export const SURVEY_COLUMNS = [
  "id",
  "owner_id",
  "type",
  "question",
  "description",
  "image",
  "category_id",
  "option_theme_id",
  "result_visibility",
  "visibility",
  "start_time",
  "expire_time",
  "invitation_code",
  "view_count",
] as const;

export type SurveyRow = Pick<Selectable<Tables["surveys"]>, (typeof SURVEY_COLUMNS)[number]>;

/**
 * The survey, if the viewer may know of it: it is public, their own, they are invited, or they
 * hold its invitation code. Otherwise 404, as for one that does not exist (R59).
 */
export async function requireSurvey(
  db: Database,
  surveyId: number,
  viewer: number | null,
  invitationCode?: string,
): Promise<SurveyRow> {
  const survey = await db.query
    .selectFrom("surveys")
    .select(SURVEY_COLUMNS)
    .where("id", "=", surveyId)
    .where(visibleTo(viewer, invitationCode))
    .executeTakeFirst();
  if (survey) return survey;
  throw new ApiError("survey_not_found");
}

/** Whether `viewer` may see the row of `surveys`; both are values or columns. */
export const visibleTo = (
  viewer: number | null | Expression<number>,
  invitationCode?: string | Expression<string>,
) =>
  sql<SqlBool>`(surveys.visibility = 'public' or surveys.owner_id = ${viewer}
    or surveys.visibility is not null and (
      surveys.invitation_code = ${invitationCode ?? null}
      or exists (
        select 1 from invitations
        where invitations.survey_id = surveys.id and invitations.user_id = ${viewer}
      )))`;

/** The survey, if it is the viewer's own; 403 when they only may see it, otherwise 404. */
export async function requireOwnSurvey(
  db: Database,
  surveyId: number,
  viewer: number,
): Promise<SurveyRow> {
  const survey = await requireSurvey(db, surveyId, viewer);
  if (survey.owner_id !== viewer) throw new ApiError("forbidden");
  return survey;
}

export function surveyState(
  survey: Pick<SurveyRow, "visibility" | "start_time" | "expire_time">,
  now: number,
): SurveyState {
  if (survey.visibility === null) return "draft";
  if (survey.start_time > now) return "scheduled";
  if (survey.expire_time !== null && survey.expire_time <= now) return "ended";
  return "active";
}
