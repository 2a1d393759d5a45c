import type { PageAnswer } from "#contract/endpoint.ts";
import {
  type Answered,
  foreignProblem,
  isOurs,
  networkProblem,
  readProblem,
} from "#web/lib/api/api-problem.ts";
import type { Answer, EndpointKey, Input } from "#web/lib/api/api-types.ts";
import { currentToken, expireSession, successorOf } from "#web/lib/session.ts";
import { ssrContext } from "../ssr-context.ts";

/** Where the browser finds the API: empty for the site itself, otherwise an origin. */
export function apiBase(): string {
  return ssrContext()?.apiBase ?? document.documentElement.dataset.apiBase ?? "";
}

type Args<K extends EndpointKey> =
  Record<string, never> extends Input<K> ? [input?: Input<K>] : [input: Input<K>];
type AnyRequest = {
  params?: Record<string, string | number>;
  query?: Record<string, unknown>;
  body?: unknown;
  signal?: AbortSignal;
  prefetch?: boolean;
  fromCache?: boolean;
  asForm?: (body: unknown) => FormData;
  onProgress?: (sent: number) => void;
};

let completeAccount: (() => Promise<boolean>) | undefined;

/** Sets what asks people for what their account lacks; it resolves to whether they gave it. */
export function onAccountIncomplete(ask: () => Promise<boolean>): void {
  completeAccount = ask;
}

/**
 * Calls the API: over HTTP in the browser, in-process on the server. Throws `ApiProblem`; an abort is rethrown unchanged.
 */
export async function callApi<K extends EndpointKey>(
  endpoint: K,
  ...input: Args<K>
): Promise<Answer<K>> {
  return readAnswer(await fetchAnswer(endpoint, ...input));
}

/** Calls the API and returns the unread response, such as a file. Throws as `callApi` does. */
export async function fetchAnswer<K extends EndpointKey>(
  endpoint: K,
  ...[input]: Args<K>
): Promise<Answered> {
  const request: AnyRequest = input ?? {};
  const token = currentToken();
  let response = await send(endpoint, request, token);
  if (response.ok) return response;

  let problem = await readProblem(response, !token);
  if (problem.code === "invalid_token" && token) {
    const successor = await successorOf(token);
    if (!successor) expireSession(token);
    if (!successor && !endpoint.startsWith("GET ")) throw problem;
    response = await send(endpoint, request, successor);
    if (response.ok) return response;
    problem = await readProblem(response, !successor);
  }
  if (problem.code === "account_incomplete" && (await completeAccount?.())) {
    return fetchAnswer(endpoint, ...([input] as Args<K>));
  }
  throw problem;
}

/**
 * Sends a call once; an error response is returned too. Throws `ApiProblem` when no response of our
 * server arrives.
 */
export async function send(
  endpoint: string,
  input: AnyRequest,
  token: string | null,
): Promise<Answered> {
  const server = ssrContext();
  if (server) {
    const { params = {}, query = {} } = input;
    const call = { endpoint, params: toStrings(params), query: toStrings(query) };
    return fromPageAnswer(await server.call(call));
  }

  const [method = "GET", path = ""] = endpoint.split(" ");
  const url = apiBase() + pathAndQuery(path, input);
  const headers = new Headers({ accept: "application/json" });
  if (token) headers.set("authorization", `Bearer ${token}`);
  if (input.prefetch) headers.set("purpose", "prefetch");
  const body = toBody(input);
  if (typeof body === "string") headers.set("content-type", "application/json");

  const { signal, onProgress } = input;
  // Browsers would obey `stale-while-revalidate`, meant for shared caches, and show outdated data.
  const cache = input.fromCache ? "default" : "no-cache";
  const answer = onProgress
    ? import("#web/lib/upload/upload-request.ts").then(({ upload }) =>
        upload(method, url, { headers, body, onProgress }),
      )
    : fetch(url, { method, headers, body, signal, cache });
  const response = await answer.catch((error) => {
    throw signal?.aborted ? error : networkProblem(error);
  });
  if (isOurs(response)) return response;
  void response.body?.cancel().catch(() => undefined);
  throw foreignProblem(response);
}

const decoder = new TextDecoder();

/** Builds no `Response`, which would take as long as reading the body. */
const fromPageAnswer = ({ status, type, body }: PageAnswer): Answered => ({
  ok: status < 400,
  status,
  body: null,
  headers: { get: () => type },
  json: async () => JSON.parse(typeof body === "string" ? body : decoder.decode(body)),
});

/** Throws `ApiProblem` if the response was cut off. */
export async function readAnswer<K extends EndpointKey>(response: Answered): Promise<Answer<K>> {
  if (response.status === 204) return null as Answer<K>;
  try {
    return await response.json();
  } catch (error) {
    // An abort is rethrown unchanged; any other error means that the response was cut off.
    throw error instanceof DOMException ? error : networkProblem(error);
  }
}

function pathAndQuery(path: string, { params = {}, query = {} }: AnyRequest): string {
  const filled = path.replaceAll(/\{(\w+)\}/g, (_, name) => encodeURIComponent(params[name] ?? ""));
  const search = new URLSearchParams(toStrings(query));
  return `${search}` ? `${filled}?${search}` : filled;
}

const toStrings = (values: Record<string, unknown>): Record<string, string> =>
  Object.fromEntries(
    Object.entries(values)
      .filter(([, value]) => value !== undefined && value !== "")
      .map(([name, value]) => [name, String(value)]),
  );

function toBody({ body, asForm }: AnyRequest): string | FormData | undefined {
  if (body === undefined) return undefined;
  return asForm ? asForm(body) : JSON.stringify(body);
}
