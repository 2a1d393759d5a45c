import type { BrowserContext, Page, Request } from "@playwright/test";

/** The streams of events that a browser's pages hold open from here on. */
export function streamsOf(context: BrowserContext): () => { page: Page; surveys: string }[] {
  const open = new Set<Request>();
  context.on("request", (request) => {
    if (/\/stream$/.test(new URL(request.url()).pathname)) open.add(request);
  });
  context.on("requestfailed", (request) => open.delete(request));
  context.on("requestfinished", (request) => open.delete(request));
  return () =>
    [...open]
      .map((request) => ({
        page: request.frame().page(),
        surveys: new URL(request.url()).searchParams.get("surveys") ?? "",
      }))
      .filter(({ page }) => !page.isClosed());
}
