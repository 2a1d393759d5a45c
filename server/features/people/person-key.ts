import { cacheKey } from "#server/http/cache/json-cache.ts";

/** A person's profile, in the cache; it has changed whenever the person or a count in it has. */
export const personKey = (nickname: string) => cacheKey(`person:${nickname}`);
