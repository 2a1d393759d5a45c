import { useInfiniteQuery, useQueryClient } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import Check from "lucide-react/icons/check";
import { useEffect, useState } from "react";
import type { Survey } from "#contract/shapes/survey-shapes.ts";
import { questionsQuery } from "#web/features/feed/feed.api.ts";
import { FeedQuestion, QuestionSkeleton } from "#web/features/feed/feed-question.tsx";
import { queryKeys } from "#web/lib/api/query-keys.ts";
import { useLoginState } from "#web/lib/session.ts";
import { EmptyState } from "#web/ui/empty-state.tsx";
import { LinkButton } from "#web/ui/link-button.tsx";
import { ProblemState } from "#web/ui/problem-state.tsx";
import { HeroIllustration } from "./hero-illustration.tsx";

/** The first question of the feed; after a vote the next one takes its place (R515). */
export function FirstQuestion() {
  const login = useLoginState();
  return (
    <section
      aria-label="Sıradaki soru"
      // A member's question comes later: what is below must be below the window, or have its room.
      className="min-h-[34rem] min-w-0 signed-in:min-h-[clamp(34rem,100svh-13rem,46rem)]"
    >
      {login !== "in" && (
        <div className="signed-in:hidden">
          <Question isMember={false} />
        </div>
      )}
      {/* The document holds the visitors' question; a member's own comes later, in its room. */}
      {login !== "out" && (
        <div className="signed-out:hidden">
          {login === "in" ? <Question isMember /> : <QuestionSkeleton />}
        </div>
      )}
    </section>
  );
}

function Question({ isMember }: { isMember: boolean }) {
  const { data, error, hasNextPage, ...list } = useInfiniteQuery(questionsQuery("you", isMember));
  const queryClient = useQueryClient();
  const isVoted = ({ id }: Survey) => queryClient.getQueryData(queryKeys.voteStatus(id)) === true;
  const questions = data?.pages.flatMap(({ items }) => items) ?? [];
  // A list that the feed has left behind may begin with questions answered there.
  const [answered, setAnswered] = useState<readonly Survey[]>([]);
  const isAnswered = (survey: Survey) => answered.some(({ id }) => id === survey.id);
  const [first, second] = questions.filter((survey) => !isAnswered(survey) && !isVoted(survey));
  const needsMore = !second && hasNextPage && !list.isFetchingNextPage && !list.isError;
  const { fetchNextPage } = list;
  useEffect(() => {
    if (needsMore) void fetchNextPage();
  }, [needsMore, fetchNextPage]);

  if (list.isLoadingError) return <ProblemState error={error} onRetry={list.refetch} />;
  if (list.isPending) return <QuestionSkeleton />;
  if (!first && answered.length === 0) return isMember ? <NoneLeft /> : <HeroIllustration />;
  // With the same keys, so that the question just answered stays what it is.
  const shown = [...answered.slice(-1), ...(first ? [first] : [])];
  return (
    <div className="grid grid-cols-1 gap-2">
      {shown.map((survey) => (
        <FeedQuestion
          key={survey.id}
          survey={survey}
          priority
          onVoted={() => setAnswered((before) => [...before, survey])}
          outcome={(text) => <Answered survey={survey} text={text} />}
        />
      ))}
      {!first && !hasNextPage && <NoneLeft />}
    </div>
  );
}

/** What remains of a question once it is answered. */
function Answered({ survey, text }: { survey: Survey; text: string }) {
  return (
    <div className="flex min-h-12 animate-rise items-center gap-2.5 rounded bg-ink px-4 text-page">
      <Check className="size-5 shrink-0" aria-hidden="true" />
      <span className="line-clamp-2 min-w-0 grow py-1 leading-tight font-semibold">{text}</span>
      <Link
        to="/surveys/$id/results"
        params={{ id: String(survey.id) }}
        className="flex min-h-11 shrink-0 items-center rounded font-semibold underline underline-offset-4"
      >
        Sonuçlar
      </Link>
    </div>
  );
}

function NoneLeft() {
  return (
    <EmptyState
      title="Hepsine oy verdiniz"
      text="Yeni sorular gelince burada sizi bekler. Bu arada siz de bir soru sorun."
    >
      <LinkButton to="/discovery">Keşfet</LinkButton>
    </EmptyState>
  );
}
