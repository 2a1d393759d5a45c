import type { IncomingMessage } from "node:http";
import type { FastifyRequest } from "fastify";
import type { PageCall } from "#contract/endpoint.ts";
import { readableAddress } from "#contract/readable-address.ts";
import type { ResponseCache } from "#server/http/cache/response-cache.ts";

export interface PagesOptions {
  /** Folder that `vite build` filled; unused in development. */
  distDir: string;
  responseCache: ResponseCache;
  /** Performs a call of the API in the process, as a visitor. */
  api: (call: PageCall) => Promise<Response>;
  /** Where the browser finds the API (`API_BASE_URL`); empty for the site itself. */
  apiBase?: string;
  /** The site's own address (`PUBLIC_URL`), for absolute links in documents. */
  publicUrl: string;
  /** Renders from source with Vite, reloading, instead of from `distDir`. */
  dev?: boolean;
  /** How long a rendered document is served again, in milliseconds. */
  freshMs?: number;
}

/** What the browser's half exports for the server (web/server.ts). */
export interface PagesBundle {
  default: { fetch: (request: Request) => Promise<Response> };
  prepareServerSide: (given: {
    ask: PagesOptions["api"];
    apiBase: string;
    siteOrigin: string;
    nonce: string;
  }) => void;
}

/** Where pages may be: everywhere but below these. */
export const PAGE_PATH = /^\/(?!(api|images|assets)(\/|$))/;

/** Whether a GET asks for a page at all. */
export const isPage = ({ url }: FastifyRequest): boolean => PAGE_PATH.test(url);

/** Where a browser asks for a page by an address that no router can read, it gets one all the same. */
export function pageAddress({ url = "/", headers }: IncomingMessage): string {
  const wantsPage = PAGE_PATH.test(url) && headers.accept?.includes("text/html");
  return wantsPage ? readableAddress(url) : url;
}

export const siteOrigin = ({ publicUrl }: PagesOptions): string => new URL(publicUrl).origin;

/** The page's address as Start wants it; nothing of the visitor's request goes along. */
export function pageRequest(address: string, options: PagesOptions): Request {
  return new Request(siteOrigin(options) + address, { headers: { accept: "text/html" } });
}
