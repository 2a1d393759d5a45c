import type { AnyRouter } from "@tanstack/react-router";
import {
  getSsrStatus,
  RouterServer,
  transformHtmlStringWithRouter,
} from "@tanstack/react-router/ssr/server";
import { createStartHandler } from "@tanstack/react-start/server";
import { createElement } from "react";
import { renderToString } from "react-dom/server";
import { ERRORS } from "#contract/errors.ts";
import { ApiProblem } from "#web/lib/api/api-problem.ts";
import { addForMachines } from "./for-machines.ts";
import { keepMarkup } from "./lib/kept-markup.tsx";
import { renderWithClock } from "./lib/page-clock.ts";
import { deferScripts } from "./lib/page-start/deferred-scripts.ts";
import { setSsrContext, ssrContext } from "./lib/ssr-context.ts";
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

/** The page rendered for a request; as a response body it would be encoded and decoded twice. */
const rendered = new WeakMap<Request, Rendered>();
const NEVER = Number.POSITIVE_INFINITY;

const handle = createStartHandler(async ({ request, router, responseHeaders }) => {
  const errors = loaderErrors(router);
  for (const error of errors) if (!(error instanceof ApiProblem)) console.error(error);
  // A page whose loader failed has the status of the failed call.
  const problem = errors.find((error) => error instanceof ApiProblem);
  const headers = responseHeaders;
  try {
    const { answer, changesAt } = renderWithClock(() =>
      renderToString(createElement(RouterServer, { router })),
    );
    const whole = await transformHtmlStringWithRouter(router, answer);
    const nonce = ssrContext()?.nonce ?? "";
    const html = deferScripts(addForMachines(whole, router, nonce), nonce);
    rendered.set(request, { html, changesAt, isPersonal: isPersonal(router) });
    const status = problem ? problem.status || 503 : getSsrStatus(router);
    return new Response(null, { status, headers });
  } catch (error) {
    console.error(error);
    rendered.set(request, { html: [lastResort()], changesAt: NEVER, isPersonal: true });
    return new Response(null, { status: 500, headers });
  }
});

/** Renders the page at an address of the site, a path and a query. */
export async function renderPage(address: string): Promise<RenderedPage> {
  const request = new Request(`${ssrContext()?.siteOrigin}${address}`);
  const { status, headers } = await handle(request);
  const page = rendered.get(request) ?? { html: [], changesAt: NEVER, isPersonal: false };
  return { ...page, status, location: headers.get("location") };
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

export default { fetch: handle };
