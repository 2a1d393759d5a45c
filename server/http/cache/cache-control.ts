import { SECOND_MS } from "#contract/durations.ts";

/**
 * For responses that everybody may see. Browsers revalidate them each time. Shared caches, such as
 * a CDN, may serve them for a second, for five more while they revalidate, and for five minutes
 * while the servers fail.
 */
export const FOR_EVERYBODY =
  "public, max-age=0, s-maxage=1, stale-while-revalidate=5, stale-if-error=300";

const LIFETIME = /\b(max-age|s-maxage)=(\d+)/g;
const STALE = /, (?:stale-while-revalidate|stale-if-error)=(\d+)/g;

/**
 * Returns a `cache-control` with which no cache serves the response `ms` milliseconds later;
 * undefined where the given one says so already, or is of pictures that never change.
 */
export function endingBefore(ms: number, given: unknown): string | undefined {
  if (ms === Number.POSITIVE_INFINITY || typeof given !== "string") return undefined;
  if (!given.startsWith("public") || given.includes("immutable")) return undefined;
  const left = Math.floor(ms / SECOND_MS);
  const lifetimes = [...given.matchAll(LIFETIME)].map(([, , seconds]) => Number(seconds));
  const stale = [...given.matchAll(STALE)].map(([, seconds]) => Number(seconds));
  if (Math.max(0, ...lifetimes) + Math.max(0, ...stale) < left) return undefined;
  const within = (_: string, name: string, seconds: string) =>
    `${name}=${Math.min(Number(seconds), Math.max(0, left - 1))}`;
  return `${given.replaceAll(STALE, "").replaceAll(LIFETIME, within)}, must-revalidate`;
}
