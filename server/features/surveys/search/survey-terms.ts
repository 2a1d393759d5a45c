import type { SurveyType } from "#contract/survey-shapes.ts";

const MARKS = /\p{M}/gu;
const UNSEEN = /\p{C}/gu;
const WORD = /[\p{L}\p{N}]+|\p{Extended_Pictographic}/gu;
/** Words that begin with the same letters, this many, are one word to the search. */
const LONGEST_TERM = 10;

/**
 * Letters as a search compares them: without case, dots, cedillas or accents, so that "DIYARBAKIR"
 * finds "Diyarbakır" (R94). Control characters are dropped.
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
  Array.from(folded.matchAll(WORD), ([word]) => [...word]);

/**
 * What the last letter of a word is before an ending that begins with a vowel: "kitap", "kitabı";
 * ğ stands after a vowel only, g for k after n: "renk", "rengi". Shorter beginnings than these would
 * find other words: "kart" would find "kardeş".
 */
const SOFTENED: Record<string, { hard: string; shortest: number; after: RegExp }> = {
  b: { hard: "p", shortest: 5, after: /./ },
  d: { hard: "t", shortest: 5, after: /./ },
  g: { hard: "k", shortest: 4, after: /[aeioun]/ },
};
const VOWEL = /^[aeiou]$/;

/** Each beginning of a word, and what a softened one was before. */
function beginningsOf(letters: readonly string[]): string[] {
  return letters.slice(0, LONGEST_TERM).flatMap((letter, at) => {
    const before = letters.slice(0, at).join("");
    const softened = SOFTENED[letter];
    const isSoftened =
      softened &&
      at + 1 >= softened.shortest &&
      softened.after.test(letters[at - 1] ?? "") &&
      VOWEL.test(letters[at + 1] ?? "");
    return isSoftened ? [before + letter, before + softened.hard] : [before + letter];
  });
}

interface Filter {
  type?: SurveyType | undefined;
  category_id?: number | undefined;
}

/** One term for both filters, so that what they leave stands in a list of its own; "" for none. */
const filterTerm = ({ type, category_id }: Filter): string =>
  [type && `type:${type}`, category_id !== undefined && `category:${category_id}`]
    .filter(Boolean)
    .join(" ");

/** A survey that has so many votes is held once more under each of its terms. */
export const VOTE_LEVELS: readonly number[] = [1e6, 1e5, 1e4, 1000, 100, 10];
/** A term among the surveys of so many votes; with 0, among all. */
export const termAtLevel = (level: number, term: string): string =>
  level === 0 ? term : `votes:${level}:${term}`;
/** A pattern of the terms at levels, for `like`. */
export const LEVEL_TERMS = "votes:%";

/** A survey's place in the order `ending`, soonest first: after those that end, the newest first. */
export const endPlace = (survey: { id: number; expire_time: number | null }): number =>
  survey.expire_time ?? Number.MAX_SAFE_INTEGER - survey.id;

/** Everything that a survey is found by: the beginnings of its words, its type and category. */
export function termsOf(survey: {
  type: SurveyType;
  category_id: number;
  question: string;
  description: string;
  popularity: number;
}): string[] {
  const { type, category_id } = survey;
  const found = new Set([{ type }, { category_id }, { type, category_id }].map(filterTerm));
  for (const letters of wordsOf(foldTurkish(`${survey.question} ${survey.description}`))) {
    for (const beginning of beginningsOf(letters)) found.add(beginning);
  }
  const levels = VOTE_LEVELS.filter((level) => survey.popularity >= level);
  return [0, ...levels].flatMap((level) => [...found].map((term) => termAtLevel(level, term)));
}

export interface TermsWanted {
  words: string[];
  /** The term of the filters, or none. */
  filters: string[];
}

/** What a survey must have to match; null when nothing can, because only signs are looked for. */
export function termsWanted(filter: Filter & { q?: string | undefined }): TermsWanted | null {
  const folded = foldTurkish(filter.q ?? "");
  const words = new Set(wordsOf(folded).map((letters) => letters.slice(0, LONGEST_TERM).join("")));
  if (folded !== "" && words.size === 0) return null;
  return { words: [...words], filters: [filterTerm(filter)].filter(Boolean) };
}
