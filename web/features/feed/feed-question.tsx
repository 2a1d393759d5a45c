import { Link } from "@tanstack/react-router";
import Lock from "lucide-react/icons/lock";
import { type FormEvent, type ReactNode, useState } from "react";
import type { Survey } from "#contract/shapes/survey-shapes.ts";
import { totalOf } from "#web/features/ballots/ballots.ts";
import { useKnownVotes } from "#web/features/results/known-votes.ts";
import { useBallot } from "#web/features/votes/use-ballot.ts";
import { VerifyToVote } from "#web/features/votes/verify-to-vote.tsx";
import { trueUntil } from "#web/lib/page-clock.ts";
import { formatNumber, formatTimeLeft } from "#web/lib/turkish.ts";
import { Avatar } from "#web/ui/avatar.tsx";
import { Button } from "#web/ui/button.tsx";
import { cn } from "#web/ui/cn.ts";
import { Picture } from "#web/ui/picture.tsx";
import { Skeleton } from "#web/ui/skeleton.tsx";
import { countAnswer } from "./feed-day.ts";
import { FeedOutcome } from "./feed-outcome.tsx";
import { FeedRows } from "./feed-rows.tsx";

interface Props {
  survey: Survey;
  /** Whether its pictures are among the first to be seen. */
  priority?: boolean;
  /** The question that comes next, as text and a way to it. */
  next?: { question: string; go: () => void } | undefined;
  /** Called once the server has counted the vote. */
  onVoted?: () => void;
  /** Takes the place of everything once the vote's outcome is known. */
  outcome?: (text: string) => ReactNode;
}

/** Further options would push the last rows out of a phone's window. */
const FEW = 4;

/** A question with its options, on which people vote in place. */
export function FeedQuestion({ survey, priority = false, next, onVoted, outcome }: Props) {
  const ballot = useBallot(survey, {
    isListed: true,
    showsEarlier: true,
    onVoted() {
      countAnswer();
      onVoted?.();
    },
  });
  const { form, choice, isOpen, results, hasVoted, hasVotedNow } = ballot;
  const { options } = survey;
  const [showsAll, setShowsAll] = useState(options.length <= FEW + 1);
  const hidden = options.length - FEW;
  const titleId = `soru-${survey.id}`;

  function submit(event: FormEvent) {
    event.preventDefault();
    if (choice !== null) ballot.vote(choice);
  }

  const shownOutcome = (
    <FeedOutcome
      survey={survey}
      chosen={choice?.survey_option_id}
      results={results}
      isSettled={ballot.isSettled}
      isNew={hasVotedNow}
      problem={ballot.problem}
      next={next}
      shorten={outcome}
    />
  );
  if (outcome && hasVotedNow) return shownOutcome;
  return (
    <article aria-labelledby={titleId} className="flex grow flex-col gap-3">
      <Byline survey={survey} />
      <Picture
        path={survey.image_path}
        alt=""
        sizes="(min-width: 640px) 37.5rem, 100vw"
        priority={priority}
        className={cn(
          // Home has less room for it.
          outcome ? "h-[clamp(4rem,11svh,12rem)]" : "h-[clamp(5rem,15svh,12rem)]",
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
      <form ref={form} onSubmit={submit} autoComplete="off">
        <fieldset aria-disabled={ballot.isSending}>
          <legend className="sr-only">Şıklar</legend>
          <FeedRows
            survey={survey}
            chosen={choice?.survey_option_id}
            isOpen={isOpen}
            isSending={ballot.isSending}
            onChoose={(survey_option_id) => ballot.choose({ survey_option_id })}
            results={results}
            total={totalOf(survey, results)}
            isNew={hasVotedNow}
            most={showsAll ? options.length : FEW}
          />
        </fieldset>
        <div className="flex min-h-11 flex-wrap items-center justify-between gap-x-4">
          {!showsAll && (
            <Button variant="ghost" className="-ml-4" onClick={() => setShowsAll(true)}>
              +{hidden} şık
            </Button>
          )}
          {isOpen && (
            <p className="flex items-center gap-1.5 py-1 text-sm text-muted">
              <Lock className="size-4 shrink-0" aria-hidden="true" />
              {whenShown(survey)}
            </p>
          )}
        </div>
        {ballot.isWaiting && <VerifyToVote {...ballot.waiting} />}
      </form>
      {hasVoted && shownOutcome}
    </article>
  );
}

function whenShown({ voters, result_visibility }: Survey): string {
  if (result_visibility === "end") return "Sonuçlar anket bitince açıklanır.";
  return voters === "verified"
    ? "Doğrulanmış üyelerin oyu sayılır; sonuçlar oydan sonra."
    : "Sonuçları oyunuzdan sonra görürsünüz.";
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
          <b className="text-ink">{formatNumber(votes)} oy</b>
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

/** The room of a question that is being loaded. */
export function QuestionSkeleton({ className }: { className?: string }) {
  return (
    <div aria-hidden="true" className={cn("grid content-start gap-3", className)}>
      <div className="flex h-11 items-center gap-2.5">
        <Skeleton className="size-8 rounded-full" />
        <Skeleton className="h-5 w-40" />
      </div>
      <Skeleton className="h-[clamp(5rem,15svh,12rem)]" />
      <Skeleton className="h-14" />
      {["first", "second", "third", "fourth"].map((key) => (
        <Skeleton key={key} className="h-15" />
      ))}
    </div>
  );
}
