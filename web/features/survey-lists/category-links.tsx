import { useSuspenseQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { useEffect, useRef } from "react";
import { categoriesQuery } from "#web/features/surveys/surveys.api.ts";
import { Kept } from "#web/lib/kept-markup.tsx";
import type { SearchParams } from "./search-params.ts";

/** A row of links, one per category; the other filters stay. */
export function CategoryLinks({ filter }: { filter: SearchParams }) {
  const { data } = useSuspenseQuery(categoriesQuery());
  const list = useRef<HTMLUListElement>(null);
  const { category_id } = filter;
  useEffect(() => {
    const chosen = list.current?.querySelector<HTMLElement>(`[data-category="${category_id}"]`);
    if (!list.current || !chosen) return;
    list.current.scrollLeft =
      chosen.offsetLeft - (list.current.clientWidth - chosen.offsetWidth) / 2;
  }, [category_id]);

  return (
    <Kept
      as="nav"
      by={`categories ${JSON.stringify([filter, data])}`}
      aria-label="Kategoriler"
      className="min-w-0 lg:col-span-2"
    >
      <ul
        ref={list}
        className="relative -mx-4 flex gap-2 overflow-x-auto scroll-px-4 px-4 py-1 sm:mx-0 sm:flex-wrap sm:px-0"
      >
        {[{ id: undefined, name: "Hepsi" }, ...data.items].map(({ id, name }) => (
          <li key={name} data-category={id} className="shrink-0">
            <Link
              to="/discovery"
              search={{ ...filter, category_id: id }}
              activeOptions={{ exact: true, includeSearch: true }}
              resetScroll={false}
              className="flex min-h-11 items-center rounded-full border border-edge bg-surface px-4 font-semibold hover:border-ink aria-[current=page]:border-turkuaz aria-[current=page]:bg-turkuaz aria-[current=page]:text-on-accent forced-colors:aria-[current=page]:underline"
            >
              {name}
            </Link>
          </li>
        ))}
      </ul>
    </Kept>
  );
}
