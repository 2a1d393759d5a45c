import { LRUCache } from "lru-cache";
import type { PageAnswer, PageCall } from "#contract/endpoint.ts";

/** What a page asked the API while it was rendered, with the ETags it got. */
export type Sources = { call: PageCall; etag: string | null }[];

/** A rendered page as bytes; compressed forms are made when first asked for. */
export interface Document {
  status: number;
  headers: Record<string, string>;
  body: Buffer;
  compressed: Partial<Record<"br" | "gzip", Promise<Buffer>>>;
  /** Until when it is sent without looking at its sources again, by `performance.now()`. */
  freshUntil: number;
  renderedAt: number;
  /** Until when its words about the time are true, in milliseconds since 1970. */
  changesAt: number;
  sources: Sources;
}

const MAX_BYTES = 24 * 1024 * 1024;
/** However little it was made of. */
const MAX_AGE_MS = 60_000;
/** While nobody can say what its sources are now, a document is served for so long all the same. */
const LAST_KNOWN_MS = 3_600_000;

/** For so long a document is sent without a look at its sources: no longer than its words are true. */
export const freshUntil = ({ changesAt }: { changesAt: number }, freshMs: number): number =>
  performance.now() + Math.max(0, Math.min(freshMs, changesAt - Date.now()));

export interface DocumentCache {
  /** The document at an address, rendered for `caller` where it has to be. */
  get(address: string, caller: string): Promise<Document>;
  /** Whether there is one, or will be. */
  has(address: string): boolean;
}

/**
 * Requests for the same page wait for one rendering. After `freshMs` it is rendered again only if an
 * answer of `api` that it was made of has changed: asking for those costs a hundredth of rendering.
 * While `api` cannot answer, the document goes on as it is.
 */
export function createDocumentCache(options: {
  render: (address: string, caller: string) => Promise<Document>;
  api: (call: PageCall) => Promise<PageAnswer>;
  freshMs: number;
}): DocumentCache {
  const { render, api, freshMs } = options;

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
    fetchMethod: async (address, known, { options, context: { caller } }) => {
      const document =
        known && (await mayGoOn(known))
          ? { ...known, freshUntil: freshUntil(known, freshMs) }
          : await render(address, caller);
      options.ttl = Math.max(1, document.freshUntil - performance.now());
      return document;
    },
  });
  return {
    get: (address, caller) => documents.forceFetch(address, { context: { caller } }),
    has: (address) => documents.peek(address, { allowStale: true }) !== undefined,
  };
}
