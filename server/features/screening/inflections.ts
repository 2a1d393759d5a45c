// The common forms of a Turkish word, by vowel harmony and softened consonants. They are proposed to
// an admin, who chooses among them: a form that nobody writes does no harm.

const VOWELS = "aıoueiöü";
const isVowel = (letter: string) => VOWELS.includes(letter);
const HARD = "fstkçşhp";
const SOFTENED = new Map(Object.entries({ p: "b", ç: "c", t: "d", k: "ğ" }));

const lastVowel = (word: string) => [...word].findLast(isVowel) ?? "e";
const last = (word: string) => word.at(-1) ?? "";

/** The vowel that stands for A (a, e) or I (ı, i, u, ü) behind a word. */
function harmonized(archetype: string, word: string): string {
  const vowel = lastVowel(word);
  const isBack = "aıou".includes(vowel);
  if (archetype === "A") return isBack ? "a" : "e";
  const isRound = "ouöü".includes(vowel);
  if (isRound) return isBack ? "u" : "ü";
  return isBack ? "ı" : "i";
}

/**
 * Adds an ending in which A, I, D and C stand for what harmony makes of them. A letter in
 * parentheses is left out behind a vowel where it is a vowel, behind a consonant where it is none.
 */
function add(word: string, ending: string): string {
  let made = word;
  for (const [part] of ending.matchAll(/\(.\)|./gu)) {
    const letter = part.length > 1 ? (part[1] ?? "") : part;
    const isVowelHere = "AI".includes(letter);
    if (part.length > 1 && isVowelHere === isVowel(last(made))) continue;
    made += isVowelHere ? harmonized(letter, made) : assimilated(letter, made);
  }
  return made;
}

function assimilated(letter: string, word: string): string {
  const isHard = HARD.includes(last(word));
  if (letter === "D") return isHard ? "t" : "d";
  if (letter === "C") return isHard ? "ç" : "c";
  return letter;
}

const beginsWithVowel = (ending: string) => /^(\((?:[AI]|[ysn])\))?[AI]|^\([AI]\)/.test(ending);

/** The beginnings of a word before vowels: with the softened consonant, and as it is where both occur. */
function stemsBeforeVowels(root: string): string[] {
  const soft = SOFTENED.get(last(root));
  const isLong = [...root].filter(isVowel).length > 1;
  if (root.endsWith("nk")) return [`${root.slice(0, -1)}g`];
  if (soft === undefined || !isLong) return [root];
  const softened = root.slice(0, -1) + soft;
  return last(root) === "k" ? [softened] : [softened, root];
}

const CASES = ["(y)I", "(y)A", "DA", "DAn", "(n)In", "(y)lA"];
/** Behind a possessive of the third person. */
const CASES_AFTER_N = ["nI", "nA", "ndA", "ndAn", "nIn", "ylA"];
const POSSESSIVES = ["(I)m", "(I)n", "(I)mIz", "(I)nIz"];
const THIRD = "(s)I";
const COPULAS = ["(y)Im", "sIn", "(y)Iz", "sInIz", "DIr", "(y)DI", "(y)mIş"];
const DERIVED = ["lIk", "lI", "sIz", "CA"];

function nounForms(root: string): string[] {
  const forms = new Set([root]);
  const put = (stem: string, endings: readonly string[]) => {
    for (const ending of endings) {
      const stems = stem === root && beginsWithVowel(ending) ? stemsBeforeVowels(root) : [stem];
      for (const one of stems) forms.add(add(one, ending));
    }
  };
  const withThird = (stem: string) => {
    const before = stem === root ? stemsBeforeVowels(root) : [stem];
    for (const owned of before.map((one) => add(one, THIRD))) {
      forms.add(owned);
      put(owned, CASES_AFTER_N);
    }
  };
  const plural = add(root, "lAr");
  forms.add(plural);
  for (const stem of [root, plural]) {
    put(stem, [...CASES, ...POSSESSIVES, ...COPULAS]);
    withThird(stem);
  }
  put(root, DERIVED);
  return [...forms];
}

const PERSONS_AFTER_D = ["", "m", "n", "k", "nIz", "lAr"];
const PERSONS = ["", "(y)Im", "sIn", "(y)Iz", "sInIz", "lAr"];
const TENSES: readonly (readonly [string, readonly string[]])[] = [
  ["DI", PERSONS_AFTER_D],
  ["sA", PERSONS_AFTER_D],
  ["mIş", PERSONS],
  ["(I)yor", PERSONS],
  ["(A)r", PERSONS],
  ["mAz", ["", "sIn", "lAr"]],
];
const FUTURE = ["", "sIn", "lAr", "sInIz"];
const VERBAL = ["mAk", "mA", "mAyI", "(y)An", "(y)Ip", "(y)ArAk", "(y)IncA", "(y)AlIm"];

function verbForms(stem: string): string[] {
  const forms = new Set(VERBAL.map((ending) => add(stem, ending)));
  for (const [tense, persons] of TENSES) {
    const base = add(stem, tense);
    for (const person of persons) forms.add(add(base, person));
  }
  const future = add(stem, "(y)AcAk");
  for (const person of FUTURE) forms.add(add(future, person));
  forms.add(add(future.replace(/k$/, "ğ"), "Im")).add(add(future.replace(/k$/, "ğ"), "Iz"));
  return [...forms];
}

/** Whether a root is given as an infinitive: "yazmak". */
const isInfinitive = (root: string) => /.{2}m[ae]k$/.test(root);

/** The forms of a noun, or of the verb whose infinitive is given; the root itself comes first. */
export const inflect = (root: string): string[] => [
  ...new Set([root, ...(isInfinitive(root) ? verbForms(root.slice(0, -3)) : nounForms(root))]),
];

/** Where all forms of a word begin alike: a verb without the ending of its infinitive. */
export const stemOf = (root: string): string => (isInfinitive(root) ? root.slice(0, -3) : root);
