import type { Millis } from "./tables.ts";

/** Milliseconds since 1970 as ISO 8601 in UTC, as the API has it (R151). */
export const toTimestamp = (millis: Millis): string => new Date(millis).toISOString();
