// Finds code that decides by itself who may see a survey or when it is open, instead of asking
// `server/features/visibility/visibility.reads.ts` (ADR-045).

const MAY_SPELL = new Set([
  "server/features/visibility/visibility.reads.ts",
  // What is noted of deletions is below the features.
  "server/deletions/noted-rows.reads.ts",
]);

/** What may follow a column's name: the end of a quoted name, a call, a placeholder or a list. */
const END = String.raw`["'\x60)}\]!]*`;
const OBJECT = String.raw`(?:\w+\??\.)`;

/** A column compared with the operators, in TypeScript, SQL or a call of the query builder. */
const compared = (name: string, operators: string) => [
  String.raw`\b${name}\b${END}\s*(?:\?\?[^<>=;\n]*)?\s(?:${operators})\s(?!visibility\b)`,
  String.raw`\b${name}(?:${operators})[\w\s$'"]`,
  String.raw`\b${name}["'],\s*["'](?:${operators})["']`,
];
const NULLITY = "is(?: not)?";
const EQUALITY = String.raw`===?|!==?|<>|=(?!\s*null)|in|not in|${NULLITY}`;

const SPELLINGS = [
  ...compared("(?<!result_)visibility", EQUALITY),
  String.raw`(?:===?|!==?|<>)\s*${OBJECT}+visibility\b`,
  String.raw`!${OBJECT}+visibility\b|${OBJECT}visibility\s*(?:\?\?|\? |&&|\|\|)`,
  String.raw`\b(?:if|switch|Boolean|includes) ?\(${OBJECT}+visibility\)|\bcase (?:\w+\.)?visibility\b`,
  ...compared("hidden_until_end", EQUALITY),
  ...compared("adults_only", EQUALITY),
  ...compared("listed", String.raw`[!=]==?|<>|=(?=\s*[1$])`),
  String.raw`\blisted["'],\s*["'][!=<i]`,
  ...compared("invitation_code", EQUALITY),
  ...compared("owner_id", NULLITY),
  String.raw`\bowner_id\s*[!=]==? null`,
  ...compared("expire_time", `<=?|>=?|${NULLITY}`),
  String.raw`\s(?:<=?|>=?)\s+${OBJECT}*expire_time\b`,
  ...compared("start_time", "<=?|>"),
  String.raw`\bnow\b[()}]*\s*(?:<=?|>=?)\s+${OBJECT}*start_time\b`,
  String.raw`\b(?:from|join)\s+invitations\b`,
];
const SPELLING = new RegExp(SPELLINGS.map((one) => `(?:${one})`).join("|"), "g");
const COMMENT = /\/\*[\s\S]*?\*\/|\/\/.*/g;

/** Returns the numbers of the lines on which a file of the server's product code does so. */
export function visibilitySpellings(file: string, text: string): number[] {
  const isProduct =
    /^server\/(?!testing\/|tests\/|db\/migrations\/).*\.ts$/.test(file) &&
    !/\.test\.ts$/.test(file);
  if (!isProduct || MAY_SPELL.has(file)) return [];
  const code = text.replace(COMMENT, (comment) => comment.replace(/[^\n]/g, " "));
  const found = [...code.matchAll(SPELLING)].map(({ index }) => index);
  return [...new Set(found.map((at) => code.slice(0, at).split("\n").length))];
}
