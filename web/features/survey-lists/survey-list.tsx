import { useInfiniteQuery } from "@tanstack/react-query";
import { useRouterState } from "@tanstack/react-router";
import { surveysQuery } from "#web/features/survey-lists/survey-lists.api.ts";
import { ApiProblem } from "#web/lib/api/api-problem.ts";
import { formatNumber } from "#web/lib/turkish.ts";
import { cn } from "#web/ui/cn.ts";
import { ProblemState } from "#web/ui/problem-state.tsx";
import { MoreSurveys } from "./more-surveys.tsx";
import { NoSurveys } from "./no-surveys.tsx";
import type { SearchParams } from "./search-params.ts";
import { SurveyGrid } from "./survey-grid.tsx";

interface Props {
  path: "/surveys" | "/discovery";
  searchParams: SearchParams;
}

/** An endless list of the surveys that match the search parameters. */
export function SurveyList({ path, searchParams }: Props) {
  const { cursor, ...filter } = searchParams;
  const { data, error, ...list } = useInfiniteQuery(surveysQuery(filter, cursor));
  const isLeaving = useRouterState({ select: ({ isLoading }) => isLoading });
  const next = data?.pages.at(-1)?.next_cursor;
  // Votes may move a survey to a later page between two requests: drop the duplicate.
  const loaded = data?.pages.flatMap(({ items }) => items) ?? [];
  const surveys = [...new Map(loaded.map((survey) => [survey.id, survey])).values()];

  // The survey that the cursor points to was deleted: start again from the first page.
  const isCursorInvalid = error instanceof ApiProblem && "cursor" in error.fields;
  const hasFailed = list.isLoadingError || list.isFetchNextPageError || isCursorInvalid;

  return (
    <div className={cn("transition-opacity", isLeaving && "opacity-60")}>
      <h2 className="sr-only">Bulunan anketler</h2>
      <p role="status" className="mb-2 min-h-6 text-muted sm:mb-4">
        {surveys.length > 0 && describeCount(surveys.length, searchParams.type, list.hasNextPage)}
        {data && surveys.length === 0 && <span className="sr-only">Anket bulunamadı</span>}
      </p>
      {data && surveys.length === 0 ? (
        <NoSurveys isFiltered={Object.keys(searchParams).length > 0} path={path} />
      ) : (
        <SurveyGrid surveys={surveys} isLoading={list.isPending || list.isFetchingNextPage} />
      )}
      {hasFailed && (
        <div className="mt-8">
          <ProblemState
            error={error}
            onRetry={data && !isCursorInvalid ? list.fetchNextPage : list.refetch}
          />
        </div>
      )}
      {list.hasNextPage && !hasFailed && (
        <MoreSurveys
          link={{ to: path, search: { ...filter, cursor: next ?? undefined } }}
          isLoading={list.isFetchingNextPage}
          onLoadMore={list.fetchNextPage}
        />
      )}
    </div>
  );
}

function describeCount(shown: number, type: SearchParams["type"], hasMore: boolean): string {
  const found = `${formatNumber(shown)} ${type === "TEST" ? "test" : "anket"}`;
  return hasMore ? `İlk ${found}` : `${found} bulundu`;
}
