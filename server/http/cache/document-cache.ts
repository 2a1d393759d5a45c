import { LRUCache } from "lru-cache";
import { HOUR_MS, MINUTE_MS } from "#contract/durations.ts";
import type { PageAnswer, PageCall } from "#contract/endpoint.ts";

/** The API calls of a page's rendering, with the ETags of the responses. */
export type Sources = { call: PageCall; etag: string | null }[];

/** A rendered page as bytes; compressed forms are made when first needed. */
export interface Document {
  status: number;
  headers: Record<string, string>;
  body: Buffer;
  compressed: Partial<Record<"br" | "gzip", Promise<Buffer>>>;
  /** Until when it is sent without checking its sources, by `performance.now()`. */
  freshUntil: number;
  renderedAt: number;
  /** When what it says about the time becomes wrong, in milliseconds since 1970. */
  changesAt: number;
  sources: Sources;
}

const MAX_BYTES = 24 * 1024 * 1024;
/** An older document is rendered again even if its sources have not changed. */
const MAX_AGE_MS = MINUTE_MS;
/** How long a document is served while its sources cannot be checked. */
const LAST_KNOWN_MS = HOUR_MS;

/** `Document.freshUntil` after `freshMs`, but no later than `changesAt`. */
export const freshUntil = ({ changesAt }: { changesAt: number }, freshMs: number): number =>
  performance.now() + Math.max(0, Math.min(freshMs, changesAt - Date.now()));

interface DocumentCache {
  /** The document at an address; if it has to be rendered, that counts as the `caller`'s. */
  get(address: string, caller: string): Promise<Document>;
  /** Whether there is one, or will be. */
  has(address: string): boolean;
}

/**
 * Requests for the same page wait for one rendering. After `freshMs` it is rendered again only if a
 * response of `api` that it was made from has changed: checking these costs a hundredth of
 * rendering. While `api` is unavailable, the document is served as it is.
 */
export function createDocumentCache(options: {
  render: (address: string, caller: string) => Promise<Document>;
  api: (call: PageCall) => Promise<PageAnswer>;
  freshMs: number;
  /** A document of one epoch is never served in another (ADR-082). */
  epoch?: (() => string) | undefined;
}): DocumentCache {
  const { render, api, freshMs, epoch = () => "" } = options;
  const keyOf = (address: string) => `${epoch()} ${address}`;

  async function mayGoOn({ sources, renderedAt, changesAt, status }: Document): Promise<boolean> {
    const age = performance.now() - renderedAt;
    let isUnchanged = age <= MAX_AGE_MS && Date.now() < changesAt;
    for (const { call, etag } of sources) {
      const answer = await api(call);
      if (answer.status === 503) return status !== 503 && age <= LAST_KNOWN_MS;
      if (etag === null || answer.etag !== etag) isUnchanged = false;
    }
    return isUnchanged;
  }

  const documents = new LRUCache<string, Document, { caller: string }>({
    maxSize: MAX_BYTES,
    // Twice, for the compressed forms, which are made later.
    sizeCalculation: ({ body }) => body.length * 2 + 1,
    ttl: freshMs,
    noDeleteOnFetchRejection: true,
    fetchMethod: async (key, known, { options, context: { caller } }) => {
      const document =
        known && (await mayGoOn(known))
          ? { ...known, freshUntil: freshUntil(known, freshMs) }
          : await render(key.slice(key.indexOf(" ") + 1), caller);
      options.ttl = Math.max(1, document.freshUntil - performance.now());
      return document;
    },
  });
  return {
    get: (address, caller) => documents.forceFetch(keyOf(address), { context: { caller } }),
    has: (address) => documents.peek(keyOf(address), { allowStale: true }) !== undefined,
  };
}
