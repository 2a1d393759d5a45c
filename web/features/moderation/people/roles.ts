import type { Role } from "#contract/endpoints/moderation.ts";

export const ROLES: Record<Role, string> = {
  moderator: "Moderatör",
  admin: "Yönetici",
  member: "Üye",
};
