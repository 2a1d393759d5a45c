/**
 * For answers that everybody may see. Browsers ask each time whether they still hold. Caches that many
 * people share, such as a CDN, may give them for a second, five more while they ask for them anew, and
 * five minutes while the servers fail.
 */
export const FOR_EVERYBODY =
  "public, max-age=0, s-maxage=1, stale-while-revalidate=5, stale-if-error=300";
