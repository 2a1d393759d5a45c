import { Link } from "@tanstack/react-router";
import { voteNoun } from "#contract/ballots/ballots.ts";
import type { Survey } from "#contract/shapes/survey-shapes.ts";
import { useKnownVotes } from "#web/features/results/known-votes.ts";
import { trueUntil } from "#web/lib/page-clock.ts";
import { formatNumber, formatTimeLeft } from "#web/lib/turkish.ts";
import { Avatar } from "#web/ui/avatar.tsx";
import { cn } from "#web/ui/cn.ts";
import { Picture } from "#web/ui/picture.tsx";

interface Props {
  survey: Survey;
  /** Of the heading, which names the question. */
  titleId: string;
  /** Whether the picture is among the first to be seen. */
  priority: boolean;
  /** Whether there is less room than in the feed. */
  isLow: boolean;
  hasVoted: boolean;
}

/** What stands above a question's options: who asks, the picture and the question. */
export function QuestionHead({ survey, titleId, priority, isLow, hasVoted }: Props) {
  return (
    <>
      <Byline survey={survey} />
      <Picture
        path={survey.image_path}
        alt=""
        sizes="(min-width: 640px) 37.5rem, 100vw"
        priority={priority}
        className={cn(
          // Home has less room for it.
          isLow ? "h-[clamp(4rem,11svh,12rem)]" : "h-[clamp(5rem,15svh,12rem)]",
          // Its room is for the rows once the bar lies over the window's end.
          hasVoted && "max-sm:[@media(max-height:45rem)]:hidden",
          "-mx-(--gutter) w-[calc(100%+2*var(--gutter))] max-w-none sm:mx-0 sm:w-full sm:rounded",
        )}
      />
      <h2
        id={titleId}
        tabIndex={-1}
        dir="auto"
        className="text-2xl leading-tight font-extrabold wrap-anywhere hyphens-auto outline-none"
      >
        <Link
          to="/surveys/$id"
          params={{ id: String(survey.id) }}
          className="-my-2 block rounded py-2 hover:underline"
        >
          <span className="line-clamp-4">{survey.question}</span>
        </Link>
      </h2>
    </>
  );
}

/** Who asks, how many have voted, and for how long it is open. */
function Byline({ survey }: { survey: Survey }) {
  const { user, expire_time } = survey;
  const votes = useKnownVotes(survey);
  return (
    <p className="flex min-h-11 min-w-0 items-center gap-1.5 text-sm text-muted">
      <Link
        to="/profile/$nickname"
        params={{ nickname: user.nickname }}
        className="flex min-h-11 min-w-0 items-center gap-2.5 rounded text-ink hover:underline"
      >
        <Avatar image={user.image} size={32} />
        <span dir="auto" className="truncate font-semibold">
          {user.name}
        </span>
      </Link>
      {votes !== null && (
        <span className="shrink-0 before:mr-1.5 before:content-['·']">
          <b className="text-ink">
            {formatNumber(votes)} {voteNoun(survey.ballot)}
          </b>
        </span>
      )}
      <time
        dateTime={expire_time ?? undefined}
        suppressHydrationWarning
        className="shrink-0 before:mr-1.5 before:content-['·']"
      >
        {formatTimeLeft(expire_time, Date.now(), trueUntil)}
      </time>
    </p>
  );
}
