import type { House } from "#server/house.ts";

export function peopleRoutes(_house: House): void {}
