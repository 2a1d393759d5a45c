import type { IncomingMessage } from "node:http";
import type { FastifyRequest } from "fastify";
import type { PageAnswer, PageCall } from "#contract/endpoint.ts";
import type { Registering } from "#contract/endpoints/site.ts";
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
  /** See `createDocumentCache`. */
  epoch?: () => string;
  /** The network that a request comes from; networks take turns. */
  networkOf: (request: IncomingMessage) => string;
  /** Counts the page of a survey or person like a call that reads it (`RateLimits`). */
  reading?: Reading;
  /** Called with each failure; the visitor then gets a document without a page. */
  onError: (error: unknown) => void;
  /** Where the browser finds the API (`API_BASE_URL`); empty for the site itself. */
  apiBase?: string;
  /** The base address of pictures (`IMAGE_BASE_URL`), where the API does not serve them. */
  imageBase?: string;
  /** Whether pages offer functions that need mail. */
  sendsMail?: boolean;
  /** Who may open an account; anybody by default. */
  registration?: Registering;
  /** The sign-in providers. */
  providers?: readonly { id: string; label: string }[];
  /** How many days logs are kept, by their names in the texts of `content/`; 0 for not at all. */
  daysKept?: Readonly<Record<string, number>>;
  /** The site's own address (`PUBLIC_URL`), for absolute links in documents. */
  publicUrl: string;
  /** Renders from source with Vite, reloading, instead of from `distDir`. */
  dev?: boolean;
  /** How long a document is served without checking its sources, in milliseconds. */
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
    registration: Registering;
    providers: string;
    daysKept: string;
    siteOrigin: string;
    nonce: string;
  }) => void;
}

/** Path and query of `GET http://host/surveys`, an absolute target (RFC 9112) of some proxies. */
export const originForm = (target = "/"): string =>
  target.startsWith("/") ? target : target.replace(/^https?:\/\/[^/?#]*\/?/i, "/");

/** Every path is a page's except those of the API, the pictures and the assets. */
export const PAGE_PATH = /^\/(?!(api|images|assets)(\/|$))/;

/** The survey or person that a page's path names, in the form of the API's parameters. */
export function namedBy(address: string): string | undefined {
  const [, kind, name] = /^\/(surveys|profile|users)\/([^/?#]+)/.exec(address) ?? [];
  return kind && `${kind === "surveys" ? "id" : "nickname"},${name}`;
}

export const isPage = ({ url }: FastifyRequest): boolean => PAGE_PATH.test(url);

/**
 * Fastify's `rewriteUrl`: makes a URL that the router cannot decode readable where a browser asks
 * for a page, so that it gets a page that explains the error instead of JSON.
 */
export function rewritePageUrl({ url = "/", headers }: IncomingMessage): string {
  const wantsPage = PAGE_PATH.test(url) && acceptsHtml(headers);
  return wantsPage ? readableAddress(url) : url;
}

/** The providers as JSON for documents; empty where there are none. */
export const providersJson = ({ providers = [] }: PagesOptions): string =>
  providers.length > 0 ? JSON.stringify(providers) : "";

/** `daysKept` as JSON for documents. */
export const daysKeptJson = ({ daysKept = {} }: PagesOptions): string => JSON.stringify(daysKept);

export const siteOrigin = ({ publicUrl }: PagesOptions): string => new URL(publicUrl).origin;
