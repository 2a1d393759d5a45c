import { createFileRoute, Link } from "@tanstack/react-router";
import type { FeedTab } from "#contract/endpoints/feed.ts";
import { Feed } from "#web/features/feed/feed.tsx";

const OTHER_TABS = ["following", "new", "ending"] as const;

const TABS: readonly { tab: FeedTab; label: string }[] = [
  { tab: "you", label: "Sizin için" },
  { tab: "following", label: "Takip" },
  { tab: "new", label: "Yeni" },
  { tab: "ending", label: "Bitmek üzere" },
];

/** Not among the code of every page, as loaders are. */
const loadCode = () => import("#web/features/feed/feed.api.ts");

export const Route = createFileRoute("/feed")({
  // The first tab has one address.
  validateSearch: ({ tab }: { tab?: unknown }): { tab?: FeedTab } => {
    const found = OTHER_TABS.find((one) => one === tab);
    return found ? { tab: found } : {};
  },
  loaderDeps: ({ search }) => search,
  loader: async ({ context, deps: { tab = "you" } }) => {
    // Visitors follow nobody.
    if (tab === "following") return;
    const { loadQuestions } = await loadCode();
    await loadQuestions(context.queryClient, tab);
  },
  component: FeedPage,
});

function FeedPage() {
  const { tab = "you" } = Route.useSearch();
  return (
    <div className="mx-auto -mt-6 w-full max-w-[42rem] px-(--gutter) sm:-mt-10">
      <h1 className="sr-only">Akış</h1>
      <nav aria-label="Akış" className="-mx-(--gutter) border-b border-line px-(--gutter)">
        <ul className="flex gap-x-1 overflow-x-auto sm:gap-x-3">
          {TABS.map((one) => (
            <li key={one.tab} className="shrink-0">
              <Link
                to="/feed"
                search={one.tab === "you" ? {} : { tab: one.tab }}
                activeOptions={{ exact: true, includeSearch: true }}
                className="-mb-px flex min-h-12 items-center border-b-3 border-transparent px-2 font-semibold text-muted hover:text-ink aria-[current=page]:border-nar aria-[current=page]:text-ink"
              >
                {one.label}
              </Link>
            </li>
          ))}
        </ul>
      </nav>
      <Feed key={tab} tab={tab} />
    </div>
  );
}
