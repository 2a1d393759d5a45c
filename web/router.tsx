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
import { ApiProblem } from "#web/lib/api-problem.ts";
import { routeTree } from "#web/route-tree.gen.ts";
import { serverSide } from "./lib/ssr-context.ts";

/** One router a request on the server, one for the page's life in the browser. */
export function getRouter() {
  const queryClient = new QueryClient({
    // Without a line a call fails at once and says so, instead of waiting in silence for one.
    defaultOptions: {
      queries: {
        staleTime: 10_000,
        retry: retryWhenUnreachable,
        networkMode: "always",
        refetchOnReconnect: true,
      },
      mutations: { networkMode: "always" },
    },
  });
  const router = createRouter({
    routeTree,
    context: { queryClient },
    // Plain text in the address, so that a code of digits or a search for "007" stays what it is.
    parseSearch: parseSearchWith((text) => text),
    stringifySearch: stringifySearchWith(String),
    // What no page reads in an address is no part of it.
    search: { strict: true },
    defaultPreload: "intent",
    defaultPreloadStaleTime: 0,
    defaultErrorComponent: ErrorPage,
    defaultNotFoundComponent: () => <NotFound />,
    // On the server it would put its script between the page and the footer, where browsers stop
    // to paint and then paint again: `root.tsx` has it.
    scrollRestoration: !serverSide(),
    ssr: { nonce: serverSide()?.nonce || undefined },
    dehydrate: () => ({ queries: JSON.stringify(dehydrate(queryClient)) }),
    hydrate: ({ queries }) => hydrate(queryClient, asJustRead(JSON.parse(queries))),
    Wrap: ({ children }) => (
      <QueryClientProvider client={queryClient}>{children}</QueryClientProvider>
    ),
  });
  router.options.serializationAdapters = [apiProblem];
  return router;
}

/**
 * The server gives a document only while what it was made of is current, however long ago that
 * was, so what comes with it need not be asked for again; out of the browser's store it may be old.
 */
function asJustRead(state: DehydratedState): DehydratedState {
  const [visit] = performance.getEntriesByType("navigation") as PerformanceNavigationTiming[];
  if (visit?.transferSize) {
    for (const query of state.queries) query.state.dataUpdatedAt = Date.now();
  }
  return state;
}

/** Lets a failed call of a loader arrive in the browser with its code and status. */
const apiProblem = createSerializationAdapter({
  key: "api-problem",
  test: (value) => value instanceof ApiProblem,
  toSerializable: (problem) => problem.toParts(),
  fromSerializable: (parts) => new ApiProblem(parts),
});

/** A refusal stays a refusal; only what may pass by itself is asked for once more. */
function retryWhenUnreachable(failures: number, error: Error): boolean {
  const isTransient = !(error instanceof ApiProblem) || error.status === 0 || error.status >= 500;
  return isTransient && failures < 1 && !serverSide();
}

declare module "@tanstack/react-router" {
  interface Register {
    router: ReturnType<typeof getRouter>;
  }
}
