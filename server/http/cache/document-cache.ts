import { LRUCache } from "lru-cache";
import type { PageCall } from "#contract/endpoint.ts";

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
  sources: Sources;
}

const MAX_BYTES = 24 * 1024 * 1024;
/** Words like "dün" change with time, although the answers they were made of do not. */
const MAX_AGE_MS = 60_000;

/**
 * Answers a function from a page's address to its document. Requests for the same one wait for one
 * rendering. After `freshMs` it is rendered again only if an answer of `api` that it was made of
 * has changed: asking for those costs a hundredth of rendering.
 */
export function createDocumentCache(options: {
  render: (address: string) => Promise<Document>;
  api: (call: PageCall) => Promise<Response>;
  freshMs: number;
}): (address: string) => Promise<Document> {
  const { render, api, freshMs } = options;

  async function isUnchanged({ sources, renderedAt }: Document): Promise<boolean> {
    if (performance.now() - renderedAt > MAX_AGE_MS) return false;
    for (const { call, etag } of sources) {
      const { headers } = await api(call);
      if (etag === null || headers.get("etag") !== etag) return false;
    }
    return true;
  }

  const documents = new LRUCache<string, Document>({
    maxSize: MAX_BYTES,
    // Twice, for the compressed forms, which are made later.
    sizeCalculation: ({ body }) => body.length * 2 + 1,
    ttl: freshMs,
    fetchMethod: async (address, known) =>
      known && (await isUnchanged(known))
        ? { ...known, freshUntil: performance.now() + freshMs }
        : render(address),
  });
  return (address) => documents.forceFetch(address);
}
