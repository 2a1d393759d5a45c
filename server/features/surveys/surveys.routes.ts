import type { House } from "#server/house.ts";

export function surveyRoutes(_house: House): void {}
