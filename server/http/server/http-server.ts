import { createServer, type IncomingMessage, type RequestListener, type Server } from "node:http";
import { MINUTE_MS } from "#contract/durations.ts";
import type { AnswerWatch } from "../answers.ts";
import type { ResponseCache } from "../cache/response-cache.ts";
import { limitRequests } from "../limits/request-limit.ts";
import { originForm } from "../pages/page-request.ts";
import type { FrequentCalls } from "../routing/frequent-calls.ts";
import { namesTwoHosts, rejectRequest } from "../routing/problem.ts";
import { proxyTest } from "./client-ip.ts";
import { type ConnectionLimits, guardConnections } from "./connections.ts";

/** Long enough for twenty pictures over a slow line. */
const REQUEST_TIMEOUT_MS = 10 * MINUTE_MS;
/** How long a connection may be silent before it is closed; streams send something more often. */
const IDLE_MS = 2 * MINUTE_MS;
/** Longer than proxies keep idle connections, so that none sends on one that is being closed. */
const KEEP_ALIVE_MS = 72_000;

/**
 * Fastify's `serverFactory`: a server that guards its connections, answers what it can from the
 * response cache and by the frequent calls, and leaves the rest to the framework. `onLimited` is called with each request
 * that exceeds its client's limit of requests under way.
 */
export function serverFactory(options: {
  limits: ConnectionLimits;
  trustProxy: boolean | string[];
  clientIpOf(request: IncomingMessage): string;
  responseCache: ResponseCache;
  frequentCalls: FrequentCalls;
  answers: AnswerWatch | undefined;
  /** Aborted when the server is about to stop. */
  stopping: AbortSignal | undefined;
  onLimited(request: IncomingMessage): void;
  /** Called with errors thrown while a request was handed over; its connection is closed. */
  onFault(error: unknown): void;
}): (handle: RequestListener) => Server {
  const { limits, trustProxy, clientIpOf, responseCache, frequentCalls, answers, stopping } =
    options;
  const mayBegin = trustProxy ? limitRequests(clientIpOf, limits.perAddress) : undefined;
  const timeouts = {
    requestTimeout: REQUEST_TIMEOUT_MS,
    keepAliveTimeout: KEEP_ALIVE_MS,
    headersTimeout: limits.headersMs,
    connectionsCheckingInterval: limits.checkEveryMs,
  };
  return (handle) => {
    const begin: RequestListener = (request, response) => {
      watch(request, response);
      answers?.begin(request, response);
      // A client that has to reconnect reaches another server.
      if (stopping?.aborted) response.shouldKeepAlive = false;
      request.url = originForm(request.url);
      if (namesTwoHosts(request)) return rejectRequest(request, response, "invalid_request");
      if (responseCache.tryServe(request, response)) return;
      if (mayBegin?.(request, response) === false) {
        rejectRequest(request, response, "too_many_requests");
        return options.onLimited(request);
      }
      const toFramework = () => handle(request, response);
      if (!frequentCalls.tryServe(request, response, toFramework)) toFramework();
    };
    const server = createServer(timeouts, (request, response) => {
      // Writing to a client that has just left emits an error, which would end the process.
      response.on("error", ignore);
      try {
        begin(request, response);
      } catch (error) {
        options.onFault(error);
        request.socket.destroy();
      }
    });
    const watch = guardConnections(server, limits, proxyTest(trustProxy));
    return server.setTimeout(IDLE_MS);
  };
}

const ignore = () => undefined;
