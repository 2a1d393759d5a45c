import { queryOptions, useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import SkipForward from "lucide-react/icons/skip-forward";
import { useEffect, useRef, useState } from "react";
import { SKIPPED_MAX } from "#contract/limits.ts";
import type { Survey } from "#contract/shapes/survey-shapes.ts";
import { SurveyByline } from "#web/features/surveys/detail/survey-byline.tsx";
import { callApi } from "#web/lib/api/api-client.ts";
import { queryKeys } from "#web/lib/api/query-keys.ts";
import { Button } from "#web/ui/button.tsx";
import { EmptyState } from "#web/ui/empty-state.tsx";
import { LinkButton } from "#web/ui/link-button.tsx";
import { Picture } from "#web/ui/picture.tsx";
import { ProblemState } from "#web/ui/problem-state.tsx";
import { Skeleton } from "#web/ui/skeleton.tsx";
import { SurveyBallot } from "./survey-ballot.tsx";
import { useVoteStatus } from "./votes.api.ts";

interface Props {
  /** Id of the survey to continue from. */
  after: number;
  /** Ids of surveys not to offer again. */
  skipped: readonly number[];
}

/** The next survey to vote on, or a note that none is left; after a vote, the one after it. */
export function NextSurveyOffer({ after, skipped: skippedBefore }: Props) {
  const [skipped, setSkipped] = useState(skippedBefore);
  const { data, error, refetch } = useQuery(nextSurveyQuery(after, skipped));
  const next = data?.item;
  const [isVotedOn, setVotedOn] = useState(false);
  const title = useRef<HTMLHeadingElement>(null);
  const isAtEnd = next === null;
  const hasSkipped = skipped.length > 0;
  // The button that had the focus is gone.
  useEffect(() => {
    if (isAtEnd && hasSkipped && document.activeElement === document.body) {
      title.current?.focus({ preventScroll: true });
    }
  }, [isAtEnd, hasSkipped]);
  const titleId = `next-after-${after}`;
  return (
    <>
      <section aria-labelledby={titleId} className="mt-6 border-t border-line pt-4 print:hidden">
        <div className="flex min-h-11 flex-wrap items-center justify-between gap-x-3">
          <h2
            ref={title}
            id={titleId}
            tabIndex={-1}
            className="text-lg font-extrabold outline-none"
          >
            Sıradaki anket
          </h2>
          {!isAtEnd && !isVotedOn && (
            <Button variant="ghost" onClick={() => next && setSkipped([...skipped, next.id])}>
              Bunu Geç
              <SkipForward className="size-5" aria-hidden="true" />
            </Button>
          )}
        </div>
        {next && <NextBallot key={next.id} survey={next} onVoted={() => setVotedOn(true)} />}
        {isAtEnd && <NoneLeft onAgain={hasSkipped && (() => setSkipped([]))} />}
        {next === undefined &&
          (error ? <ProblemState error={error} onRetry={refetch} /> : <BallotSkeleton />)}
      </section>
      {next && <OfferOnceVoted key={next.id} after={next.id} skipped={skipped} />}
    </>
  );
}

function OfferOnceVoted(props: Props) {
  return useVoteStatus(props.after) === "voted" && <NextSurveyOffer {...props} />;
}

function NextBallot({ survey, onVoted }: { survey: Survey; onVoted: () => void }) {
  const questionId = `question-${survey.id}`;
  return (
    <article aria-labelledby={questionId} className="mt-2">
      <div className="grid grid-cols-[minmax(0,1fr)_6rem] items-start gap-x-4 sm:grid-cols-[minmax(0,1fr)_10rem] tight:grid-cols-1">
        <div className="grid gap-1.5">
          <h3 id={questionId} className="text-xl leading-tight font-extrabold wrap-anywhere">
            <Link
              to="/surveys/$id"
              params={{ id: String(survey.id) }}
              dir="auto"
              className="flex min-h-11 items-center rounded hover:underline"
            >
              {survey.question}
            </Link>
          </h3>
          <SurveyByline survey={survey} />
        </div>
        <Picture
          path={survey.image_path}
          alt=""
          sizes="10rem"
          className="aspect-16/9 w-full rounded tight:hidden"
        />
      </div>
      <SurveyBallot survey={survey} layout="compact" onVoted={onVoted} />
    </article>
  );
}

function NoneLeft({ onAgain }: { onAgain: (() => void) | false }) {
  return (
    <EmptyState
      title="Şimdilik hepsi bu"
      text={
        onAgain
          ? "Geçtikleriniz dışında oy verebileceğiniz anket kalmadı."
          : "Oy verebileceğiniz bütün anketlere oy verdiniz."
      }
    >
      {onAgain ? (
        <Button onClick={onAgain}>Geçtiklerimi Göster</Button>
      ) : (
        <LinkButton to="/survey/create">Anket Oluştur</LinkButton>
      )}
    </EmptyState>
  );
}

function BallotSkeleton() {
  return (
    <div className="mt-2 grid gap-3">
      <Skeleton className="h-14" />
      <Skeleton className="h-16" />
      <Skeleton className="h-16" />
    </div>
  );
}

/** The survey to vote on next; does not change while it is on the screen. */
const nextSurveyQuery = (id: number, skipped: readonly number[]) =>
  queryOptions({
    queryKey: queryKeys.nextSurvey(id, skipped),
    queryFn: ({ signal }) =>
      callApi("GET /api/auth/surveys/{id}/next", {
        params: { id },
        query: skipped.length > 0 ? { skip: skipped.slice(-SKIPPED_MAX) } : {},
        signal,
      }),
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  });
