import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import {
  createMemoryHistory,
  createRootRoute,
  createRouter,
  RouterContextProvider,
} from "@tanstack/react-router";
import type { ReactNode } from "react";
import { render } from "vitest-browser-react";
import { ToastArea } from "#web/ui/overlay/toast-area.tsx";
import { answerCalls, type FakeApi } from "./fake-api.ts";

/**
 * Renders a part of the product on its own, with its toasts, at `path`; `api` answers its calls.
 * Waits for the fonts, on which dimensions depend.
 */
export async function show(part: ReactNode, api: FakeApi = {}, path = "/") {
  answerCalls(api);
  const queryClient = new QueryClient({
    defaultOptions: {
      queries: { retry: false, networkMode: "always" },
      mutations: { networkMode: "always" },
    },
  });
  const router = createRouter({
    routeTree: createRootRoute(),
    history: createMemoryHistory({ initialEntries: [path] }),
  });
  const screen = await render(
    <RouterContextProvider router={router as never}>
      <QueryClientProvider client={queryClient}>
        <main>{part}</main>
        <ToastArea />
      </QueryClientProvider>
    </RouterContextProvider>,
  );
  await document.fonts.ready;
  return screen;
}
