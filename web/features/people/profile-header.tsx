import type { ReactNode } from "react";
import type { PersonCard } from "#contract/endpoints/people.ts";
import { Banner } from "#web/features/people/banner.tsx";
import { Avatar } from "#web/ui/avatar.tsx";
import { FollowListButton } from "./follow-list-button.tsx";

interface Props {
  person: Pick<PersonCard, "name" | "nickname" | "image" | "follower_count"> & {
    following_count: number;
  };
  /** The profile's buttons. */
  children: ReactNode;
}

/** The top of a profile: picture, names, counts and buttons (R131, R108). */
export function ProfileHeader({ person, children }: Props) {
  const { name, nickname, image, follower_count, following_count } = person;
  return (
    <header>
      <Banner className="h-28 rounded sm:h-44" />
      <div className="-mt-14 flex flex-wrap items-end gap-x-5 gap-y-3 px-4 sm:px-6">
        <Avatar image={image} size={128} className="border-4 border-page" />
        <div className="order-last -mx-4 flex w-[calc(100%+--spacing(8))] flex-wrap gap-2 max-sm:*:grow max-sm:*:px-3 sm:order-none sm:mr-0 sm:ml-auto sm:w-auto">
          {children}
        </div>
        <div className="w-full min-w-0">
          <h1
            dir="auto"
            className="w-fit max-w-full text-3xl font-extrabold wrap-anywhere hyphens-auto"
          >
            {name || "Hesabım"}
          </h1>
          {/* Without a name the nickname is a generated one. */}
          {name && <p className="text-muted wrap-anywhere">@{nickname}</p>}
          <div className="-ml-2 flex flex-wrap gap-x-2">
            <FollowListButton nickname={nickname} kind="followers" count={follower_count} />
            <FollowListButton nickname={nickname} kind="followings" count={following_count} />
          </div>
        </div>
      </div>
    </header>
  );
}
