import type { ReadyAnswers } from "#server/http/ready-answers.ts";

/** Names of the ready answers about public surveys. */
export const readySurvey = (surveyId: number) => `survey:${surveyId}`;
export const readyResults = (surveyId: number) => `results:${surveyId}`;
export const readyList = (query: unknown) => `surveys:${JSON.stringify(query)}`;

/** After a write to a survey: it is read anew, and so is every list that it may stand in. */
export function forgetSurvey(answers: ReadyAnswers, surveyId: number): void {
  answers.drop(readySurvey(surveyId));
  answers.drop(readyResults(surveyId));
  answers.dropAll("surveys:");
}
