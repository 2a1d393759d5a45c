/** The product's name, the only place it is written (R1). */
export const BRAND = "Kanaat";

/** What a file about a survey is saved as, without its ending. */
export const surveyFileName = (surveyId: number): string =>
  `${BRAND.toLowerCase()}-anket-${surveyId}`;
