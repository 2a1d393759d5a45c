import { useInfiniteQuery } from "@tanstack/react-query";
import { useRouterState } from "@tanstack/react-router";
import { surveysQuery } from "#web/features/surveys/surveys.api.ts";
import { ApiProblem } from "#web/lib/api-problem.ts";
import { formatNumber } from "#web/lib/turkish.ts";
import { cn } from "#web/ui/cn.ts";
import { ProblemState } from "#web/ui/problem-state.tsx";
import { MoreSurveys } from "./more-surveys.tsx";
import { NoSurveys } from "./no-surveys.tsx";
import type { ListAddress } from "./search-params.ts";
import { SurveyGrid } from "./survey-grid.tsx";

interface Props {
  path: "/surveys" | "/discovery";
  address: ListAddress;
}

/** The surveys that an address names, going on as one reads. */
export function FoundSurveys({ path, address }: Props) {
  const { cursor, ...filter } = address;
  const { data, error, ...list } = useInfiniteQuery(surveysQuery(filter, cursor));
  const isLeaving = useRouterState({ select: ({ isLoading }) => isLoading });
  const next = data?.pages.at(-1)?.next_cursor;
  // Where votes have moved a survey between two pages, both may hold it.
  const found = data?.pages.flatMap(({ items }) => items) ?? [];
  const surveys = [...new Map(found.map((survey) => [survey.id, survey])).values()];

  // The survey that the list would go on after is gone: it is read again from its beginning.
  const isPlaceLost = error instanceof ApiProblem && "cursor" in error.fields;
  const hasFailed = list.isLoadingError || list.isFetchNextPageError || isPlaceLost;

  return (
    <div className={cn("transition-opacity", isLeaving && "opacity-60")}>
      <h2 className="sr-only">Bulunan anketler</h2>
      <p role="status" className="mb-4 min-h-6 text-muted">
        {surveys.length > 0 && count(surveys.length, address.type, list.hasNextPage)}
        {data && surveys.length === 0 && <span className="sr-only">Anket bulunamadı</span>}
      </p>
      {data && surveys.length === 0 ? (
        <NoSurveys isFiltered={Object.keys(address).length > 0} path={path} />
      ) : (
        <SurveyGrid surveys={surveys} isLoading={list.isPending || list.isFetchingNextPage} />
      )}
      {hasFailed && (
        <div className="mt-8">
          <ProblemState
            error={error}
            onRetry={data && !isPlaceLost ? list.fetchNextPage : list.refetch}
          />
        </div>
      )}
      {list.hasNextPage && !hasFailed && (
        <MoreSurveys
          link={{ to: path, search: { ...filter, cursor: next ?? undefined } }}
          isLoading={list.isFetchingNextPage}
          onMore={list.fetchNextPage}
        />
      )}
    </div>
  );
}

function count(shown: number, type: ListAddress["type"], hasMore: boolean): string {
  const found = `${formatNumber(shown)} ${type === "TEST" ? "test" : "anket"}`;
  return hasMore ? `${found} gösteriliyor, devamı var` : `${found} bulundu`;
}
