import type { AnyRouter } from "@tanstack/react-router";
import { createStartHandler, defaultRenderHandler } from "@tanstack/react-start/server";
import { ERRORS } from "#contract/errors.ts";
import { ApiProblem } from "#web/lib/api-problem.ts";
import { deferScripts } from "./lib/deferred-scripts.ts";
import { ssrContext } from "./lib/ssr-context.ts";

export { setSsrContext } from "./lib/ssr-context.ts";

const render = createStartHandler(async (context) => {
  const errors = loaderErrors(context.router);
  for (const error of errors) if (!(error instanceof ApiProblem)) console.error(error);
  const rendered = (await defaultRenderHandler(context)) as Response;
  const { status, headers } = rendered;
  if (status === 500 && errors.length === 0) return lastResort(headers);
  // A page whose loader's call failed answers with the status of that call.
  const problem = errors.find((error) => error instanceof ApiProblem);
  const html = deferScripts(await rendered.text(), ssrContext()?.nonce ?? "");
  return new Response(html, { status: problem ? problem.status || 503 : status, headers });
});

function loaderErrors(router: AnyRouter): unknown[] {
  const errors = router.state.matches.map(({ error }) => error);
  return errors.filter((error) => error instanceof Error);
}

/** The answer when not even the error page can be rendered. */
function lastResort(headers: Headers): Response {
  const [status, title, message] = ERRORS.internal_error;
  return new Response(
    `<!DOCTYPE html><html lang="tr"><head><meta charset="utf-8"><title>${title}</title></head>` +
      `<body><h1>${title}</h1><p>${message}</p><p><a href="/">Anasayfa</a></p></body></html>`,
    { status, headers },
  );
}

export default { fetch: render };
