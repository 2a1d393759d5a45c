import * as z from "zod";
import type { Endpoint } from "#contract/endpoint.ts";
import { ERRORS, type ErrorCode } from "#contract/errors.ts";
import type { Shot } from "./requests.ts";

export interface Answered {
  status: number;
  type: string;
  text: string;
}

/** Errors that every call may return beyond those that its endpoint declares. */
const SHARED: readonly ErrorCode[] = [
  "invalid_request",
  "payload_too_large",
  "headers_too_large",
  "unsupported_media_type",
  "validation_failed",
  "overloaded",
  "not_ready",
  "outcome_unknown",
];

/** Returns what is wrong with the answer to a request; empty if nothing is. */
export function judge(shot: Shot, answer: Answered): string[] {
  const { status, type } = answer;
  if (status >= 500 && status !== 503) return [`status ${status}`];
  if (status >= 400) return shot.method === "HEAD" ? [] : judgeProblem(shot, answer);
  if (status >= 300 || !shot.intact) return [];
  const found: string[] = [];
  const [success] = Object.entries(shot.endpoint.answers);
  if (String(status) !== success?.[0]) found.push(`status ${status} instead of ${success?.[0]}`);
  const isFile = shot.endpoint.fileTypes?.includes(type);
  if (success?.[1] && !shot.endpoint.stream && !isFile) {
    const parsed = /json/.test(type) ? success[1].safeParse(JSON.parse(answer.text)) : undefined;
    if (!parsed?.success) found.push(`an answer of another shape: ${prettify(parsed?.error)}`);
  }
  if (shot.json !== undefined && shot.endpoint.body?.safeParse(shot.json).success === false) {
    found.push("a body that the contract refuses was accepted");
  }
  return found;
}

function judgeProblem({ endpoint, intact }: Shot, { status, type, text }: Answered): string[] {
  if (!type.startsWith("application/problem+json")) return [`${status} without problem+json`];
  const { code, request_id, message } = JSON.parse(text) as Record<string, string>;
  const known = ERRORS[code as ErrorCode];
  if (!known || known[0] !== status || !request_id || message !== known[2]) {
    return [`a problem of another shape: ${text.slice(0, 300)}`];
  }
  const declared = intact && !mayAnswer(endpoint).includes(code as ErrorCode);
  return declared ? [`${code} is not declared`] : [];
}

function mayAnswer({ auth, errors, params, staff }: Endpoint): readonly ErrorCode[] {
  const token: ErrorCode[] = auth === "none" ? [] : ["invalid_token", "unauthenticated"];
  // Members do not learn of calls of staff.
  return [...SHARED, ...errors, ...token, ...(params || staff ? (["not_found"] as const) : [])];
}

const prettify = (error: z.ZodError | undefined) => (error ? z.prettifyError(error) : "no JSON");
