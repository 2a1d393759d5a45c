import { cacheKey } from "#server/http/cache/json-cache.ts";
import type { PublicSurvey } from "./survey-access.reads.ts";

// Cache keys are made from a survey that somebody was allowed to see, so that nobody can read the
// cache without a check.

export const surveyKey = (survey: PublicSurvey) => cacheKey(`survey:${survey.id}:detail`, survey);

/** `paging` contains everything that the page depends on. */
export const surveyEditsKey = (paging: object) => (survey: PublicSurvey) =>
  cacheKey(`survey:${survey.id}:edits:${JSON.stringify(paging)}`, survey);

/** `query` contains everything that the list depends on. */
export const surveyListKey = (query: object) => cacheKey(`surveys:${JSON.stringify(query)}`);

export const featuredSurveyKey = cacheKey("surveys:featured");

/** Keys to drop after a write to a survey: everything cached about it, and every list. */
export const surveyChanged = (surveyId: number) => [`survey:${surveyId}:*`, "surveys:*"];
