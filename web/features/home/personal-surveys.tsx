import { infiniteQueryOptions, useInfiniteQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { CARDS_AT_ONCE } from "#contract/limits.ts";
import { callApi } from "#web/lib/api/api-client.ts";
import { queryKeys } from "#web/lib/api/query-keys.ts";
import { useLoginState } from "#web/lib/session.ts";
import { EmptyState } from "#web/ui/empty-state.tsx";
import { LinkButton } from "#web/ui/link-button.tsx";
import { ProblemState } from "#web/ui/problem-state.tsx";
import { SurveyCarousel } from "./survey-carousel.tsx";

/** Surveys for signed-in people only. Documents reserve the space, so that nothing moves later. */
export function PersonalSurveys() {
  if (useLoginState() === "out") return null;
  return (
    <div className="grid grid-cols-1 gap-16 signed-out:hidden sm:gap-24">
      <PersonalList
        list="feed"
        title="Takip ettikleriniz"
        empty={
          <EmptyState
            title="Takip ettikleriniz şu an bir şey sormuyor"
            text="Merak ettiğiniz kişileri takip edin; sordukları sorular burada görünsün."
          >
            <LinkButton to="/discovery">Anketleri Keşfet</LinkButton>
          </EmptyState>
        }
      />
      <PersonalList
        list="unanswered"
        title="Henüz oy vermedikleriniz"
        empty={
          <EmptyState
            title="Hepsine oy verdiniz"
            text="Yeni sorular gelince burada sizi bekler. Bu arada siz de bir soru sorun."
          >
            <LinkButton variant="primary" to="/survey/create">
              Anket Oluştur
            </LinkButton>
          </EmptyState>
        }
      />
    </div>
  );
}

interface Props {
  list: "feed" | "unanswered";
  title: string;
  /** Shown if there are no surveys. */
  empty: ReactNode;
}

function PersonalList({ list, title, empty }: Props) {
  const isSignedIn = useLoginState() === "in";
  const surveys = useInfiniteQuery({ ...personalSurveysQuery(list), enabled: isSignedIn });
  const { data, error, hasNextPage, isFetchingNextPage, fetchNextPage, refetch } = surveys;
  const items = data?.pages.flatMap((page) => page.items) ?? [];
  // Votes may move a survey to a later page between two requests.
  const shown = [...new Map(items.map((survey) => [survey.id, survey])).values()];
  if (shown.length > 0 || surveys.isPending) {
    return (
      <SurveyCarousel
        title={title}
        of={title}
        surveys={shown}
        isLoading={surveys.isPending || isFetchingNextPage}
        onEndNear={() => void (hasNextPage && !isFetchingNextPage && fetchNextPage())}
      />
    );
  }
  return (
    <section aria-label={title} className="wide">
      <h2 className="mb-6 text-question">{title}</h2>
      {data ? empty : <ProblemState error={error} onRetry={refetch} />}
    </section>
  );
}

/** Surveys by followed people, or surveys still to be voted on, page by page. */
const personalSurveysQuery = (list: "feed" | "unanswered") =>
  infiniteQueryOptions({
    queryKey: queryKeys.personalSurveys(list),
    queryFn: ({ pageParam, signal }) =>
      callApi(`GET /api/auth/account/${list}`, {
        query: { limit: CARDS_AT_ONCE, cursor: pageParam },
        signal,
      }),
    initialPageParam: "",
    getNextPageParam: (page) => page.next_cursor,
  });
