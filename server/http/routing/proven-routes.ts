import type { FastifyRequest } from "fastify";
import type { DefineRoute, Prove } from "./define-route.ts";

/** Throws unless the caller proves to own the account, by `given` or earlier. */
type StepUp = (request: FastifyRequest, userId: number, given?: object) => Promise<Prove>;

/**
 * Wraps `defineRoute` so that calls that declare the proof `fresh` ask for it before their handler
 * runs, and fail where the handler does not check it again in its transaction.
 */
export function provenRoutes(defineRoute: DefineRoute, stepUp: StepUp): DefineRoute {
  return (endpoint, handler, more) => {
    if (!("proof" in endpoint) || endpoint.proof !== "fresh") {
      return defineRoute(endpoint, handler, more);
    }
    defineRoute(
      endpoint,
      async (call) => {
        const { request, viewer, body } = call as Proven;
        const prove = await stepUp(request, viewer.id, body);
        let isProved = false;
        const answer = await handler({
          ...call,
          prove: async (tx: Parameters<Prove>[0]) => {
            await prove(tx);
            isProved = true;
          },
        } as never);
        if (!isProved) throw new Error(`${endpoint.path} does not check its proof.`);
        return answer;
      },
      more,
    );
  };
}

type Proven = { request: FastifyRequest; viewer: { id: number }; body?: object };
