import {
  type DehydratedState,
  dehydrate,
  hydrate,
  QueryClient,
  QueryClientProvider,
} from "@tanstack/react-query";
import {
  createRouter,
  createSerializationAdapter,
  parseSearchWith,
  stringifySearchWith,
} from "@tanstack/react-router";
import { ErrorPage } from "#web/features/shell/error-page.tsx";
import { NotFound } from "#web/features/shell/not-found.tsx";
import { ApiProblem } from "#web/lib/api/api-problem.ts";
import { routeTree } from "#web/route-tree.gen.ts";
import { ssrContext } from "./lib/ssr-context.ts";

/** On the server one router per request, in the browser one per page load. */
export function getRouter() {
  const queryClient = new QueryClient({
    // Offline, calls fail at once and say so, instead of waiting for a connection.
    defaultOptions: {
      queries: {
        staleTime: 10_000,
        retry: retryOnceIfTransient,
        networkMode: "always",
        refetchOnReconnect: true,
      },
      mutations: { networkMode: "always" },
    },
  });
  const router = createRouter({
    routeTree,
    context: { queryClient },
    // Search params are plain text, so that a code of digits or a search for "007" stays a string.
    parseSearch: parseSearchWith((text) => text),
    stringifySearch: stringifySearchWith(String),
    // Search params that no page reads are dropped.
    search: { strict: true },
    defaultPreload: "intent",
    defaultPreloadStaleTime: 0,
    defaultErrorComponent: ErrorPage,
    defaultNotFoundComponent: () => <NotFound />,
    // On the server the router would put its script in the middle of the document, which makes
    // browsers paint twice; `root.tsx` puts it at the end.
    scrollRestoration: !ssrContext(),
    ssr: { nonce: ssrContext()?.nonce || undefined },
    // Called on the server only: the build leaves it out of the browser's code.
    dehydrate: () => ({
      queries: import.meta.env.SSR ? JSON.stringify(withoutTimes(dehydrate(queryClient))) : "",
    }),
    hydrate: ({ queries }) => hydrate(queryClient, asJustFetched(JSON.parse(queries))),
    Wrap: ({ children }) => (
      <QueryClientProvider client={queryClient}>{children}</QueryClientProvider>
    ),
  });
  router.options.serializationAdapters = [apiProblem];
  if (import.meta.env.SSR) {
    const { load } = router;
    router.load = async (options) => {
      await load(options);
      for (const match of router.stores.matches.get()) match.updatedAt = 0;
    };
  }
  // Not the router's option, which TanStack Start sets for what it renders during the build.
  if (ssrContext()?.isShell) router.isShell = () => true;
  return router;
}

/**
 * The queries' data in a fixed order and without fetch times: documents of the same state are
 * identical bytes, whichever server renders them and when.
 */
function withoutTimes({ mutations, queries }: DehydratedState): DehydratedState {
  const timeless = queries.map((query) => ({
    ...query,
    dehydratedAt: 0,
    state: { ...query.state, dataUpdatedAt: 0 },
  }));
  return { mutations, queries: timeless.sort((a, b) => (a.queryHash < b.queryHash ? -1 : 1)) };
}

/**
 * A document from the server is up to date, however long ago its data was fetched: its queries count
 * as fetched now. One from the browser's own cache may be old: they are fetched again at once.
 */
function asJustFetched(state: DehydratedState): DehydratedState {
  const [visit] = performance.getEntriesByType("navigation") as PerformanceNavigationTiming[];
  if (visit?.transferSize) {
    for (const query of state.queries) query.state.dataUpdatedAt = Date.now();
  }
  return state;
}

/** Carries a loader's failed call to the browser with its code and status. */
const apiProblem = createSerializationAdapter({
  key: "api-problem",
  test: (value) => value instanceof ApiProblem,
  toSerializable: (problem) => problem.toParts(),
  fromSerializable: (parts) => new ApiProblem(parts),
});

/** Retries once, and only failures that may pass by themselves: no response, or a server error. */
function retryOnceIfTransient(failures: number, error: Error): boolean {
  const isTransient = !(error instanceof ApiProblem) || error.status === 0 || error.status >= 500;
  return isTransient && failures < 1 && !ssrContext();
}

declare module "@tanstack/react-router" {
  interface Register {
    router: ReturnType<typeof getRouter>;
  }
}
