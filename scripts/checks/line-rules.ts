/** A rule about single lines: where it holds, what breaks it, what the complaint says. */
export interface LineRule {
  holdsIn: (file: string) => boolean;
  isBrokenBy: (line: string) => boolean;
  complaint: string;
}

const DURATIONS = "contract/durations.ts";
/** In an arithmetic expression or as a setting; not in a header such as `max-age=3600`. */
const SPELLED_OUT =
  /\b(24|60|1000) \* (60|3_?600)\b|[-+*/:=] (3_?600|86_?400|31_?536_?000)(_?000)?\b/;
const OWN_NAME = /\bconst \[?(SECOND|MINUTE|HOUR|DAY|WEEK)(_MS|_S)?\b/;
/** A number after a word for time: `idleMs: 60_000`, `clock.advance(120_000)`. */
const NUMBER_OF_MS =
  /(?:(?:ms|MS|Ms|[tT]imeout|Time|[tT]ick|advance|letPass|sleep|iso)\b|\bnow\(\)|set(?:Timeout|Interval)\(.*,)[^,;{}"'`]*?\b(\d[\d_]*0_?000)\b/g;
const MINUTE_MS = 60_000;

function spellsDuration(line: string): boolean {
  if (SPELLED_OUT.test(line) || OWN_NAME.test(line)) return true;
  return [...line.matchAll(NUMBER_OF_MS)].some(
    ([, digits = ""]) => Number(digits.replaceAll("_", "")) % MINUTE_MS === 0,
  );
}

const MARKUP = "contract/html.ts";
/** As in a table of escapes of its own. */
const ENTITY = /["'`]&(amp|lt|gt|quot|apos|#39|#x27);["'`]/;

const PALETTES = ["contract/palette.ts", "contract/tiles.ts"];
const COLOR =
  /["'`:\s(]#([\da-f]{3,4}|[\da-f]{6}|[\da-f]{8})\b|\b(oklch|oklab|rgba?|hsla?)\(\s*[\d.]/i;
const isProduct = (file: string) =>
  /^(contract|server|web)\/(?!testing\/)/.test(file) && !isTest(file);

const COMMENT = /^\s*(?:\/\/|\/?\*)(.*)/;
/** Of a test or a group of tests; it may be on a line of its own. */
const TITLE = /^\s*(?:(?:it|test|describe)[\w.]*\()?(["`])(.*)\1,/;
const QUAINT = /\b(whoever|whomever|anew|what of|of before|of no few)\b/i;
const QUAINT_IN_TITLES =
  /\b(tells?|told|once more|for good|(is|are|be) answered|goes with)\b|^answers?\b|(?<!this )\bone('s| (may|reads|came|presses|registers|finds|follows)) /;

function hasQuaintWords(line: string): boolean {
  const [, comment = ""] = COMMENT.exec(line) ?? [];
  const [, , title = ""] = TITLE.exec(line) ?? [];
  return QUAINT.test(comment) || QUAINT.test(title) || QUAINT_IN_TITLES.test(title);
}

const isTest = (file: string) => /\.(test|spec)\.tsx?$|^(testing|e2e)\//.test(file);

/** Where a kind of ballot is defined or registered. */
const BALLOTS = /^((contract|server\/features|web\/features)\/ballots|server\/db\/migrations)\//;
const KIND_OF_BALLOT = /["']single["']/;

/** Where voters are known by the column that names them; everything else asks `voters`. */
const VOTERS = /^server\/(features\/(voters\/|votes\/votes\.writes\.ts)|db\/migrations\/)/;
const VOTER_COLUMN = /\bvotes\.user_id\b|\b(from|join|update|into) votes\b.*\buser_id\b/;

/** Before a Turkish suffix. The product writes ’ as the texts of content/ do. */
const STRAIGHT_APOSTROPHE =
  /[\p{L}\d%}]'(\$\{|(n?[ıiuü]n|[dt][ae]n?|n?[ae]|[ysn]?[ıiuü]|l[ae]r\w*|y?l[ae])(?![\p{L}']))/u;

export const LINE_RULES: LineRule[] = [
  {
    holdsIn: () => true,
    isBrokenBy: hasQuaintWords,
    complaint: "say this in the words of STYLE.md",
  },
  {
    // Migrations never change.
    holdsIn: (file) => file !== DURATIONS && !file.startsWith("server/db/migrations/"),
    isBrokenBy: spellsDuration,
    complaint: `take this duration from ${DURATIONS}`,
  },
  {
    holdsIn: (file) =>
      (isProduct(file) && !/^server\/(db|http)\//.test(file)) || file.startsWith("scripts/demo/"),
    isBrokenBy: (line) => !COMMENT.test(line) && STRAIGHT_APOSTROPHE.test(line),
    complaint: "write ’ for the apostrophe",
  },
  {
    holdsIn: (file) => file !== MARKUP && !isTest(file),
    isBrokenBy: (line) => ENTITY.test(line),
    complaint: `escape this with ${MARKUP}`,
  },
  {
    holdsIn: (file) => isProduct(file) && !PALETTES.includes(file),
    isBrokenBy: (line) => COLOR.test(line),
    complaint: `take this colour from ${PALETTES.join(" or ")}`,
  },
  {
    holdsIn: (file) =>
      /^(contract|server|web)\//.test(file) && !BALLOTS.test(file) && !isTest(file),
    isBrokenBy: (line) => KIND_OF_BALLOT.test(line),
    complaint: "ask the survey for its kind of ballot: contract/ballots/ballots.ts",
  },
  {
    holdsIn: (file) => file.startsWith("server/") && !VOTERS.test(file) && !isTest(file),
    isBrokenBy: (line) => VOTER_COLUMN.test(line),
    complaint: "ask for voters: server/features/voters/voters.reads.ts",
  },
];
