import { setTimeout as sleep } from "node:timers/promises";
import type { FastifyInstance, FastifyRequest } from "fastify";
import { ApiError } from "#server/errors.ts";
import { FOR_EVERYBODY } from "#server/http/cache/cache-control.ts";
import {
  createDocumentCache,
  type Document,
  freshUntil,
} from "#server/http/cache/document-cache.ts";
import { QueueFull } from "#server/limits/fair-queue.ts";
import { serveAssets } from "./assets.ts";
import { createPageRenderer, type RenderedDocument } from "./page-renderer.ts";
import { isPage, namedBy, type PagesOptions } from "./page-request.ts";
import { sendDocument } from "./page-response.ts";

/** Unnoticeable, but keeps clients that ask again and again from taking the main thread's time. */
const SHELL_AFTER_MS = 50;

/**
 * Serves a page, rendered once for everybody (ADR-004), for every GET without another route, and
 * the assets. While more is requested than can be rendered, visitors get a document without a page,
 * which their browser loads itself (ADR-022). Unknown paths below `/api/` and `/images/` go to the
 * app's not-found handler.
 */
export async function servePages(app: FastifyInstance, options: PagesOptions): Promise<void> {
  if (options.dev) {
    const { serveDevelopmentPages } = await import("./pages-dev.ts");
    return serveDevelopmentPages(app, options);
  }
  const { responseCache, freshMs = 1000 } = options;
  const renderer = createPageRenderer(options);
  app.addHook("onClose", () => renderer.close());
  const toCache = ({ body, isPublic, headers, ...document }: RenderedDocument): Document => ({
    ...document,
    // A source without an ETag is not for everybody.
    headers:
      isPublic && document.sources.every(({ etag }) => etag !== null)
        ? { ...headers, "cache-control": FOR_EVERYBODY }
        : headers,
    body: Buffer.from(body.buffer, body.byteOffset, body.byteLength),
    compressed: {},
    freshUntil: freshUntil(document, freshMs),
    renderedAt: performance.now(),
  });
  const documents = createDocumentCache({
    render: async (address, caller) => toCache(await renderer.render(address, caller)),
    api: options.api,
    freshMs,
    epoch: options.epoch,
  });

  const shell = toCache(await renderer.renderShell());
  const { etag: _, ...shellHeaders } = shell.headers;
  shell.headers = { ...shellHeaders, "cache-control": "no-store" };
  shell.freshUntil = 0;

  async function documentOrShell(address: string, caller: string): Promise<Document> {
    try {
      return await documents.get(address, caller);
    } catch (error) {
      if (!(error instanceof QueueFull)) options.onError(error);
      // The refused caller may be another one who had asked for the same page.
      else if (error.caller !== caller) return documentOrShell(address, caller);
      return shell;
    }
  }

  /** A caller who has read too many surveys and people gets no more of their pages (R234). */
  async function pageFor(request: FastifyRequest): Promise<Document> {
    const caller = options.networkOf(request.raw);
    const thing = namedBy(request.url);
    if (!thing || !options.reading) return documentOrShell(request.url, caller);
    let document: Document | undefined;
    const read = async () => {
      document = await documentOrShell(request.url, caller);
      if (document.status === 404) throw new ApiError("not_found");
    };
    await options.reading(request.raw, thing, read).catch((error: unknown) => {
      if (!(error instanceof ApiError)) throw error;
    });
    return document ?? shell;
  }

  await serveAssets(app, options, `${options.distDir}/client/assets`);
  app.get("/*", async (request, reply) => {
    if (!isPage(request)) return reply.callNotFound();
    if (!documents.has(request.url) && !renderer.hasRoom(options.networkOf(request.raw))) {
      // It waits for nothing that other requests need: no sign of overload.
      request.markAnswered?.();
      await sleep(SHELL_AFTER_MS);
      return sendDocument(request, reply, shell, responseCache);
    }
    return sendDocument(request, reply, await pageFor(request), responseCache);
  });
}
