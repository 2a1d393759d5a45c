import type { House } from "#server/house.ts";

export function accountRoutes(_house: House): void {}
