import { IncomingMessage, type OutgoingHttpHeaders, ServerResponse } from "node:http";
import { Socket } from "node:net";
import cors from "@fastify/cors";
import type { FastifyInstance } from "fastify";
import helmet from "helmet";
import { DAY_S } from "#contract/durations.ts";
import type { Config } from "#server/config/config.ts";
import { REQUEST_ID } from "#server/http/routing/request-id.ts";

/** Adds `headers`, the security headers of every response (R171), and CORS (R172). */
export async function addSecurity(
  app: FastifyInstance,
  config: Config,
  headers: OutgoingHttpHeaders,
): Promise<void> {
  app.addHook("onRequest", (request, reply, done) => {
    reply.headers(headers);
    reply.header(REQUEST_ID, request.id);
    done();
  });
  if (config.corsOrigins.length > 0) {
    await app.register(cors, {
      origin: config.corsOrigins,
      methods: ["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE"],
      allowedHeaders: ["authorization", "content-type", "purpose", REQUEST_ID],
      exposedHeaders: ["retry-after", "etag", REQUEST_ID],
      maxAge: 600,
      // Otherwise the plug-in answers an incomplete preflight with another error than problem+json.
      strictPreflight: false,
    });
  }
}

/** Computed once with Helmet, since they are the same on every response. */
export function securityHeaders(config: Config): OutgoingHttpHeaders {
  const { apiBaseUrl, imageBaseUrl, corsOrigins } = config;
  // A CDN delivers to our pages with the headers that it received here.
  const hasOtherOrigins = Boolean(apiBaseUrl || imageBaseUrl || corsOrigins.length > 0);
  const request = new IncomingMessage(new Socket());
  const response = new ServerResponse(request);
  const protect = helmet({
    // Pages have their own policy, with hashes; anything else opened in a browser loads nothing.
    contentSecurityPolicy: {
      useDefaults: false,
      directives: { defaultSrc: ["'none'"], baseUri: ["'none'"], frameAncestors: ["'none'"] },
    },
    crossOriginResourcePolicy: { policy: hasOtherOrigins ? "cross-origin" : "same-origin" },
    // `frame-ancestors` above says the same.
    frameguard: false,
    // These concern only pages, which set them.
    crossOriginOpenerPolicy: false,
    originAgentCluster: false,
    dnsPrefetchControl: false,
    referrerPolicy: { policy: "strict-origin-when-cross-origin" },
    strictTransportSecurity: config.publicUrl?.startsWith("https:")
      ? { maxAge: 365 * DAY_S, includeSubDomains: config.hstsSubdomains }
      : false,
    // For obsolete browsers and plug-ins.
    xDownloadOptions: false,
    xPermittedCrossDomainPolicies: false,
    xXssProtection: false,
  });
  protect(request, response, () => undefined);
  return { ...response.getHeaders() };
}
