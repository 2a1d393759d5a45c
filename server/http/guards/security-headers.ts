import { IncomingMessage, type OutgoingHttpHeaders, ServerResponse } from "node:http";
import { Socket } from "node:net";
import cors from "@fastify/cors";
import rateLimit, { normalizeIP } from "@fastify/rate-limit";
import type { FastifyInstance } from "fastify";
import helmet from "helmet";
import type { Config } from "#server/config.ts";
import { ApiError } from "#server/errors.ts";
import { addressReader } from "./client-ip.ts";

/** Heads of every answer, who may call from other origins, and how often (R171, R172, R161). */
export async function secure(app: FastifyInstance, config: Config): Promise<void> {
  const heads = securityHeads(config);
  app.addHook("onRequest", (_request, reply, done) => {
    reply.headers(heads);
    done();
  });
  if (config.corsOrigins.length > 0) {
    await app.register(cors, {
      origin: config.corsOrigins,
      methods: ["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE"],
      allowedHeaders: ["authorization", "content-type", "purpose"],
      exposedHeaders: ["retry-after", "etag"],
      maxAge: 600,
      // What is no preflight is answered like one, instead of in a shape of its own.
      strictPreflight: false,
    });
  }
  if (config.rateLimits) {
    const addressOf = addressReader(config.trustProxy);
    await app.register(rateLimit, {
      global: false,
      keyGenerator: (request) => normalizeIP(addressOf(request.raw)),
      errorResponseBuilder: (_request, { ttl }) =>
        new ApiError("too_many_requests", { retryAfterSeconds: Math.ceil(ttl / 1000) }),
    });
  }
}

/** Helmet's heads are the same on every answer, so it is asked once. */
function securityHeads(config: Config): OutgoingHttpHeaders {
  const hasOtherOrigins = config.apiBaseUrl !== undefined || config.corsOrigins.length > 0;
  const request = new IncomingMessage(new Socket());
  const response = new ServerResponse(request);
  const protect = helmet({
    // Documents carry their own policy with hashes; anything else shows nothing.
    contentSecurityPolicy: {
      useDefaults: false,
      directives: { defaultSrc: ["'none'"], frameAncestors: ["'none'"] },
    },
    crossOriginResourcePolicy: { policy: hasOtherOrigins ? "cross-origin" : "same-origin" },
    // Said by the policy above.
    frameguard: false,
    // These mean something to documents alone, which carry them.
    crossOriginOpenerPolicy: false,
    originAgentCluster: false,
    dnsPrefetchControl: false,
    referrerPolicy: { policy: "strict-origin-when-cross-origin" },
    strictTransportSecurity: config.publicUrl?.startsWith("https:")
      ? { maxAge: 31_536_000, includeSubDomains: false }
      : false,
    // For browsers and plug-ins that nobody has any more.
    xDownloadOptions: false,
    xPermittedCrossDomainPolicies: false,
    xXssProtection: false,
  });
  protect(request, response, () => undefined);
  return { ...response.getHeaders() };
}
