const MARKS = /\p{M}/gu;
const UNSEEN = /\p{C}/gu;

/**
 * Letters as a search compares them: without case, dots, cedillas or accents, so that "DIYARBAKIR"
 * finds "Diyarbakır" (decision 31). Control characters are dropped, white space is single.
 */
export const foldTurkish = (text: string): string =>
  text
    .normalize("NFKD")
    .replace(/\s+/g, " ")
    .replace(MARKS, "")
    .replace(UNSEEN, "")
    .toLowerCase()
    .replaceAll("ı", "i")
    .trim();

/** What a survey is found by. */
export const searchText = (question: string, description: string): string =>
  foldTurkish(`${question} ${description}`);

/** The words that all must occur, each as a pattern for `like … escape '!'`. */
export function searchPatterns(query: string): string[] {
  const words = new Set(foldTurkish(query).split(" ").filter(Boolean));
  return [...words].map((word) => `%${word.replaceAll(/[!%_]/g, "!$&")}%`);
}
