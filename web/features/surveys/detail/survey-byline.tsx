import { Link } from "@tanstack/react-router";
import type { ReactNode } from "react";
import { voteNoun } from "#contract/ballots/ballots.ts";
import type { Survey } from "#contract/shapes/survey-shapes.ts";
import { trueUntil } from "#web/lib/page-clock.ts";
import { formatDate, formatNumber, formatTimeLeft } from "#web/lib/turkish.ts";
import { Avatar } from "#web/ui/avatar.tsx";

/** Author, start, votes, time left and views; the whole line links to the profile. */
export function SurveyByline({ survey }: { survey: Survey }) {
  const { user, start_time, expire_time, view_count, vote_count, ballot } = survey;
  return (
    <div className="relative flex min-w-0 items-center gap-3">
      <Avatar image={user.image} size={40} />
      <div className="min-w-0">
        <Link
          to="/profile/$nickname"
          params={{ nickname: user.nickname }}
          dir="auto"
          className="block w-fit max-w-full truncate rounded font-semibold after:absolute after:inset-0 hover:underline"
        >
          {user.name}
        </Link>
        {/* One line: parts that do not fit are left out, the last first. */}
        <p className="flex max-h-[1lh] flex-wrap gap-x-1.5 overflow-hidden text-sm text-muted tight:max-h-none">
          <time dateTime={start_time}>{formatDate(start_time)}</time>
          {vote_count !== null && (
            <Fact>
              <b className="text-ink">
                {formatNumber(vote_count)} {voteNoun(ballot)}
              </b>
            </Fact>
          )}
          <Fact>
            <time dateTime={expire_time ?? undefined} suppressHydrationWarning>
              {formatTimeLeft(expire_time, Date.now(), trueUntil)}
            </time>
          </Fact>
          <Fact>{formatNumber(view_count)} görüntülenme</Fact>
        </p>
      </div>
    </div>
  );
}

const Fact = ({ children }: { children: ReactNode }) => (
  <span className="flex gap-x-1.5 before:content-['·']">{children}</span>
);
