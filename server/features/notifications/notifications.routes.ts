import type { House } from "#server/house.ts";

export function notificationRoutes(_house: House): void {}
