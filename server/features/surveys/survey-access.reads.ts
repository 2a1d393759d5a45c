import { type Expression, type Selectable, type SqlBool, sql } from "kysely";
import type { SurveyState } from "#contract/shapes/survey-shapes.ts";
import type { AppContext } from "#server/app-context.ts";
import type { Database } from "#server/db/database.ts";
import type { Tables } from "#server/db/tables/tables.ts";
import { ApiError } from "#server/errors.ts";
import { cacheKey } from "#server/http/cache/json-cache.ts";
import type { Member, Viewer } from "#server/http/identity/viewer.ts";

/** Listed by name, because PostgreSQL plans queries for all columns again each time. */
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
  "edited_at",
  "invitation_code",
  "view_count",
  "instant_results",
  "verified_voters",
  "in_steps",
  "was_public",
  "counted_votes",
] as const;

export type SurveyRow = Pick<Selectable<Tables["surveys"]>, (typeof SURVEY_COLUMNS)[number]>;

/** A rule for `requireSurveyFor`. */
export type SurveyPolicy = (viewer: Member, survey: SurveyRow) => boolean;

declare const allowed: unique symbol;
/** A survey that somebody was allowed to see; only the functions below make one. */
type Allowed<T> = T & { readonly [allowed]: true };
export type PublicSurvey = Allowed<SurveyRow & { visibility: "public" }>;
/** Visible to everybody if public, otherwise (a draft or private) to its owner and the invited. */
export type VisibleSurvey = PublicSurvey | Allowed<SurveyRow & { visibility: "private" | null }>;

/**
 * Returns the survey if the viewer may know of it: it is public, their own, they are invited, or
 * they have its invitation code. Otherwise 404, as for one that does not exist (R59).
 */
export async function requireSurvey(
  db: Database,
  surveyId: number,
  viewer: Viewer,
  invitationCode?: string,
): Promise<VisibleSurvey> {
  const survey = await findSurvey(db, surveyId, viewer, invitationCode);
  if (survey) return survey;
  throw new ApiError("survey_not_found");
}

async function findSurvey(
  db: Database,
  surveyId: number,
  viewer: Viewer,
  invitationCode?: string,
): Promise<VisibleSurvey | undefined> {
  const survey = await db.query
    .selectFrom("surveys")
    .select(SURVEY_COLUMNS)
    .where("id", "=", surveyId)
    .where(visibleTo(viewer?.id ?? null, invitationCode))
    .executeTakeFirst();
  return survey as VisibleSurvey | undefined;
}

/**
 * The same, without a query for a public survey that was read less than a second ago, for frequent
 * calls. What is made from it and cached is dropped together with it.
 */
export async function requireSurveyCached(
  { db, cachedValue }: Pick<AppContext, "db" | "cachedValue">,
  surveyId: number,
  viewer: Viewer,
  invitationCode?: string,
): Promise<VisibleSurvey> {
  const key = cacheKey(`survey:${surveyId}:public`);
  const survey = await cachedValue(key, () => findSurvey(db, surveyId, null));
  return survey ?? requireSurvey(db, surveyId, viewer, invitationCode);
}

/** Whether a person (null: a visitor) may see the row of `surveys`; both are values or columns. */
export const visibleTo = (
  userId: number | null | Expression<number>,
  invitationCode?: string | Expression<string>,
) =>
  sql<SqlBool>`(surveys.visibility = 'public' or surveys.owner_id = ${userId}
    or surveys.visibility is not null and (
      surveys.invitation_code = ${invitationCode ?? null}
      or exists (
        select 1 from invitations
        where invitations.survey_id = surveys.id and invitations.user_id = ${userId}
      )))`;

/** Returns the survey if `policy` lets the viewer act on it. Throws 403, or 404 if it is hidden. */
export async function requireSurveyFor(
  db: Database,
  surveyId: number,
  viewer: Member,
  policy: SurveyPolicy,
): Promise<VisibleSurvey> {
  const survey = await requireSurvey(db, surveyId, viewer);
  if (!policy(viewer, survey)) throw new ApiError("forbidden");
  return survey;
}

/** For `defineRoute`: admits viewers whom `policy` allows to act on the survey in the path. */
export const admitFor = (db: Database, policy: SurveyPolicy) => ({
  admit: ({ params, viewer }: { params: { id: number }; viewer: Member }) =>
    requireSurveyFor(db, params.id, viewer, policy),
});

/**
 * Has begun and not ended. Unary + hides the columns from SQLite's planner, so that the order of a
 * list chooses the index.
 */
export const isActive = (now: number) => sql<SqlBool>`+surveys.start_time <= ${now}
  and (surveys.expire_time is null or +surveys.expire_time > ${now})`;

export function surveyState(
  survey: Pick<SurveyRow, "visibility" | "start_time" | "expire_time">,
  now: number,
): SurveyState {
  if (survey.visibility === null) return "draft";
  if (survey.start_time > now) return "scheduled";
  if (survey.expire_time !== null && survey.expire_time <= now) return "ended";
  return "active";
}
