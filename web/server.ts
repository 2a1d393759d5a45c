import type { AnyRouter } from "@tanstack/react-router";
import { createStartHandler, defaultRenderHandler } from "@tanstack/react-start/server";
import { ApiProblem } from "#web/lib/api-problem.ts";

export { prepareServerSide } from "#web/lib/server-side.ts";

const render = createStartHandler(async (context) => {
  const problem = failedCall(context.router);
  const response = (await defaultRenderHandler(context)) as Response;
  if (!problem) return response;
  return new Response(response.body, {
    status: problem.status || 503,
    headers: response.headers,
  });
});

/** A page whose loader's call failed answers with the status of that call. */
function failedCall(router: AnyRouter): ApiProblem | undefined {
  const errors = router.state.matches.map((match) => match.error);
  return errors.find((error) => error instanceof ApiProblem);
}

export default { fetch: render };
