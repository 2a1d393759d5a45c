import type { IncomingMessage, ServerResponse } from "node:http";
import type { FastifyInstance } from "fastify";

declare module "fastify" {
  interface FastifyContextConfig {
    /** Whether the response lasts until the client leaves, so that its duration means nothing. */
    isStream?: boolean;
  }
}

/** A finished request, answered or not. */
export interface Answered {
  request: IncomingMessage;
  method: string;
  /** The pattern of its path, since the path may hold a code or a name; `NO_ROUTE` without one. */
  route: string;
  /** 499 where the client left before the response was sent. */
  status: number;
  /** From when its headers were read until the response was handed over. */
  ms: number;
  /** Bytes written on its connection, headers included. */
  bytes: number;
  requestId: string;
  isStream: boolean;
}

export const NO_ROUTE = "-";
const CLIENT_LEFT = 499;

type Facts = Pick<Answered, "route" | "requestId" | "isStream">;
const UNKNOWN: Facts = { route: NO_ROUTE, requestId: NO_ROUTE, isStream: false };

export interface AnswerWatch {
  /** To be called first with each request. */
  begin(request: IncomingMessage, response: ServerResponse): void;
  /** Records the route of a request that the framework does not see. */
  note(response: ServerResponse, route: string, requestId: string): void;
  /** Records that of all other requests; to be called before other hooks are added. */
  register(app: FastifyInstance): void;
}

/**
 * Calls the listeners after each request, including those that the framework never sees. Returns
 * undefined without listeners, so that nothing is watched.
 */
export function watchAnswers(
  maybe: readonly (((answered: Answered) => void) | undefined)[],
): AnswerWatch | undefined {
  const listeners = maybe.filter((one) => one !== undefined);
  if (listeners.length === 0) return undefined;
  const known = new WeakMap<ServerResponse, Facts>();
  return {
    begin(request, response) {
      const begunAt = performance.now();
      const { socket } = request;
      const bytesBefore = socket.bytesWritten;
      response.once("close", () => {
        const { method = "" } = request;
        const facts = known.get(response) ?? UNKNOWN;
        const status = response.writableFinished ? response.statusCode : CLIENT_LEFT;
        const ms = performance.now() - begunAt;
        const bytes = socket.bytesWritten - bytesBefore;
        for (const listener of listeners)
          listener({ request, method, status, ms, bytes, ...facts });
      });
    },
    note: (response, route, requestId) =>
      void known.set(response, { route, requestId, isStream: false }),
    register(app) {
      app.addHook("onRequest", (request, reply, done) => {
        const { url: route = NO_ROUTE, config } = request.routeOptions;
        known.set(reply.raw, { route, requestId: request.id, isStream: config?.isStream === true });
        done();
      });
    },
  };
}
