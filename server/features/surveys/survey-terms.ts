import type { SurveyType } from "#contract/survey-shapes.ts";

const MARKS = /\p{M}/gu;
const UNSEEN = /\p{C}/gu;
const WORD = /[\p{L}\p{N}]+|\p{Extended_Pictographic}/gu;
/** Words that begin with the same letters, this many, are one word to the search. */
const LONGEST_TERM = 10;

/**
 * Letters as a search compares them: without case, dots, cedillas or accents, so that "DIYARBAKIR"
 * finds "Diyarbakır" (decision 31). Control characters are dropped.
 */
const foldTurkish = (text: string): string =>
  text
    .normalize("NFKD")
    .replace(MARKS, "")
    .replace(/\s+/g, " ")
    .replace(UNSEEN, "")
    .toLowerCase()
    .replaceAll("ı", "i")
    .trim();

const wordsOf = (folded: string): string[][] =>
  Array.from(folded.matchAll(WORD), ([word]) => [...word].slice(0, LONGEST_TERM));

export const typeTerm = (type: SurveyType | "") => `type:${type}`;
const categoryTerm = (category: number) => `category:${category}`;

/** A survey of so many votes is also found among the much voted, by each of its terms. */
export const MUCH_VOTED = 100;
export const muchVotedTerm = (term: string) => `much-voted:${term}`;

/** Everything that a survey is found by: each beginning of each of its words, type and category. */
export function termsOf(survey: {
  type: SurveyType;
  category_id: number;
  question: string;
  description: string;
  popularity: number;
}): string[] {
  const found = new Set([typeTerm(survey.type), categoryTerm(survey.category_id)]);
  for (const letters of wordsOf(foldTurkish(`${survey.question} ${survey.description}`))) {
    for (const end of letters.keys()) found.add(letters.slice(0, end + 1).join(""));
  }
  const terms = [...found];
  return survey.popularity < MUCH_VOTED ? terms : [...terms, ...terms.map(muchVotedTerm)];
}

export interface TermsWanted {
  words: string[];
  filters: string[];
}

/** What a survey must have to match; null when nothing can, because only signs are looked for. */
export function termsWanted(filter: {
  type?: SurveyType | undefined;
  category_id?: number | undefined;
  q?: string | undefined;
}): TermsWanted | null {
  const folded = foldTurkish(filter.q ?? "");
  const words = new Set(wordsOf(folded).map((letters) => letters.join("")));
  if (folded !== "" && words.size === 0) return null;
  const filters = [
    ...(filter.category_id === undefined ? [] : [categoryTerm(filter.category_id)]),
    ...(filter.type === undefined ? [] : [typeTerm(filter.type)]),
  ];
  return { words: [...words], filters };
}
