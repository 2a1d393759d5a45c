import type { ReadyAnswers } from "#server/http/cache/json-cache.ts";

/** Names of the ready answers about public surveys. What is kept may be given to everybody… */
export const readySurvey = (surveyId: number) => `survey:${surveyId}`;
export const readyResults = (surveyId: number) => `results:${surveyId}`;
/** …but for this, of which each viewer has to be asked (R66). */
export const readyHiddenResults = (surveyId: number) => `hidden-results:${surveyId}`;
export const readyList = (query: unknown) => `surveys:${JSON.stringify(query)}`;

/** After a write to a survey: it is read anew, and so is every list that it may stand in. */
export function forgetSurvey(answers: ReadyAnswers, surveyId: number): void {
  answers.drop(readySurvey(surveyId));
  forgetResults(answers, surveyId);
  answers.dropAll("surveys:");
}

/** After a vote. */
export function forgetResults(answers: ReadyAnswers, surveyId: number): void {
  answers.drop(readyResults(surveyId));
  answers.drop(readyHiddenResults(surveyId));
}
