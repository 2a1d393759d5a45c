import type { FastifyInstance } from "fastify";

/** A request to the product without a socket. */
export async function inject(app: FastifyInstance, request: Request): Promise<Response> {
  const { pathname, search } = new URL(request.url);
  const answer = await app.inject({
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
