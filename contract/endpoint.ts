import type * as z from "zod";
import type { ErrorCode } from "./errors.ts";
import type { RateLimitName } from "./limits.ts";

/**
 * One call of the API as plain data: the server validates with it, the browser's client is typed by
 * it, and the OpenAPI document is made from it.
 */
export interface Endpoint {
  readonly method: "GET" | "POST" | "PUT" | "PATCH" | "DELETE";
  /** Path with `{name}` placeholders, one leading slash (R150). */
  readonly path: string;
  readonly summary: string;
  /**
   * `none`: a token is not looked at. `optional`: works for visitors, but a bad token is 401
   * (R8). `required`: 401 without a valid token.
   */
  readonly auth: "none" | "optional" | "required";
  readonly params?: z.ZodObject;
  readonly query?: z.ZodObject;
  readonly body?: z.ZodType;
  /** How `body` may be sent; JSON alone unless said. */
  readonly encodings?: readonly ("json" | "multipart")[];
  /** How many files a form may bring; one unless said. */
  readonly files?: number;
  /** The one success answer: its status and its body, null when it has none. */
  readonly answers: Readonly<Record<number, z.ZodType | null>>;
  /** What can go wrong beyond the errors that every call shares. */
  readonly errors: readonly ErrorCode[];
  readonly limit?: RateLimitName;
  /** `text/event-stream` for a call that streams. */
  readonly stream?: true;
  /** The media types of an answer that is a file, in place of JSON. */
  readonly fileTypes?: readonly string[];
}

export const endpoint = <const E extends Endpoint>(definition: E): E => definition;

/** A call by its endpoint's method and path, and its parts as an address holds them. */
export interface PageCall {
  endpoint: string;
  params: Record<string, string>;
  query: Record<string, string>;
}

/** What it is answered, in a form that goes from one thread to another. */
export interface PageAnswer {
  status: number;
  type: string;
  etag: string | null;
  /** JSON, as text or its UTF-8 bytes. */
  body: string | Uint8Array;
}

type In<S> = S extends z.ZodType ? z.input<S> : undefined;

export type BodyOf<E extends Endpoint> = In<E["body"]>;
export type AnswerOf<E extends Endpoint> = {
  [K in keyof E["answers"]]: E["answers"][K] extends z.ZodType ? z.output<E["answers"][K]> : null;
}[keyof E["answers"]];
