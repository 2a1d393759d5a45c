import type { StaffPerson } from "#contract/endpoints/moderation/people.ts";
import { formatDate } from "#web/lib/turkish.ts";
import { Avatar } from "#web/ui/avatar.tsx";
import { Badge } from "#web/ui/badge.tsx";
import { ROLES } from "./roles.ts";

/** An account in a list: who, since when, and what staff knows of it. */
export function PersonLine({ person }: { person: StaffPerson }) {
  const { name, nickname, image, role, created_at } = person;
  return (
    <>
      <Avatar image={image} size={40} />
      <span className="grid min-w-0 grow leading-snug">
        <bdi className="font-semibold wrap-anywhere">{name}</bdi>
        <span className="text-sm text-muted wrap-anywhere">
          @{nickname} · {formatDate(created_at)}
        </span>
      </span>
      {role !== "member" && <Badge variant="info">{ROLES[role]}</Badge>}
      {isSuspended(person) && <Badge variant="primary">Askıda</Badge>}
    </>
  );
}

export const isSuspended = ({ suspended_until }: StaffPerson): boolean =>
  suspended_until !== null && Date.parse(suspended_until) > Date.now();
