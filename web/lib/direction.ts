/** Letters of right-to-left scripts: Hebrew, Arabic and others. */
const RIGHT_TO_LEFT =
  /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc\u{10800}-\u{10fff}\u{1e800}-\u{1efff}]/u;

/**
 * Wraps a person's words for a sentence that is a plain string, so that their direction does not
 * affect the text around them. Elements use `dir="auto"` or `bdi` instead, whose text is copied
 * without marks.
 */
export const isolated = (words: string): string =>
  RIGHT_TO_LEFT.test(words) ? `\u2068${words}\u2069` : words;
