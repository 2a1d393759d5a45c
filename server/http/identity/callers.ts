import type { FastifyInstance, FastifyRequest } from "fastify";
import type { Endpoint } from "#contract/endpoint.ts";
import type { Sessions } from "./sessions.ts";
import { admitted, type Viewer } from "./viewer.ts";

declare module "fastify" {
  interface FastifyRequest {
    /** Undefined for a GET without a limit, whose handler looks the caller up itself. */
    viewer: Viewer | undefined;
    /** `Sessions.forgotten` when the caller was looked up. */
    forgottenBefore: number;
  }
}

interface Callers {
  /** Returns who makes a call, and keeps it in the request. Throws as `admitted` does. */
  find(endpoint: Endpoint, request: FastifyRequest): Promise<Viewer>;
  /** The same after the body, during which the session may have ended or been suspended. */
  findAfterBody(endpoint: Endpoint, request: FastifyRequest): Promise<Viewer>;
}

export function createCallers(app: FastifyInstance, sessions: Sessions): Callers {
  app.decorateRequest("viewer", undefined);
  app.decorateRequest("forgottenBefore", 0);

  async function find(endpoint: Endpoint, request: FastifyRequest): Promise<Viewer> {
    request.forgottenBefore = sessions.forgotten;
    const viewer = endpoint.auth === "none" ? null : await sessions.viewer(request);
    // Also where the caller is refused, whom the security log then names.
    request.viewer = viewer;
    return admitted(endpoint, viewer);
  }

  return {
    find,
    async findAfterBody(endpoint, request) {
      const { viewer, forgottenBefore } = request;
      const isKnown = viewer !== undefined && forgottenBefore === sessions.forgotten;
      return isKnown ? viewer : find(endpoint, request);
    },
  };
}
