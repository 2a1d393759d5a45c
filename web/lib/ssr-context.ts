import type { PageCall } from "#contract/endpoint.ts";

interface ServerSide {
  /** Performs a call of the API in the process, as a visitor. */
  ask: (call: PageCall) => Promise<Response>;
  /** Where the browser will call the API: empty for the site itself, otherwise an origin. */
  apiBase: string;
  /** The site's own origin, for absolute addresses in documents. */
  siteOrigin: string;
  /** Marks the scripts that the house wrote, so that their hashes alone are allowed. */
  nonce: string;
}

let current: ServerSide | undefined;

/** Called once by whoever serves the documents, before the first one is rendered. */
export function prepareServerSide(given: ServerSide): void {
  current = given;
}

/** What documents are rendered with; undefined in the browser. */
export const serverSide = (): ServerSide | undefined => current;

/** The site's own origin, without a slash at the end. */
export const siteOrigin = (): string => current?.siteOrigin ?? location.origin;
