import { type OptionsGraph, ZxcvbnFactory } from "@zxcvbn-ts/core";
import { adjacencyGraphs, dictionary } from "@zxcvbn-ts/language-common";
import { foldLetters } from "#contract/shapes/folded-letters.ts";
import { ApiError } from "#server/errors.ts";
import { TURKISH_WORDS } from "./turkish-words.ts";

const GUESSABLE =
  "Bu şifre çok kolay tahmin edilir; lütfen daha uzun ya da daha alışılmadık bir şifre seçin.";

/** What zxcvbn calls very guessable, its scores 0 and 1; six random characters are beyond it. */
const GUESSES_MIN = 1_000_000;

/** For each sign between or around words: few are popular, in few places. */
const SIGN_GUESSES = 10;

/** Longer passwords take too long to estimate: milliseconds, which grow with their square. */
const ESTIMATED_MAX = 20;

/** Keys of the Turkish layouts from the top row down, each row with its indent. */
const KEYBOARDS = {
  turkishQ: ["1234567890*-", " qwertyuıopğü", " asdfghjklşi,", "<zxcvbnmöç."],
  turkishF: ["1234567890/-", " fgğıodrnhpqw", " uieaütkmlyşx", "<jövcçzsb.,"],
};

const estimator = new ZxcvbnFactory({
  dictionary: {
    common: [...new Set((dictionary["passwords-common"] ?? []).map(String).map(foldLetters))],
    turkish: [...TURKISH_WORDS],
  },
  graphs: {
    qwerty: adjacencyGraphs.qwerty ?? {},
    qwertz: adjacencyGraphs.qwertz ?? {},
    azerty: adjacencyGraphs.azerty ?? {},
    turkishQ: neighboursOn(KEYBOARDS.turkishQ),
    turkishF: neighboursOn(KEYBOARDS.turkishF),
  },
  // `readAsLetters` replaces digits and signs at a small part of the cost.
  l33tMaxSubstitutions: 1,
});

/**
 * Throws 422 for a password that is guessed within a million tries (R34): worldwide and Turkish
 * words, names, clubs and cities, keys in a row, dates and repetitions, also with a few digits or
 * signs, and however the letters are written.
 */
export function refuseGuessablePassword(password: string): void {
  const folded = foldLetters(password);
  if (folded.length > ESTIMATED_MAX) return;
  const typed = password.normalize("NFC").toLocaleLowerCase("tr").slice(0, ESTIMATED_MAX);
  const bare = folded.replace(/[^\p{L}\p{N}]/gu, "");
  const isGuessable =
    [...new Set([folded, readAsLetters(folded), typed])].some((text) => isGuessed(text)) ||
    isGuessed(bare, SIGN_GUESSES ** (folded.length - bare.length));
  if (!isGuessable) return;
  throw new ApiError("validation_failed", { fields: { password: GUESSABLE } });
}

const isGuessed = (text: string, times = 1): boolean =>
  times < GUESSES_MIN && estimator.check(text).guesses * times < GUESSES_MIN;

/** Digits and signs within a word are read as the letters that they stand for: "p@r0la1" is "parola1". */
function readAsLetters(password: string): string {
  const [word = "", end = ""] = password.split(/([^\p{L}]*)$/u);
  return word.replace(/[013457@$!|]/g, (sign) => LETTERS[sign] ?? sign) + end;
}

const LETTERS: Record<string, string> = {
  ...{ "0": "o", "1": "i", "3": "e", "4": "a", "5": "s", "7": "t" },
  ...{ "@": "a", $: "s", "!": "i", "|": "i" },
};

/** The keys around each key: left, upper left, upper right, right, lower right, lower left. */
function neighboursOn(rows: readonly string[]): OptionsGraph[string] {
  const graph: OptionsGraph[string] = {};
  for (const [row, keys] of rows.entries()) {
    for (const [column, key] of [...keys].entries()) {
      const at = (down: number, right: number) => {
        const other = [...(rows[row + down] ?? "")][column + right];
        return other === undefined || other === " " ? null : other;
      };
      const around = [at(0, -1), at(-1, 0), at(-1, 1), at(0, 1), at(1, 0), at(1, -1)];
      if (key !== " ") graph[key] = around;
    }
  }
  return graph;
}
