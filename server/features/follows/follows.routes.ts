import type { House } from "#server/house.ts";

export function followRoutes(_house: House): void {}
