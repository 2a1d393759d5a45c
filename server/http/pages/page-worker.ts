// Runs in a worker thread: renders pages and asks the server for their data.
import { AsyncLocalStorage } from "node:async_hooks";
import { randomBytes } from "node:crypto";
import { pathToFileURL } from "node:url";
import { type MessagePort, threadId } from "node:worker_threads";
import { Tinypool } from "tinypool";
import type { PageAnswer, PageCall } from "#contract/endpoint.ts";
import type { Registering } from "#contract/endpoints/site.ts";
import { type PageDocument, toDocument } from "./page-document.ts";
import type { PagesBundle } from "./page-request.ts";

export interface WorkerSettings {
  distDir: string;
  apiBase: string;
  imageBase: string;
  sendsMail: boolean;
  registration: Registering;
  providers: string;
  daysKept: string;
  origin: string;
}

export interface PageTask {
  /** A path and a query; null for the document without a page. */
  address: string | null;
  /** Carries `PageStart` and then API calls; brings the responses in the same order. */
  port: MessagePort;
}

/** Names the thread that begins to render the page. */
export interface PageStart {
  threadId: number;
}

const settings: WorkerSettings = Tinypool.workerData;
const { distDir, apiBase, imageBase, sendsMail, registration, providers, daysKept, origin } =
  settings;
const nonce = randomBytes(16).toString("base64url");
const bundle: PagesBundle = await import(`${pathToFileURL(distDir)}/server/server.js`);
type Api = (call: PageCall) => Promise<PageAnswer>;
const api = new AsyncLocalStorage<Api>();
bundle.setSsrContext({
  call: (call) => (api.getStore() as Api)(call),
  apiBase,
  sendsMail,
  registration,
  providers,
  daysKept,
  siteOrigin: origin,
  nonce,
});

export async function render({ address, port }: PageTask): Promise<PageDocument> {
  port.postMessage({ threadId } satisfies PageStart);
  const asked: ((answer: PageAnswer) => void)[] = [];
  port.on("message", (answer: PageAnswer) => asked.shift()?.(answer));
  const ask: Api = (call) => {
    port.postMessage(call);
    return new Promise((resolve) => asked.push(resolve));
  };
  const page = await api.run(ask, () =>
    address === null ? bundle.renderShell() : bundle.renderPage(address),
  );
  return toDocument(page, { nonce, apiBase, imageBase, origin });
}
