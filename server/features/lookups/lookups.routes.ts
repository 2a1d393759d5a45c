import type { House } from "#server/house.ts";

export function lookupRoutes(_house: House): void {}
