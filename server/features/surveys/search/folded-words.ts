import { foldLetters } from "#contract/shapes/folded-letters.ts";

const UNSEEN = /\p{C}/gu;
const WORD = /[\p{L}\p{N}]+|\p{Extended_Pictographic}/gu;
/** PostgreSQL rejects words of more than two thousand bytes. */
const LONGEST_WORD = 50;

/**
 * Folds letters as a search compares them: without case, dots, cedillas or accents, so that
 * "DIYARBAKIR" finds "Diyarbakır" (R94). Control characters are dropped.
 */
const foldTurkish = (text: string): string =>
  foldLetters(text).replace(/\s+/g, " ").replace(UNSEEN, "").trim();

const wordsOf = (folded: string): string[] => [
  ...new Set(Array.from(folded.matchAll(WORD), ([word]) => cut(word, LONGEST_WORD))),
];
const cut = (word: string, length: number): string => [...word].slice(0, length).join("");

/** The words to search for, none for an empty text; null if it contains only signs. */
export function wordsSought(text: string): string[] | null {
  const folded = foldTurkish(text);
  const words = wordsOf(folded);
  return folded !== "" && words.length === 0 ? null : words;
}

/** The words that a text is found by, including unsoftened forms of softened words. */
export const wordsToFind = (text: string): string[] => {
  const words = wordsOf(foldTurkish(text));
  return [...new Set(words.flatMap((word) => [word, ...hardened(word)]))];
};

/**
 * Consonants that soften before an ending that begins with a vowel, by the softened letter:
 * "kitap", "kitabı"; ğ stands after a vowel only, g for k after n: "renk", "rengi". Shorter
 * beginnings than these would find other words: "kart" would find "kardeş".
 */
const SOFTENED: Record<string, { hard: string; shortest: number; after: RegExp }> = {
  b: { hard: "p", shortest: 5, after: /./ },
  d: { hard: "t", shortest: 5, after: /./ },
  g: { hard: "k", shortest: 4, after: /[aeioun]/ },
};
const VOWEL = /^[aeiou]$/;

const hardened = (word: string): string[] =>
  [...word].flatMap((letter, at, letters) => {
    const softened = SOFTENED[letter];
    const isSoftened =
      softened &&
      at + 1 >= softened.shortest &&
      softened.after.test(letters[at - 1] ?? "") &&
      VOWEL.test(letters[at + 1] ?? "");
    return isSoftened ? [letters.slice(0, at).join("") + softened.hard] : [];
  });

/** Turkish words take endings, so words that share this many first letters are nearly the same. */
export const beginningOf = (word: string): string => cut(word, 10);

/** Shorter words are close to too many others; longer ones have too many unused misspellings. */
const MISSPELT = /^[a-z]{4,12}$/;
const LETTERS = "abcdefghijklmnopqrstuvwxyz";

/**
 * Variants of a word with one letter added, missing, wrong, or swapped with its neighbour, except
 * the first letter, which hardly anybody gets wrong. Excludes variants that begin as the word does.
 */
export function misspellingsOf(word: string): string[] {
  if (!MISSPELT.test(word)) return [];
  const found = new Set<string>();
  for (let at = 1; at <= word.length; at++) {
    const before = word.slice(0, at);
    const [here = "", next = ""] = word.slice(at);
    const after = word.slice(at + 2);
    found.add(before + next + here + after).add(before + next + after);
    for (const letter of LETTERS) {
      found.add(before + letter + next + after).add(before + letter + here + next + after);
    }
  }
  return [...found].filter((other) => !other.startsWith(beginningOf(word)));
}
