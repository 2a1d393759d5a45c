import type { Result } from "#contract/endpoints/votes.ts";
import type { Survey } from "#contract/shapes/survey-shapes.ts";
import type { AppContext } from "#server/app-context.ts";
import { ApiError } from "#server/errors.ts";
import { readResults, requireResults } from "#server/features/results/results.reads.ts";
import {
  type PublicSurvey,
  requireSurveyCached,
} from "#server/features/surveys/survey-access.reads.ts";
import { readSurvey } from "#server/features/surveys/surveys.reads.ts";
import { isPublic } from "#server/features/visibility/visibility.reads.ts";
import { cacheKey } from "#server/http/cache/json-cache.ts";

/** What everybody may see of a public survey. */
export interface SharedSurvey {
  survey: Survey;
  /** null if not everybody may see them. */
  results: Result[] | null;
  /** How many people voted, where that is not the sum of the results. */
  voters?: number | undefined;
  /** How many said "Fikrim yok", where the survey allows it. */
  no_opinion?: number | undefined;
}

/** Returns the survey if everybody may see it; otherwise 404, as for one that does not exist. */
export async function requirePublic(context: AppContext, id: number): Promise<PublicSurvey> {
  const survey = await requireSurveyCached(context, id, null);
  if (!isPublic(survey)) throw new ApiError("survey_not_found");
  return survey;
}

/** The same with everything that is shown of it elsewhere, up to a second old. */
export async function requireShared(context: AppContext, id: number): Promise<SharedSurvey> {
  const row = await requirePublic(context, id);
  const read = async () => ({
    survey: await readSurvey(context.db, row, context.clock.now()),
    ...(await resultsFor(context, row)),
  });
  return (await context.cachedValue(cacheKey(`survey:${id}:shared`, row), read)) as SharedSurvey;
}

async function resultsFor(
  { db, clock }: AppContext,
  row: PublicSurvey,
): Promise<Omit<SharedSurvey, "survey">> {
  try {
    const allowed = await requireResults(db, row, null, clock.now());
    const { items, voters, no_opinion } = await readResults(db, allowed, clock.now());
    return { results: items, voters, no_opinion };
  } catch (error) {
    const isHidden =
      error instanceof ApiError &&
      (error.code === "results_hidden" || error.code === "too_few_votes");
    if (isHidden) return { results: null };
    throw error;
  }
}
