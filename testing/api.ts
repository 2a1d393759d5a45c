import type { AnswerOf, Endpoint } from "#contract/endpoint.ts";
import type { Problem } from "#contract/problem.ts";

/** The parts of a call. Bodies are untyped, so that invalid ones can be sent too. */
export interface CallOptions {
  token?: string | undefined;
  params?: Record<string, string | number>;
  query?: Record<string, string | number>;
  /** Sent as a form when it is or contains a file; otherwise as JSON. */
  body?: unknown;
  headers?: Record<string, string>;
}

export interface Answer<Body> {
  status: number;
  headers: Headers;
  text: string;
  body: Body;
  /** The same body, typed as an error. */
  problem: Problem;
}

/** Calls the product the way its clients do: in process or over HTTP. */
export interface Api {
  call<E extends Endpoint>(endpoint: E, options?: CallOptions): Promise<Answer<AnswerOf<E>>>;
}

/** `send` carries a request to the product; `base` is its address. */
export function createApi(base: string, send: (request: Request) => Promise<Response>): Api {
  return {
    async call({ method, path }, { token, params = {}, query = {}, body, headers = {} } = {}) {
      const filled = path.replaceAll(/\{(\w+)\}/g, (_, name) =>
        encodeURIComponent(`${params[name]}`),
      );
      const url = new URL(filled, base);
      for (const [name, value] of Object.entries(query)) url.searchParams.set(name, String(value));
      const sent = encode(body);
      const request = new Request(url, {
        method,
        ...sent,
        headers: { ...sent.headers, ...headers },
      });
      if (token !== undefined) request.headers.set("authorization", `Bearer ${token}`);
      const response = await send(request);
      const text = await response.text();
      const isJson = text !== "" && /json/.test(response.headers.get("content-type") ?? "");
      const parsed = isJson ? JSON.parse(text) : null;
      return {
        status: response.status,
        headers: response.headers,
        text,
        body: parsed,
        problem: parsed,
      };
    },
  };
}

/** Returns the body of an answer that has to be a success; throws otherwise. For preparations. */
export async function succeed<Body>(answer: Promise<Answer<Body>>): Promise<Body> {
  const { status, text, body } = await answer;
  if (status >= 400) throw new Error(`Preparing failed with ${status}: ${text}`);
  return body;
}

function encode(body: unknown): RequestInit {
  if (body === undefined) return {};
  if (body instanceof FormData) return { body };
  if (holdsFile(body)) return { body: toForm(body) };
  return { body: JSON.stringify(body), headers: { "content-type": "application/json" } };
}

function holdsFile(value: unknown): boolean {
  if (value instanceof Blob) return true;
  return typeof value === "object" && value !== null && Object.values(value).some(holdsFile);
}

/** Fields as the wire names them: `data[0][content]` (R48). */
export function toForm(body: unknown): FormData {
  const form = new FormData();
  const add = (name: string, value: unknown) => {
    if (value instanceof Blob) form.append(name, value);
    else if (typeof value === "object" && value !== null) {
      for (const [key, inner] of Object.entries(value)) add(name ? `${name}[${key}]` : key, inner);
    } else if (value !== undefined && value !== null) form.append(name, String(value));
  };
  add("", body);
  return form;
}
