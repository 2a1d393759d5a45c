import { foldLetters } from "#contract/shapes/folded-letters.ts";
import { ApiError } from "#server/errors.ts";

const GUESSABLE =
  "Bu şifre çok kolay tahmin edilir; lütfen daha uzun ya da daha alışılmadık bir şifre seçin.";

/** What zxcvbn calls very guessable, its scores 0 and 1; six random characters are beyond it. */
const GUESSES_MIN = 1_000_000;

/** For each sign between or around words: few are popular, in few places. */
const SIGN_GUESSES = 10;

/** Longer passwords take too long to estimate: milliseconds, which grow with their square. */
const ESTIMATED_MAX = 20;

/**
 * Throws 422 for a password that is guessed within a million tries (R34): worldwide and Turkish
 * words, names, clubs and cities, keys in a row, dates and repetitions, also with a few digits or
 * signs, and however the letters are written.
 */
export async function refuseGuessablePassword(password: string, field = "password"): Promise<void> {
  const folded = foldLetters(password);
  if (folded.length > ESTIMATED_MAX) return;
  const typed = password.normalize("NFC").toLocaleLowerCase("tr").slice(0, ESTIMATED_MAX);
  const bare = folded.replace(/[^\p{L}\p{N}]/gu, "");
  // Loaded with the first password: its lists take some 28 MB.
  const { guessesOf } = await import("./password-estimator.ts");
  const isGuessed = (text: string, times = 1) =>
    times < GUESSES_MIN && guessesOf(text) * times < GUESSES_MIN;
  const isGuessable =
    [...new Set([folded, readAsLetters(folded), typed])].some((text) => isGuessed(text)) ||
    isGuessed(bare, SIGN_GUESSES ** (folded.length - bare.length));
  if (!isGuessable) return;
  throw new ApiError("validation_failed", { fields: { [field]: GUESSABLE } });
}

/** Digits and signs within a word are read as the letters that they stand for: "p@r0la1" is "parola1". */
function readAsLetters(password: string): string {
  const [word = "", end = ""] = password.split(/([^\p{L}]*)$/u);
  return word.replace(/[013457@$!|]/g, (sign) => LETTERS[sign] ?? sign) + end;
}

const LETTERS: Record<string, string> = {
  ...{ "0": "o", "1": "i", "3": "e", "4": "a", "5": "s", "7": "t" },
  ...{ "@": "a", $: "s", "!": "i", "|": "i" },
};
