/** Letters of right-to-left scripts: Hebrew, Arabic and others. */
const RIGHT_TO_LEFT =
  /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc\u{10800}-\u{10fff}\u{1e800}-\u{1efff}]/u;

/** The direction of a text as `dir="auto"` finds it: that of its first letter. */
export const directionOf = (text: string): "ltr" | "rtl" => {
  const [letter = ""] = /\p{L}/u.exec(text) ?? [];
  return RIGHT_TO_LEFT.test(letter) ? "rtl" : "ltr";
};

/**
 * Wraps a person's words for a sentence that is a plain string, so that their direction does not
 * affect the text around them. Elements use `dir="auto"` or `bdi` instead, whose text is copied
 * without marks.
 */
export const isolated = (words: string): string =>
  RIGHT_TO_LEFT.test(words) ? `\u2068${words}\u2069` : words;
