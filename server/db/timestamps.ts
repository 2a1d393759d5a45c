import type { Millis } from "./tables.ts";

/** A moment as it travels on the wire: ISO 8601 in UTC (R151). */
export const toInstant = (millis: Millis): string => new Date(millis).toISOString();
