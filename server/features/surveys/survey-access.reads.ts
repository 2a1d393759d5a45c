import type { Selectable } from "kysely";
import type { AppContext } from "#server/app-context.ts";
import type { Database } from "#server/db/database.ts";
import type { Tables } from "#server/db/tables/tables.ts";
import { ApiError } from "#server/errors.ts";
import { isPublic, visibleTo } from "#server/features/visibility/visibility.reads.ts";
import type { CachedJson } from "#server/http/cache/cached-json.ts";
import { type CacheKey, cacheKey } from "#server/http/cache/json-cache.ts";
import type { Member, Viewer } from "#server/http/identity/viewer.ts";

/** Listed by name, because PostgreSQL plans queries for all columns again each time. */
export const SURVEY_COLUMNS = [
  "id",
  "owner_id",
  "type",
  "question",
  "description",
  "asked_by",
  "paid_by",
  "image",
  "category_id",
  "option_theme_id",
  "result_visibility",
  "hidden_until_end",
  "visibility",
  "hidden",
  "unlisted",
  "adults_only",
  "start_time",
  "expire_time",
  "planned_end",
  "edited_at",
  "invitation_code",
  "view_count",
  "instant_results",
  "verified_voters",
  "shuffled_options",
  "changeable_votes",
  "allows_no_opinion",
  "ballot",
  "min_choices",
  "max_choices",
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
/** Visible to everybody if public, otherwise to adults, or to its owner and the invited. */
export type VisibleSurvey = PublicSurvey | Allowed<SurveyRow>;

/**
 * Returns the survey if the viewer may know of it: it is public and they are old enough, their own,
 * they are invited, or they have its invitation code. Otherwise 404, as for one that does not exist
 * (R59, R690).
 */
export async function requireSurvey(
  db: Database,
  surveyId: number,
  viewer: Viewer,
  invitationCode?: string,
): Promise<VisibleSurvey> {
  const survey = await findSurvey(db, surveyId, viewer, invitationCode);
  if (survey && !isByAbsent(survey, viewer)) return survey;
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
    .where(visibleTo(db, viewer?.id ?? null, invitationCode))
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
  if (survey && !isByAbsent(survey, viewer)) return survey;
  return requireSurvey(db, surveyId, viewer, invitationCode);
}

/** Whether its owner has blocked the viewer (R634). */
const isByAbsent = (survey: SurveyRow, viewer: Viewer): boolean =>
  viewer?.veil?.absent.has(survey.owner_id) === true;

/**
 * Returns what `read` returns; for a public survey from the cache, where all who may see it share
 * it. `key` is made from the proof that everybody may see the survey.
 */
export const cachedForEverybody = <S extends VisibleSurvey, T>(
  { cacheable }: Pick<AppContext, "cacheable">,
  survey: S,
  key: (survey: S & PublicSurvey) => CacheKey,
  read: () => Promise<T>,
): Promise<T | CachedJson<T>> => (isPublic(survey) ? cacheable(key(survey), read) : read());

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
