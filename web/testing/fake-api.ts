import { expect, vi } from "vitest";
import { api } from "#contract/api.ts";
import type { Endpoint } from "#contract/endpoint.ts";
import { ERRORS, type ErrorCode } from "#contract/errors.ts";
import type { Answer, Body, EndpointKey } from "#web/lib/api/api-types.ts";

/** A call as it reached the network. */
export interface Call<K extends EndpointKey = EndpointKey> {
  key: K;
  path: string;
  query: Record<string, string>;
  token: string | null;
  body: Body<K>;
}

/** Streaming calls are answered with a stream of events; a `Response` stands for a proxy's. */
type Reply<K extends EndpointKey> =
  | Answer<K>
  | Refusal
  | typeof NO_CONNECTION
  | ReadableStream<Uint8Array>
  | Response;
export type FakeApi = {
  [K in EndpointKey]?: Reply<K> | ((call: Call<K>) => Reply<K> | Promise<Reply<K>>);
} & {
  /** The JSON served at a path outside the API. */
  [path: `/.well-known/${string}`]: unknown;
};

interface Refusal {
  code: ErrorCode;
  fields?: Record<string, string>;
}

/** The call does not reach the server. */
export const NO_CONNECTION = Symbol("no connection");
/** The server refuses the call with the contract's message. */
export const refuse = (code: ErrorCode, fields?: Record<string, string>): Refusal => ({
  code,
  ...(fields && { fields }),
});

const EVENT_STREAM = { headers: { "content-type": "text/event-stream" } };
const violations: unknown[] = [];
const calls: Call[] = [];

/** The calls of an endpoint, in the order in which they were made. */
export function callsOf<K extends EndpointKey>(key: K): Call<K>[] {
  return calls.filter((call): call is Call<K> => call.key === key);
}

/**
 * Answers API calls in place of the network. A call without a fake answer, and a call or an answer
 * that does not fit the contract, fails the test.
 */
export function answerCalls(fake: FakeApi): void {
  vi.stubGlobal("fetch", async (input: string, init: RequestInit = {}) => {
    const url = new URL(input, location.origin);
    if (url.pathname.startsWith("/.well-known/") && url.pathname in fake) {
      return Response.json(fake[url.pathname as `/.well-known/${string}`]);
    }
    const found = find(init.method ?? "GET", url.pathname);
    // A stream without a fake answer stays silent.
    const silence = found?.endpoint.stream && new ReadableStream<Uint8Array>();
    const own = found && fake[found.key];
    const reply = own === undefined ? silence : own;
    if (!found || reply === undefined || reply === false) {
      violations.push(`${init.method} ${url.pathname} has no fake answer`);
      throw new TypeError("Failed to fetch");
    }
    try {
      const query = Object.fromEntries(url.searchParams);
      const headers = new Headers(init.headers);
      const body = readBody(found.endpoint, init.body) as never;
      const [, token = null] = /^Bearer (.+)$/.exec(headers.get("authorization") ?? "") ?? [];
      const call: Call = { key: found.key, path: url.pathname, query, token, body };
      calls.push(call);
      const answered = await (typeof reply === "function" ? reply(call as never) : reply);
      if (answered === NO_CONNECTION) throw new TypeError("Failed to fetch");
      if (answered instanceof Response) return answered;
      if (answered instanceof ReadableStream) return streamed(answered, init.signal);
      return isRefusal(answered) ? refusal(answered) : answer(found.endpoint, answered);
    } catch (error) {
      if (!(error instanceof TypeError)) violations.push(error);
      throw error;
    }
  });
}

export function expectNoViolations(): void {
  expect(violations.splice(0), "calls and answers that the contract does not know").toEqual([]);
}

export function forgetCalls(): void {
  calls.length = 0;
  vi.unstubAllGlobals();
}

function find(method: string, path: string): { key: EndpointKey; endpoint: Endpoint } | undefined {
  const endpoint = Object.values<Endpoint>(api).find((one) => {
    const pattern = one.path.replaceAll(/\{\w+\}/g, "[^/]+");
    return one.method === method && new RegExp(`^${pattern}$`).test(path);
  });
  return endpoint && { key: `${endpoint.method} ${endpoint.path}` as EndpointKey, endpoint };
}

function readBody(endpoint: Endpoint, body: RequestInit["body"]): unknown {
  if (body === undefined || body === null) return undefined;
  const read = body instanceof FormData ? Object.fromEntries(body) : JSON.parse(String(body));
  // Returned as it was sent: the schema only checks whether the server would accept it.
  if (!(body instanceof FormData)) endpoint.body?.parse(read, { jitless: true });
  return read;
}

/** As on the network, aborting the call cancels the stream. */
function streamed(events: ReadableStream<Uint8Array>, signal: RequestInit["signal"]): Response {
  const body = events.pipeThrough(new TransformStream(), signal ? { signal } : {});
  return new Response(body, EVENT_STREAM);
}

const isRefusal = (value: unknown): value is Refusal =>
  typeof value === "object" && value !== null && "code" in value && String(value.code) in ERRORS;

function refusal({ code, fields }: Refusal): Response {
  const [status, title, message] = ERRORS[code];
  const type = "application/problem+json";
  return new Response(JSON.stringify({ status, title, message, code, ...(fields && { fields }) }), {
    status,
    headers: { "content-type": type },
  });
}

function answer(endpoint: Endpoint, body: unknown): Response {
  const [status, schema] = Object.entries(endpoint.answers)[0] ?? [];
  if (!schema) return new Response(null, { status: Number(status) });
  schema.parse(body, { jitless: true });
  return Response.json(body, { status: Number(status) });
}
