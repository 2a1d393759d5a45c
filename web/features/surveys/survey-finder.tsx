import { useInfiniteQuery } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import SlidersHorizontal from "lucide-react/icons/sliders-horizontal";
import type { ReactNode } from "react";
import { FilterPanel } from "#web/features/surveys/filter-panel.tsx";
import type { ListAddress } from "#web/features/surveys/list-address.ts";
import { MoreSurveys } from "#web/features/surveys/more-surveys.tsx";
import { NoSurveys } from "#web/features/surveys/no-surveys.tsx";
import { SearchForm } from "#web/features/surveys/search-form.tsx";
import { SearchHero } from "#web/features/surveys/search-hero.tsx";
import { SurveyGrid } from "#web/features/surveys/survey-grid.tsx";
import { surveysQuery } from "#web/features/surveys/surveys.api.ts";
import { formatNumber } from "#web/lib/turkish.ts";
import { buttonStyle } from "#web/ui/button-style.ts";
import { ProblemState } from "#web/ui/problem-state.tsx";

interface Props {
  path: "/surveys" | "/discovery";
  address: ListAddress;
  title: string;
  text: string;
  /** Stands under the search. */
  children?: ReactNode;
}

/** Search, filters and the surveys found; all of its state is the address (decision 31). */
export function SurveyFinder({ path, address, title, text, children }: Props) {
  const navigate = useNavigate();
  const { cursor, ...filter } = address;
  const list = useInfiniteQuery(surveysQuery(filter, cursor));
  const surveys = list.data?.pages.flatMap((page) => page.items) ?? [];
  const { q: _, ...filters } = filter;
  const chosen = Object.keys(filters).length;

  const change = (next: ListAddress, replace = false) =>
    void navigate({ to: path, search: next, replace, resetScroll: false });
  const panel = (
    <FilterPanel address={filter} onChange={(part) => change({ ...filter, ...part })} />
  );

  return (
    <>
      <SearchHero title={title} text={text}>
        <SearchForm
          value={address.q ?? ""}
          onSearch={(q) => change({ ...filter, q: q || undefined }, true)}
        />
        {children}
      </SearchHero>
      <div className="wide">
        <section aria-label="Filtreler" className="mb-5 border-b border-line py-2 lg:py-5">
          <details className="lg:hidden">
            <summary className={buttonStyle("plain", "normal", "w-full list-none")}>
              <SlidersHorizontal className="size-5" aria-hidden="true" />
              Filtrele{chosen > 0 && ` (${chosen})`}
            </summary>
            <div className="pt-4">{panel}</div>
          </details>
          <div className="hidden lg:block">{panel}</div>
        </section>
        <p role="status" className="mb-4 min-h-6 text-muted">
          {surveys.length > 0 && count(surveys.length, list.hasNextPage)}
        </p>
        {list.isSuccess && surveys.length === 0 ? (
          <NoSurveys isFiltered={Object.keys(address).length > 0} path={path} />
        ) : (
          <SurveyGrid surveys={surveys} isLoading={list.isPending || list.isFetchingNextPage} />
        )}
        {list.isError && (
          <div className="mt-8">
            <ProblemState
              error={list.error}
              onRetry={list.data ? list.fetchNextPage : list.refetch}
            />
          </div>
        )}
        {list.hasNextPage && !list.isError && (
          <MoreSurveys
            link={{
              to: path,
              search: { ...filter, cursor: list.data?.pages.at(-1)?.next_cursor ?? undefined },
            }}
            isLoading={list.isFetchingNextPage}
            onMore={list.fetchNextPage}
          />
        )}
      </div>
    </>
  );
}

function count(shown: number, hasMore: boolean): string {
  return hasMore
    ? `${formatNumber(shown)} anket gösteriliyor, devamı var`
    : `${formatNumber(shown)} anket bulundu`;
}
