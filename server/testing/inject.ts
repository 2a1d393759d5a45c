import type { FastifyInstance } from "fastify";
import dispatch, { type InjectOptions } from "light-my-request";

/** Sends a request without a socket, on the same path as those from the network. */
export const ask = (app: FastifyInstance, options: InjectOptions) =>
  dispatch((request, response) => app.server.emit("request", request, response), options);

/** The same with the types of `fetch`. */
export async function inject(app: FastifyInstance, request: Request): Promise<Response> {
  const { pathname, search } = new URL(request.url);
  const answer = await ask(app, {
    method: request.method as "GET",
    url: pathname + search,
    headers: Object.fromEntries(request.headers),
    ...(request.body && { payload: Buffer.from(await request.arrayBuffer()) }),
  });
  const headers = new Headers();
  for (const [name, value] of Object.entries(answer.headers)) headers.set(name, String(value));
  const body = answer.rawPayload.length > 0 ? new Uint8Array(answer.rawPayload) : null;
  return new Response(body, { status: answer.statusCode, headers });
}
