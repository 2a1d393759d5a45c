import type { IncomingMessage, ServerResponse } from "node:http";
import type { FastifyInstance } from "fastify";

declare module "fastify" {
  interface FastifyContextConfig {
    /** Whether it goes on until somebody leaves, so that its time says nothing. */
    isStream?: boolean;
  }
}

/** A request that is over, answered or not. */
export interface Answered {
  request: IncomingMessage;
  method: string;
  /** The pattern of its path, since a path itself may hold a code or a name; `NO_ROUTE` without one. */
  route: string;
  /** 499 where the client left before the answer was sent. */
  status: number;
  /** From when its headers were read until the answer was handed over. */
  ms: number;
  /** What was written on its connection, headers included. */
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
  /** Says what was asked for, where the framework does not see it. */
  note(response: ServerResponse, route: string, requestId: string): void;
  /** Has the framework say it for the others; to be called before it has other hooks. */
  register(app: FastifyInstance): void;
}

/**
 * Tells `listeners` of each request that is over, also of those that the framework never sees.
 * Undefined where nobody listens, so that nothing is watched.
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
