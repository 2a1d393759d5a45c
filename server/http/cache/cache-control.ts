/**
 * For responses that everybody may see. Browsers revalidate them each time. Shared caches, such as
 * a CDN, may serve them for a second, for five more while they revalidate, and for five minutes
 * while the servers fail.
 */
export const FOR_EVERYBODY =
  "public, max-age=0, s-maxage=1, stale-while-revalidate=5, stale-if-error=300";
