import type { House } from "#server/house.ts";

export function invitationRoutes(_house: House): void {}
