import { Link } from "@tanstack/react-router";
import type { PersonCard } from "#contract/endpoints/people.ts";
import { FollowButton } from "#web/features/follows/follow-button.tsx";
import { Avatar } from "#web/ui/avatar.tsx";

interface Props {
  person: Pick<PersonCard, "id" | "name" | "nickname" | "image">;
  onLeave?: () => void;
}

/** A person in a list, linked to their profile, with a follow button. */
export function PersonRow({ person, onLeave }: Props) {
  return (
    <li className="flex items-center gap-3 py-2 tight:flex-wrap">
      <Link
        to="/profile/$nickname"
        params={{ nickname: person.nickname }}
        onClick={onLeave}
        className="group flex min-h-11 min-w-0 grow items-center gap-3 rounded"
      >
        <Avatar image={person.image} size={40} />
        <span className="grid min-w-0 leading-snug">
          <span
            dir="auto"
            className="line-clamp-2 justify-self-start font-semibold wrap-anywhere group-hover:underline"
          >
            {person.name}
          </span>
          <span className="truncate text-sm text-muted">@{person.nickname}</span>
        </span>
      </Link>
      <FollowButton person={person} place="card" />
    </li>
  );
}
