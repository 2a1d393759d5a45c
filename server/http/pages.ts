import { randomBytes } from "node:crypto";
import { pathToFileURL } from "node:url";
import fastifyStatic from "@fastify/static";
import type { FastifyInstance } from "fastify";
import { LRUCache } from "lru-cache";
import { type Document, readDocument, sendDocument } from "./document.ts";
import {
  isPage,
  type PagesBundle,
  type PagesOptions,
  pageRequest,
  siteOrigin,
} from "./page-request.ts";

const DOCUMENTS_MAX_BYTES = 64 * 1024 * 1024;
const YEAR_MS = 365 * 24 * 3600 * 1000;

/**
 * Answers every GET that no other route takes with a rendered page. Each URL is rendered at most
 * once in `freshMs`, for everybody, so the request's headers never reach the page. Unknown
 * addresses under /api/ and /images/ go to the app's own not-found handler.
 */
export async function servePages(app: FastifyInstance, options: PagesOptions): Promise<void> {
  if (options.dev) {
    const { serveDevelopmentPages } = await import("./pages-dev.ts");
    return serveDevelopmentPages(app, options);
  }
  const { again } = options;
  const nonce = randomBytes(16).toString("base64url");
  const apiBase = options.apiBase ?? "";
  const origin = siteOrigin(options);
  const freshMs = options.freshMs ?? 1000;
  const bundle: PagesBundle = await import(`${pathToFileURL(options.distDir)}/server/server.js`);
  bundle.prepareServerSide({
    send: options.api,
    apiBase,
    siteOrigin: origin,
    nonce,
  });

  const documents = new LRUCache<string, Document>({
    maxSize: DOCUMENTS_MAX_BYTES,
    sizeCalculation: (document) => document.body.length + 1,
    ttl: freshMs,
    fetchMethod: async (address) => {
      const response = await bundle.default.fetch(pageRequest(address, options));
      return readDocument(response, { nonce, apiBase, origin, freshMs });
    },
  });

  await app.register(fastifyStatic, {
    root: `${options.distDir}/client/assets`,
    prefix: "/assets/",
    maxAge: YEAR_MS,
    immutable: true,
    preCompressed: true,
    decorateReply: false,
  });
  app.get("/*", async (request, reply) => {
    if (!isPage(request)) return reply.callNotFound();
    return sendDocument(request, reply, await documents.forceFetch(request.url), again);
  });
}
