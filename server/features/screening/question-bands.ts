import { foldWord, squeeze } from "./folding.ts";

// Nearly equal questions, found along an index: MinHash of trigrams in bands (Leskovec, Rajaraman,
// Ullman, "Mining of Massive Datasets", 3.4).

/** Two questions of which a third of the trigrams are common share a band in 97 of 100 cases. */
const BANDS = 32;
const ROWS = 2;
/** Shorter questions, such as "Hangisi?", are everybody's. */
const LETTERS_MIN = 15;
/** The least share of common trigrams (Jaccard) with which two questions count as alike. */
const ALIKE = 0.4;
/** Or so many words were changed, added or left out, and so many are the same. */
const WORDS = { changed: 2, same: 3 };

/** A question as it is compared. */
export interface ComparedQuestion {
  words: readonly string[];
  trigrams: ReadonlySet<string>;
}

/** Returns undefined for a question that is too short to be compared. */
export function prepareQuestion(question: string): ComparedQuestion | undefined {
  const words = wordsOf(question);
  const letters = squeeze(words.join(""));
  if (letters.length < LETTERS_MIN) return undefined;
  const trigrams = new Set(
    Array.from({ length: letters.length - 2 }, (_, at) => letters.slice(at, at + 3)),
  );
  return { words, trigrams };
}

/** Whether two questions are the same but for a word or two and for how they are written. */
export function areQuestionsAlike(one: ComparedQuestion, other: ComparedQuestion): boolean {
  let common = 0;
  for (const trigram of one.trigrams) if (other.trigrams.has(trigram)) common += 1;
  if (common >= ALIKE * (one.trigrams.size + other.trigrams.size - common)) return true;
  const changed = editsBetween(one.words, other.words);
  const same = Math.max(one.words.length, other.words.length) - changed;
  return changed <= WORDS.changed && same >= WORDS.same;
}

/**
 * The words of a question in the letters that they look like: case, signs, numbers and repeated
 * letters do not count. Other alphabets stay as they are.
 */
const wordsOf = (question: string): string[] =>
  (question.match(/[\p{L}\p{N}\p{M}@$]+/gu) ?? [])
    .filter((word) => !/^\p{N}+$/u.test(word))
    .map((word) => squeeze([...word].map(foldLetter).join("")));

const foldLetter = (character: string): string =>
  foldWord(character) || (/\p{L}/u.test(character) ? character : "");

/** Words to change, add or leave out in order to get from one text to the other (Levenshtein). */
function editsBetween(one: readonly string[], other: readonly string[]): number {
  let row = Array.from({ length: other.length + 1 }, (_, at) => at);
  for (const [at, word] of one.entries()) {
    const next = [at + 1];
    for (const [place, another] of other.entries()) {
      const [above = 0, right = 0, left = 0] = [row[place], row[place + 1], next[place]];
      next.push(Math.min(right + 1, left + 1, above + Number(word !== another)));
    }
    row = next;
  }
  return row.at(-1) ?? 0;
}

/** Whole numbers below 2^37; questions that are alike share one of them in nearly all cases. */
export function bandsOf({ trigrams }: ComparedQuestion): number[] {
  const least = new Uint32Array(BANDS * ROWS).fill(0xffffffff);
  for (const trigram of trigrams) {
    const hash = hashOf(trigram);
    for (const [at, value] of least.entries()) {
      const own = mix(hash ^ Math.imul(at + 1, 0x9e3779b1));
      if (own < value) least[at] = own;
    }
  }
  return Array.from({ length: BANDS }, (_, band) => {
    let joined = 0;
    for (const value of least.subarray(band * ROWS, (band + 1) * ROWS))
      joined = mix(joined ^ value);
    return band * 2 ** 32 + joined;
  });
}

/** FNV-1a, 32 bits. */
function hashOf(text: string): number {
  let hash = 0x811c9dc5;
  for (let at = 0; at < text.length; at++) hash = Math.imul(hash ^ text.charCodeAt(at), 0x01000193);
  return hash;
}

/** The finalizer of MurmurHash3, 32 bits. */
function mix(value: number): number {
  let mixed = Math.imul(value ^ (value >>> 16), 0x85ebca6b);
  mixed = Math.imul(mixed ^ (mixed >>> 13), 0xc2b2ae35);
  return (mixed ^ (mixed >>> 16)) >>> 0;
}
