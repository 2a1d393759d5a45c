import { useSuspenseQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import type { ListAddress } from "#web/features/surveys/list-address.ts";
import { categoriesQuery } from "#web/features/surveys/surveys.api.ts";

/** Every category a press away; pressing the chosen one lets go of it. */
export function CategoryLinks({ address: { cursor: _, ...filter } }: { address: ListAddress }) {
  const { data } = useSuspenseQuery(categoriesQuery());
  return (
    <nav aria-label="Kategoriler">
      <ul className="-mx-4 flex gap-2 overflow-x-auto px-4 py-1 sm:mx-0 sm:flex-wrap sm:px-0">
        {data.items.map(({ id, name }) => (
          <li key={id} className="shrink-0">
            <Link
              to="/discovery"
              search={{ ...filter, category_id: filter.category_id === id ? undefined : id }}
              resetScroll={false}
              aria-current={filter.category_id === id ? "true" : undefined}
              className="flex min-h-11 items-center rounded-full border border-edge bg-surface px-4 font-semibold hover:border-ink aria-[current=true]:border-turkuaz aria-[current=true]:bg-turkuaz aria-[current=true]:text-on-accent"
            >
              {name}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  );
}
