import { cacheKey } from "#server/http/cache/json-cache.ts";

/** Cache key of a person's profile, which changes with the person and with the counts in it. */
export const personKey = (nickname: string) => cacheKey(`person:${nickname}`);
