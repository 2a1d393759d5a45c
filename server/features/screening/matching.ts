import { foldWord, lowerTurkish, squeeze } from "./folding.ts";

/** A form of the operator's list, with the folded spellings of it that are no other word. */
export interface WordForm {
  form: string;
  /** Null where another word of Turkish has the same letters: "sik" and "sık". */
  letters: string | null;
  /** The same, without repeated letters. */
  squeezed: string | null;
}

/** The operator's list, prepared for texts. */
export interface WordList {
  isEmpty: boolean;
  exact: ReadonlySet<string>;
  letters: ReadonlyMap<string, string>;
  squeezed: ReadonlyMap<string, string>;
  /** Forms that are never held. */
  allowed: ReadonlySet<string>;
}

export function prepareList(forms: readonly WordForm[], allowed: readonly string[]): WordList {
  const keyed = (key: "letters" | "squeezed") =>
    new Map(forms.flatMap((one) => (one[key] ? [[one[key], one.form] as const] : [])));
  return {
    isEmpty: forms.length === 0,
    exact: new Set(forms.map(({ form }) => form)),
    letters: keyed("letters"),
    squeezed: keyed("squeezed"),
    allowed: new Set(allowed),
  };
}

/** A form of the list, and how the text spells it. */
export interface Match {
  form: string;
  found: string;
}

const MATCHES_MAX = 20;

/** Returns the forms of the list that the texts contain as words, each once. */
export function findMatches(list: WordList, texts: readonly string[]): Match[] {
  const matches = new Map<string, Match>();
  if (list.isEmpty) return [];
  for (const text of texts) {
    for (const written of wordsIn(text)) {
      const form = formOf(list, written);
      if (form !== undefined && matches.size < MATCHES_MAX && !matches.has(form))
        matches.set(form, { form, found: written });
    }
  }
  return [...matches.values()];
}

/** How a form can begin and end, and what can be inside of it. */
const WORD = /[\p{L}\p{N}\p{M}@$]+(?:![\p{L}\p{N}\p{M}@$]+)*/gu;
/** Words broken by signs: "or.os-pu". */
const BROKEN =
  /(?<![\p{L}\p{N}\p{M}@$])[\p{L}\p{N}\p{M}@$]+(?:[-._*~|·•+=]+[\p{L}\p{N}\p{M}@$]+)+/gu;
/** Single letters with signs or spaces between them: "k e l i m e", "k.e.l.i.m.e". */
const SPELLED =
  /(?<![\p{L}\p{N}])[\p{L}\p{N}@$]\p{M}*(?:[\s\p{P}\p{S}]{1,3}[\p{L}\p{N}@$]\p{M}*(?![\p{L}\p{N}])){2,}/gu;
const SEPARATORS = /[\s\p{P}\p{S}]/gu;
/** Keeps the signs that stand for letters. */
const joined = (text: string) =>
  text.replace(SEPARATORS, (sign) => (/[@$]/.test(sign) ? sign : ""));
/** Shorter words appear by chance where two words are joined. */
const BROKEN_MIN = 4;

function wordsIn(text: string): string[] {
  const lower = lowerTurkish(text);
  const words = lower.match(WORD) ?? [];
  const broken = (lower.match(BROKEN) ?? []).filter((one) => joined(one).length >= BROKEN_MIN);
  return [...words, ...broken, ...(lower.match(SPELLED) ?? [])];
}

function formOf(list: WordList, written: string): string | undefined {
  const word = joined(written);
  if (list.allowed.has(word)) return undefined;
  if (list.exact.has(word)) return word;
  // Numbers are not words in disguise.
  if (!/\p{L}/u.test(written)) return undefined;
  const folded = foldWord(written);
  return list.letters.get(folded) ?? list.squeezed.get(squeeze(folded));
}
