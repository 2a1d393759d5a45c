import { tsrStartManifest } from "tanstack-start-manifest:v";
import type { AnyRouter } from "@tanstack/react-router";
import {
  createRequestHandler,
  getNormalizedURL,
  getSsrStatus,
  RouterServer,
  transformHtmlStringWithRouter,
} from "@tanstack/react-router/ssr/server";
import type { ServerManifest } from "@tanstack/router-core";
import { createElement } from "react";
import { renderToString } from "react-dom/server";
import { ERRORS } from "#contract/errors.ts";
import { ApiProblem } from "#web/lib/api/api-problem.ts";
import { addForMachines } from "./for-machines.ts";
import { keepMarkup } from "./lib/kept-markup.tsx";
import { renderWithClock } from "./lib/page-clock.ts";
import { deferScripts } from "./lib/page-start/deferred-scripts.ts";
import { setSsrContext, ssrContext } from "./lib/ssr-context.ts";
import { getRouter } from "./router.tsx";
import { routes } from "./routes.ts";

export { setSsrContext } from "./lib/ssr-context.ts";

export interface RenderedPage {
  status: number;
  /** In parts, the first of which ends within the head or after it. */
  html: string[];
  /** The target of a redirect; null for a page. */
  location: string | null;
  /** Until when its time-dependent text is true, in milliseconds since 1970. */
  changesAt: number;
  /** Whether it is useful to one person only, although its document is the same for everybody. */
  isPersonal: boolean;
}

keepMarkup(renderToString);

type Rendered = Pick<RenderedPage, "html" | "changesAt" | "isPersonal">;

const NEVER = Number.POSITIVE_INFINITY;

/** The build's files for each route, without what only the build needs to know. */
const manifest: ServerManifest = {
  routes: Object.fromEntries(
    Object.entries(tsrStartManifest().routes).map(([id, { preloads, scripts, css }]) => [
      id,
      { ...(preloads && { preloads }), ...(scripts && { scripts }), ...(css && { css }) },
    ]),
  ),
};

/**
 * Renders the page at an address of the site, a path and a query. Not with TanStack Start's own
 * handler, whose middleware and server functions nothing here uses.
 */
export async function renderPage(address: string): Promise<RenderedPage> {
  const request = new Request(`${ssrContext()?.siteOrigin}${address}`);
  const { url, handledProtocolRelativeURL } = getNormalizedURL(request.url);
  if (handledProtocolRelativeURL) return { ...NOTHING, status: 308, location: url.href };
  let page: Rendered = NOTHING;
  const getRouterManifest = () => manifest;
  const handle = createRequestHandler({ createRouter: getRouter, request, getRouterManifest });
  const { status, headers } = await handle(async ({ router }) => {
    const rendered = await renderRouter(router);
    page = rendered.page;
    return new Response(null, { status: rendered.status });
  });
  return { ...page, status, location: headers.get("location") };
}

const NOTHING: Rendered = { html: [], changesAt: NEVER, isPersonal: false };

async function renderRouter(router: AnyRouter): Promise<{ page: Rendered; status: number }> {
  const errors = loaderErrors(router);
  for (const error of errors) if (!(error instanceof ApiProblem)) console.error(error);
  // A page whose loader failed has the status of the failed call.
  const problem = errors.find((error) => error instanceof ApiProblem);
  try {
    const { answer, changesAt } = renderWithClock(() =>
      renderToString(createElement(RouterServer, { router })),
    );
    const whole = await transformHtmlStringWithRouter(router, answer);
    const nonce = ssrContext()?.nonce ?? "";
    const html = deferScripts(addForMachines(whole, router, nonce), nonce);
    const status = problem ? problem.status || 503 : getSsrStatus(router);
    return { page: { html, changesAt, isPersonal: isPersonal(router) }, status };
  } catch (error) {
    console.error(error);
    return { page: { html: [lastResort()], changesAt: NEVER, isPersonal: true }, status: 500 };
  }
}

/**
 * Renders a document without a page, which fits every address: the browser loads the page. Nothing
 * else may be rendered meanwhile.
 */
export async function renderShell(): Promise<RenderedPage> {
  const context = ssrContext();
  if (!context) throw new Error("Nothing can be rendered before setSsrContext was called.");
  setSsrContext({ ...context, isShell: true });
  try {
    // A page that adds nothing to the head.
    return await renderPage("/about");
  } finally {
    setSsrContext(context);
  }
}

const isPersonal = (router: AnyRouter): boolean =>
  routes[router.state.matches.at(-1)?.fullPath ?? ""]?.isPersonal === true;

function loaderErrors(router: AnyRouter): unknown[] {
  const errors = router.state.matches.map(({ error }) => error);
  return errors.filter((error) => error instanceof Error);
}

/** The response when not even the error page can be rendered. */
function lastResort(): string {
  const [, title, message] = ERRORS.internal_error;
  return (
    `<!DOCTYPE html><html lang="tr"><head><meta charset="utf-8"><title>${title}</title></head>` +
    `<body><h1>${title}</h1><p>${message}</p><p><a href="/">Anasayfa</a></p></body></html>`
  );
}
