import { latinLetter } from "./look-alikes.ts";

/** Zero-width characters and others that nobody sees. */
const UNSEEN = /\p{Default_Ignorable_Code_Point}/gu;

/** Digits and signs that are written in place of letters. */
const STAND_INS = new Map(
  Object.entries({ 0: "o", 1: "i", 3: "e", 4: "a", 5: "s", "@": "a", $: "s", "!": "i" }),
);

/** A text as forms are compared: composed, in Turkish lower case, without unseen characters. */
export const lowerTurkish = (text: string): string =>
  text.replace(UNSEEN, "").normalize("NFC").toLocaleLowerCase("tr");

const cache = new Map<string, string>();
const CACHED_MAX = 5000;

function foldCharacter(character: string): string {
  const known = cache.get(character);
  if (known !== undefined) return known;
  const standIn = STAND_INS.get(character);
  const letters = standIn ?? [...character.normalize("NFKD")].map(latinLetter).join("");
  const folded = letters.replace(/[^a-z]/g, "");
  if (cache.size < CACHED_MAX) cache.set(character, folded);
  return folded;
}

/**
 * A word in the letters a to z: without dots, cedillas and accents, and with the letters that
 * digits, signs and letters of other alphabets stand for. "Ş1k" is "sik".
 */
export function foldWord(word: string): string {
  let folded = "";
  for (const character of word) folded += foldCharacter(character);
  return folded;
}

/** A folded word in which no letter follows itself. */
export const squeeze = (folded: string): string => folded.replace(/(.)\1+/g, "$1");
