import type { IncomingMessage } from "node:http";
import type { FastifyRequest } from "fastify";
import type { PageAnswer, PageCall } from "#contract/endpoint.ts";
import { readableAddress } from "#contract/shapes/readable-address.ts";
import type { ResponseCache } from "#server/http/cache/response-cache.ts";
import type { Reading } from "#server/http/limits/rate-limits.ts";
import { acceptsHtml } from "#server/http/negotiation.ts";
import type { JobContext } from "#server/maintenance/maintenance.ts";
import type { RenderedPage } from "./page-document.ts";

export interface PagesOptions extends Pick<JobContext, "db" | "jobs"> {
  /** Folder that `vite build` filled; unused in development. */
  distDir: string;
  responseCache: ResponseCache;
  /** Calls the API without HTTP, as a visitor. */
  api: (call: PageCall) => Promise<PageAnswer>;
  /** Names the network that a request comes from; those take turns. */
  networkOf: (request: IncomingMessage) => string;
  /** Counts a page of a survey or a person like a call that reads it (`RateLimits`). */
  reading?: Reading;
  /** Hears of what failed; the visitor gets a document without a page. */
  onError: (error: unknown) => void;
  /** Where the browser finds the API (`API_BASE_URL`); empty for the site itself. */
  apiBase?: string;
  /** What the addresses of pictures begin with (`IMAGE_BASE_URL`), where the API does not serve them. */
  imageBase?: string;
  /** Whether pages offer what needs mail. */
  sendsMail?: boolean;
  /** With whom one can sign in. */
  providers?: readonly { id: string; label: string }[];
  /** For how many days logs are kept, by the names that the texts of `content/` use; 0 for not at all. */
  daysKept?: Readonly<Record<string, number>>;
  /** The site's own address (`PUBLIC_URL`), for absolute links in documents. */
  publicUrl: string;
  /** Renders from source with Vite, reloading, instead of from `distDir`. */
  dev?: boolean;
  /** How long a document is served without asking whether it is still true, in milliseconds. */
  freshMs?: number;
}

/** What `web/server.ts` exports. */
export interface PagesBundle {
  renderPage: (address: string) => Promise<RenderedPage>;
  renderShell: () => Promise<RenderedPage>;
  setSsrContext: (options: {
    call: PagesOptions["api"];
    apiBase: string;
    sendsMail: boolean;
    providers: string;
    daysKept: string;
    siteOrigin: string;
    nonce: string;
  }) => void;
}

/** Path and query of an absolute target, `GET http://host/surveys`, as proxies may send it (RFC 9112). */
export const originForm = (target = "/"): string =>
  target.startsWith("/") ? target : target.replace(/^https?:\/\/[^/?#]*\/?/i, "/");

/** Every path is a page's but those below the API, the pictures and the assets. */
export const PAGE_PATH = /^\/(?!(api|images|assets)(\/|$))/;

/** What a page's path names, as calls of the API name it by their parameters. */
export function namedBy(address: string): string | undefined {
  const [, kind, name] = /^\/(surveys|profile|users)\/([^/?#]+)/.exec(address) ?? [];
  return kind && `${kind === "surveys" ? "id" : "nickname"},${name}`;
}

export const isPage = ({ url }: FastifyRequest): boolean => PAGE_PATH.test(url);

/**
 * Fastify's `rewriteUrl`: makes a URL that the router could not decode readable where a browser asks
 * for a page, so that it gets a page that says so instead of JSON.
 */
export function rewritePageUrl({ url = "/", headers }: IncomingMessage): string {
  const wantsPage = PAGE_PATH.test(url) && acceptsHtml(headers);
  return wantsPage ? readableAddress(url) : url;
}

/** The providers as documents name them; empty where there are none. */
export const providersJson = ({ providers = [] }: PagesOptions): string =>
  providers.length > 0 ? JSON.stringify(providers) : "";

/** The same of the logs that are kept. */
export const daysKeptJson = ({ daysKept = {} }: PagesOptions): string => JSON.stringify(daysKept);

export const siteOrigin = ({ publicUrl }: PagesOptions): string => new URL(publicUrl).origin;
