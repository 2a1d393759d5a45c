import { IncomingMessage, type OutgoingHttpHeaders, ServerResponse } from "node:http";
import { Socket } from "node:net";
import cors from "@fastify/cors";
import type { FastifyInstance } from "fastify";
import helmet from "helmet";
import type { Config } from "#server/config/config.ts";
import { REQUEST_ID } from "#server/http/routing/request-id.ts";

/** Adds the security headers of every answer (R171) and CORS (R172). */
export async function addSecurity(app: FastifyInstance, config: Config): Promise<void> {
  const headers = securityHeaders(config);
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
      // Otherwise the plug-in answers an incomplete preflight with an error that is no problem+json.
      strictPreflight: false,
    });
  }
}

/** Computed once with Helmet, since they are the same on every answer. */
function securityHeaders(config: Config): OutgoingHttpHeaders {
  const { apiBaseUrl, imageBaseUrl, corsOrigins } = config;
  // What a CDN gives to pages of ours comes with the headers that it got here.
  const hasOtherOrigins = Boolean(apiBaseUrl || imageBaseUrl || corsOrigins.length > 0);
  const request = new IncomingMessage(new Socket());
  const response = new ServerResponse(request);
  const protect = helmet({
    // Documents have a policy of their own, with hashes; whatever else a browser opens loads nothing.
    contentSecurityPolicy: {
      useDefaults: false,
      directives: { defaultSrc: ["'none'"], frameAncestors: ["'none'"] },
    },
    crossOriginResourcePolicy: { policy: hasOtherOrigins ? "cross-origin" : "same-origin" },
    // `frame-ancestors` above says the same.
    frameguard: false,
    // They concern documents alone, which set them.
    crossOriginOpenerPolicy: false,
    originAgentCluster: false,
    dnsPrefetchControl: false,
    referrerPolicy: { policy: "strict-origin-when-cross-origin" },
    strictTransportSecurity: config.publicUrl?.startsWith("https:")
      ? { maxAge: 31_536_000, includeSubDomains: config.hstsSubdomains }
      : false,
    // For browsers and plug-ins that are out of use.
    xDownloadOptions: false,
    xPermittedCrossDomainPolicies: false,
    xXssProtection: false,
  });
  protect(request, response, () => undefined);
  return { ...response.getHeaders() };
}
