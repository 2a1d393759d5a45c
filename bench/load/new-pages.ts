const SIGNS = 16;

/**
 * The path of a page of search results that no cache has. Punctuation is not searched for, so that the
 * results are those of every other such page.
 */
export function newPage(): string {
  const signs = Array.from({ length: SIGNS }, () => (Math.random() < 0.5 ? "." : "!"));
  return `/surveys?q=sabah${signs.join("")}`;
}
