import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { foldWord, lowerTurkish, squeeze } from "./folding.ts";
import { findMatches, prepareList, type WordForm } from "./matching.ts";

// Runs in a thread of its own, since the dictionary has 371,000 lines.

interface Candidate {
  form: string;
  root: string;
}

/** What the dictionary has for a form. */
interface Known {
  isWord: boolean;
  /** Whether it is also a form of another word, such as "ama" of "am". */
  isOther: boolean;
  /** Words that are the same once folded, without the form itself. */
  letters: string[];
  squeezed: string[];
}

/** The words of `dictionary-tr` that are, or once folded look like, the forms; in their order. */
function scanDictionary(candidates: readonly Candidate[]): Known[] {
  const known = candidates.map(
    (): Known => ({ isWord: false, isOther: false, letters: [], squeezed: [] }),
  );
  const wanted = Map.groupBy(candidates.keys(), (at) => keyOf(candidates[at]?.form ?? ""));
  const beginnings = new Set([...wanted.keys()].flatMap((key) => beginningsOf(key)));
  const endings = readEndings();
  for (const line of lines("index.dic")) {
    const [written = "", flags = ""] = line.split("/");
    // Most lines need no more than a look at their first letter.
    if (!beginnings.has(foldWord(lowerTurkish(written.slice(0, 1))))) continue;
    const stem = lowerTurkish(written);
    if (!beginnings.has(keyOf(stem))) continue;
    for (const ending of ["", ...flags.split(",").map((flag) => endings.get(flag) ?? "")]) {
      const word = stem + ending;
      for (const at of wanted.get(keyOf(word)) ?? []) {
        const [candidate, found] = [candidates[at], known[at]];
        if (candidate && found) note(found, candidate, { stem, ending, word });
      }
    }
  }
  return known;
}

interface Parsed {
  stem: string;
  ending: string;
  word: string;
}

function note(known: Known, { form, root }: Candidate, { stem, ending, word }: Parsed): void {
  if (word !== form) {
    const same = foldWord(word) === foldWord(form) ? known.letters : known.squeezed;
    if (!same.includes(word)) same.push(word);
    return;
  }
  known.isWord = true;
  if (stem !== root && (ending === "" || !stem.startsWith(root.slice(0, -1)))) known.isOther = true;
}

const keyOf = (word: string): string => squeeze(foldWord(word));
const beginningsOf = (key: string): string[] =>
  [...key].map((_, at) => squeeze(key.slice(0, at + 1)));

const lines = (name: string): string[] =>
  readFileSync(fileURLToPath(new URL(name, import.meta.resolve("dictionary-tr"))), "utf8").split(
    "\n",
  );

/** Endings by their flag. They only add letters, under no condition. */
function readEndings(): Map<string, string> {
  const rules = lines("index.aff").map((line) => line.split(" "));
  return new Map(
    rules.flatMap(([kind, flag = "", , ending = "", last]) =>
      kind === "SFX" && last === "." ? [[flag, ending] as const] : [],
    ),
  );
}

export interface Trial {
  candidates: readonly Candidate[];
  /** Forms of the list, which are no innocent words. */
  listed: readonly string[];
  /** Whether all candidates will be on the list, or only those that are no other words. */
  addsAll: boolean;
  allowed: readonly string[];
  /** The texts of each survey. */
  surveys: readonly (readonly string[])[];
}

export interface Tried {
  form: string;
  isWord: boolean;
  isOther: boolean;
  /** Words that have the same letters, of which one at least is on no list. */
  alike: string[];
  keys: Pick<WordForm, "letters" | "squeezed">;
  /** Which surveys it would hold, by their place in `surveys`. */
  held: number[];
}

/** Decides which folded spellings of the forms can be searched for, and finds what each would hold. */
export function tryForms({ candidates, listed, addsAll, allowed, surveys }: Trial): Tried[] {
  const found = scanDictionary(candidates);
  const added = candidates.filter((_, at) => addsAll || !found[at]?.isOther);
  const own = new Set([...listed, ...added.map(({ form }) => form)]);
  const tried = found.map(({ isWord, isOther, letters, squeezed }, at) => {
    const { form = "" } = candidates[at] ?? {};
    const isInnocent = (word: string) => !own.has(word);
    const alike = letters.filter(isInnocent);
    const folded = foldWord(form);
    const keys = {
      letters: alike.length > 0 ? null : folded,
      squeezed: [...alike, ...squeezed.filter(isInnocent)].length > 0 ? null : squeeze(folded),
    };
    return { form, isWord, isOther, alike: alike.slice(0, 3), keys };
  });
  const holding = (forms: readonly Omit<Tried, "held">[], places: readonly number[]) => {
    const list = prepareList(
      forms.map(({ form, keys }) => ({ form, ...keys })),
      allowed,
    );
    return places.filter((place) => findMatches(list, surveys[place] ?? []).length > 0);
  };
  // Most surveys have none of the forms, and are read once for all of them.
  const some = holding(tried, [...surveys.keys()]);
  return tried.map((one) => ({ ...one, held: holding([one], some) }));
}
