import type * as z from "zod";
import type { ErrorCode } from "./errors.ts";
import type { RateLimitName } from "./limits.ts";

/**
 * How a call proves that its caller owns the account.
 * `fresh`: by the password or a passkey, in the body or in the last minutes (`PROOF_MINUTES`); an
 * account that has neither, by a sign-in in the last minutes. Checked before the handler runs.
 * `begun`: by the secret of a call that asked for a fresh proof and began this one.
 * `password`: by the current password, always.
 * `mailbox`: by a link that goes to the account's mailbox.
 * `sign-in`: the call itself signs somebody in.
 */
type EndpointProof = "fresh" | "begun" | "password" | "mailbox" | "sign-in";

/**
 * One API call as plain data. The server validates with it, and the types of the browser's client
 * and the OpenAPI document are derived from it.
 */
export interface Endpoint {
  readonly method: "GET" | "POST" | "PUT" | "PATCH" | "DELETE";
  /** Path with `{name}` placeholders, one leading slash (R150). */
  readonly path: string;
  readonly summary: string;
  /**
   * `none`: a token is ignored. `optional`: works for visitors, but a bad token gets 401 (R8).
   * `required`: 401 without a valid token.
   */
  readonly auth: "none" | "optional" | "required";
  readonly params?: z.ZodObject;
  readonly query?: z.ZodObject;
  readonly body?: z.ZodType;
  /** How `body` may be sent; JSON only by default. */
  readonly encodings?: readonly ("json" | "multipart")[];
  /** How many files a form may contain; one by default. */
  readonly files?: number;
  /** The one success response: its status and its body, null for no body. */
  readonly answers: Readonly<Record<number, z.ZodType | null>>;
  /** Errors in addition to those that every call shares. */
  readonly errors: readonly ErrorCode[];
  readonly limit?: RateLimitName;
  /** Set for each call that changes what opens an account, or hands out what it holds (ADR-053). */
  readonly proof?: EndpointProof;
  /** Set for a call that shows its caller to others, or lets them sign in otherwise (R494). */
  readonly needs?: "identity";
  /** Set for a call of staff alone: the least role; everybody else gets 404 (R621). */
  readonly staff?: "moderator" | "admin";
  /** Set for a call that changes something and that suspended accounts may make (R633). */
  readonly whileSuspended?: true;
  /** Set for a call that streams, as `text/event-stream`. */
  readonly stream?: true;
  /** Media types of a response that is a file instead of JSON. */
  readonly fileTypes?: readonly string[];
}

export const endpoint = <const E extends Endpoint>(definition: E): E => definition;

/** A call: its endpoint's method and path, and its parameters as text, as in a URL. */
export interface PageCall {
  endpoint: string;
  params: Record<string, string>;
  query: Record<string, string>;
}

/** The response, in a form that can be passed between threads. */
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
