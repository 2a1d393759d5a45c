import { cacheKey } from "#server/http/cache/json-cache.ts";
import type { PublicSurvey } from "./survey-access.reads.ts";

// A key of what is cached about a survey is made from the survey as somebody was allowed to see it, so
// that nobody can look into the cache without having asked.

export const surveyKey = (survey: PublicSurvey) => cacheKey(`survey:${survey.id}:detail`, survey);

/** `paging` is all that the page depends on. */
export const surveyEditsKey = (survey: PublicSurvey, paging: object) =>
  cacheKey(`survey:${survey.id}:edits:${JSON.stringify(paging)}`, survey);

/** `query` is all that the list depends on. */
export const surveyListKey = (query: object) => cacheKey(`surveys:${JSON.stringify(query)}`);

export const featuredSurveyKey = cacheKey("surveys:featured");

/** What has changed after a write to a survey: all that is cached about it, and every list. */
export const surveyChanged = (surveyId: number) => [`survey:${surveyId}:*`, "surveys:*"];
