import { useNavigate, useRouter, useRouterState } from "@tanstack/react-router";
import SlidersHorizontal from "lucide-react/icons/sliders-horizontal";
import type { ReactNode } from "react";
import { buttonStyle } from "#web/ui/button-style.ts";
import { FilterPanel } from "./filter-panel.tsx";
import { SearchForm } from "./search-form.tsx";
import { SearchHero } from "./search-hero.tsx";
import { parseSearchParams, type SearchParams } from "./search-params.ts";
import { SurveyList } from "./survey-list.tsx";

interface Props {
  path: "/surveys" | "/discovery";
  searchParams: SearchParams;
  title: string;
  text: string;
  /** Rendered under the search field, with the filter that was last requested. */
  children?: (filter: SearchParams) => ReactNode;
}

/** Search field, filters and the list; the page's address holds all of their state (R95). */
export function SurveyFinder({ path, searchParams, title, text, children }: Props) {
  const navigate = useNavigate();
  const router = useRouter();
  // The controls show the newest navigation at once, while its surveys are still loading.
  const requested = useRouterState({ select: ({ location }) => location });
  const { cursor: _, ...filter } =
    requested.pathname === path ? parseSearchParams(requested.search) : searchParams;
  const { q, ...filters } = filter;
  const { category_id: _category, ...others } = filters;
  const filterCount = Object.keys(children ? others : filters).length;

  // From the newest parameters: a delayed search must not undo a filter chosen meanwhile.
  const change = (part: SearchParams, replace = false) =>
    void navigate({
      to: path,
      search: (current) => ({ ...parseSearchParams(current), cursor: undefined, ...part }),
      replace,
      resetScroll: false,
    });
  // A delayed search must not return people who have left for another page.
  const search = (text: string) => {
    if (router.state.location.pathname === path) change({ q: text || undefined }, true);
  };
  const panel = (id: string) => (
    <FilterPanel id={id} filter={filters} hasCategories={!children} onChange={change} />
  );

  return (
    <>
      <SearchHero title={title} text={text} isUsed={Object.keys(filter).length > 0}>
        <SearchForm value={q ?? ""} onSearch={search} />
        {children?.(filter)}
      </SearchHero>
      <div className="wide">
        <section aria-label="Filtreler" className="mb-2 border-b border-line lg:mb-4 lg:py-2">
          <details className="lg:hidden">
            <summary className={buttonStyle("ghost", "normal", "w-full list-none")}>
              <SlidersHorizontal className="size-5" aria-hidden="true" />
              Filtrele{filterCount > 0 && ` (${filterCount})`}
            </summary>
            <div className="py-4">{panel("small-filters")}</div>
          </details>
          <div className="hidden lg:block">{panel("filters")}</div>
        </section>
        <SurveyList path={path} searchParams={searchParams} />
      </div>
    </>
  );
}
