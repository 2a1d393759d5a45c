import { useNavigate, useRouter, useRouterState } from "@tanstack/react-router";
import SlidersHorizontal from "lucide-react/icons/sliders-horizontal";
import type { ReactNode } from "react";
import { buttonStyle } from "#web/ui/button-style.ts";
import { FilterPanel } from "./filter-panel.tsx";
import { SearchForm } from "./search-form.tsx";
import { SearchHero } from "./search-hero.tsx";
import { type ListAddress, readListAddress } from "./search-params.ts";
import { FoundSurveys } from "./survey-results.tsx";

interface Props {
  path: "/surveys" | "/discovery";
  address: ListAddress;
  title: string;
  text: string;
  /** Stands under the search, given what was asked for last. */
  children?: (filter: ListAddress) => ReactNode;
}

/** Search, filters and the surveys found; all of its state is the address (R95). */
export function SurveyFinder({ path, address, title, text, children }: Props) {
  const navigate = useNavigate();
  const router = useRouter();
  // What was asked for last shows in the controls at once, its surveys when they are there.
  const wanted = useRouterState({ select: ({ location }) => location });
  const { cursor: _, ...filter } =
    wanted.pathname === path ? readListAddress(wanted.search) : address;
  const { q, ...filters } = filter;
  const chosen = Object.keys(filters).length;

  // A search that was typed before a filter was chosen may be asked for after it.
  const change = (part: ListAddress, replace = false) =>
    void navigate({
      to: path,
      search: (now) => ({ ...readListAddress(now), cursor: undefined, ...part }),
      replace,
      resetScroll: false,
    });
  // Whoever is on the way to another page is not called back by what they typed before.
  const search = (sought: string) => {
    if (router.state.location.pathname === path) change({ q: sought || undefined }, true);
  };
  const panel = <FilterPanel filter={filters} onChange={change} />;

  return (
    <>
      <SearchHero title={title} text={text}>
        <SearchForm value={q ?? ""} onSearch={search} />
        {children?.(filter)}
      </SearchHero>
      <div className="wide">
        <section aria-label="Filtreler" className="mb-5 border-b border-line py-2 lg:py-5">
          <details className="lg:hidden">
            <summary className={buttonStyle("ghost", "normal", "w-full list-none")}>
              <SlidersHorizontal className="size-5" aria-hidden="true" />
              Filtrele{chosen > 0 && ` (${chosen})`}
            </summary>
            <div className="py-4">{panel}</div>
          </details>
          <div className="hidden lg:block">{panel}</div>
        </section>
        <FoundSurveys path={path} address={address} />
      </div>
    </>
  );
}
