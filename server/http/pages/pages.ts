import { AsyncLocalStorage } from "node:async_hooks";
import { randomBytes } from "node:crypto";
import { pathToFileURL } from "node:url";
import fastifyStatic from "@fastify/static";
import type { FastifyInstance } from "fastify";
import {
  createDocumentCache,
  type Document,
  type Sources,
} from "#server/http/cache/document-cache.ts";
import {
  isPage,
  type PagesBundle,
  type PagesOptions,
  pageRequest,
  siteOrigin,
} from "./page-request.ts";
import { readDocument, sendDocument } from "./page-response.ts";

const YEAR_MS = 365 * 24 * 3600 * 1000;

/**
 * Answers every GET that no other route takes with a page, rendered once for everybody (ADR-004), and
 * serves the assets. Unknown paths below `/api/` and `/images/` go to the app's not-found handler.
 */
export async function servePages(app: FastifyInstance, options: PagesOptions): Promise<void> {
  if (options.dev) {
    const { serveDevelopmentPages } = await import("./pages-dev.ts");
    return serveDevelopmentPages(app, options);
  }
  const { responseCache } = options;
  const nonce = randomBytes(16).toString("base64url");
  const apiBase = options.apiBase ?? "";
  const origin = siteOrigin(options);
  const freshMs = options.freshMs ?? 1000;
  const bundle: PagesBundle = await import(`${pathToFileURL(options.distDir)}/server/server.js`);
  const sources = new AsyncLocalStorage<Sources>();
  bundle.setSsrContext({
    call: async (call) => {
      const answer = await options.api(call);
      sources.getStore()?.push({ call, etag: answer.headers.get("etag") });
      return answer;
    },
    apiBase,
    siteOrigin: origin,
    nonce,
  });

  async function render(address: string): Promise<Document> {
    const calls: Sources = [];
    const response = await sources.run(calls, () =>
      bundle.default.fetch(pageRequest(address, options)),
    );
    return readDocument(response, { nonce, apiBase, origin, freshMs, sources: calls });
  }

  const documentOf = createDocumentCache({ render, api: options.api, freshMs });
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
    return sendDocument(request, reply, await documentOf(request.url), responseCache);
  });
}
