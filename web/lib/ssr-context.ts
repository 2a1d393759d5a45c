import type { PageAnswer, PageCall } from "#contract/endpoint.ts";
import type { Provider } from "#contract/endpoints/oidc.ts";
import type { Registering } from "#contract/endpoints/site.ts";
import type { KeptLog } from "#web/ui/text-node.ts";

interface SsrContext {
  /** Calls the API in-process, as a visitor. */
  call: (call: PageCall) => Promise<PageAnswer>;
  /** Where the browser will call the API: empty for the site itself, otherwise an origin. */
  apiBase: string;
  /** Whether this installation sends mail. */
  sendsMail: boolean;
  registration: Registering;
  /** The sign-in providers on offer, as JSON. */
  providers: string;
  /** The number of days each log is kept, as JSON. */
  daysKept: string;
  /** The site's own origin, for absolute addresses in documents. */
  siteOrigin: string;
  /** Marks our own inline scripts, whose hashes the content security policy then allows. */
  nonce: string;
  /** Renders the document without a page. */
  isShell?: boolean;
}

let current: SsrContext | undefined;

/** Called once by the server, before it renders the first document. */
export function setSsrContext(context: SsrContext): void {
  current = context;
}

/** What the server renders documents with; undefined in the browser. */
export const ssrContext = (): SsrContext | undefined => current;

/** Whether features that need mail are offered. */
export const sendsMail = (): boolean =>
  current?.sendsMail ?? "mail" in document.documentElement.dataset;
/** Who may open an account. */
export const registration = (): string =>
  current?.registration ?? document.documentElement.dataset.registration ?? "open";
/** In the browser, read from the document; undefined if there are no providers. */
export const providersJson = (): string | undefined =>
  current ? current.providers || undefined : document.documentElement.dataset.providers;

let parsed: { json: string; providers: readonly Provider[] } = { json: "[]", providers: [] };

/** The sign-in providers, in the order in which they are offered. */
export function offeredProviders(): readonly Provider[] {
  const json = providersJson() ?? "[]";
  if (parsed.json !== json) parsed = { json, providers: JSON.parse(json) };
  return parsed.providers;
}

/** In the browser, read from the document. */
export const daysKeptJson = (): string =>
  current?.daysKept ?? document.documentElement.dataset.daysKept ?? "{}";

/** The number of days this installation keeps a log; 0 if it keeps none. */
export const daysKept = (log: KeptLog): number => JSON.parse(daysKeptJson())[log] ?? 0;

/** The site's own origin, without a slash at the end. */
export const siteOrigin = (): string => current?.siteOrigin ?? location.origin;
