import { randomBytes } from "node:crypto";
import { pathToFileURL } from "node:url";
import fastifyStatic from "@fastify/static";
import type { FastifyInstance, FastifyRequest } from "fastify";
import { LRUCache } from "lru-cache";
import { type Document, readDocument, sendDocument } from "./document.ts";

export interface PagesOptions {
  /** Folder that `vite build` filled; unused in development. */
  distDir: string;
  /** Performs a call of the API in the process; never with a token. */
  api: (request: Request) => Promise<Response>;
  /** Where the browser finds the API (`API_BASE_URL`); empty for the site itself. */
  apiBase?: string;
  /** The site's own address (`PUBLIC_URL`), for absolute links in documents. */
  publicUrl?: string;
  /** Renders from source with Vite, reloading, instead of from `distDir`. */
  dev?: boolean;
  /** How long a rendered document is served again, in milliseconds. */
  freshMs?: number;
}

/** What the browser's half exports for the server (web/server.ts). */
export interface PagesBundle {
  default: { fetch: (request: Request) => Promise<Response> };
  prepareServerSide: (given: { send: PagesOptions["api"]; apiBase: string; nonce: string }) => void;
}

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
  const nonce = randomBytes(16).toString("base64url");
  const apiBase = options.apiBase ?? "";
  const bundle: PagesBundle = await import(`${pathToFileURL(options.distDir)}/server/server.js`);
  bundle.prepareServerSide({ send: options.api, apiBase, nonce });

  const documents = new LRUCache<string, Document>({
    maxSize: DOCUMENTS_MAX_BYTES,
    sizeCalculation: (document) => document.body.length + 1,
    ttl: options.freshMs ?? 1000,
    fetchMethod: async (address) => {
      const response = await bundle.default.fetch(pageRequest(address, options));
      return readDocument(response, { nonce, apiBase });
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
    return sendDocument(request, reply, await documents.forceFetch(request.url));
  });
}

/** Whether a GET asks for a page at all. */
export function isPage({ url }: FastifyRequest): boolean {
  return !/^\/(api|images|assets)(\/|$)/.test(url);
}

/** The page's address as Start wants it; nothing of the visitor's request goes along. */
export function pageRequest(address: string, { publicUrl }: PagesOptions): Request {
  const origin = new URL(publicUrl || "http://localhost").origin;
  return new Request(origin + address, { headers: { accept: "text/html" } });
}
