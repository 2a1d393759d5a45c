import type * as z from "zod";
import type { Endpoint } from "#contract/endpoint.ts";
import { ERRORS, type ErrorCode } from "#contract/errors.ts";
import { MISSED_READ_COST, RATE_LIMITS } from "#contract/limits.ts";
import { isOpenToSuspended } from "#server/http/identity/viewer.ts";
import { namesThing } from "#server/http/routing/define-route.ts";

export type Schema = z.core.JSONSchema.BaseSchema;

export interface Response {
  description: string;
  content?: Record<string, { schema: Schema }>;
}

const text = { type: "string" } as const;

/** RFC 9457, like `Problem` in contract/problem.ts. */
export const Problem: Schema = {
  type: "object",
  properties: {
    type: text,
    title: text,
    status: { type: "integer" },
    detail: text,
    code: { enum: Object.keys(ERRORS) },
    message: text,
    request_id: text,
    fields: { type: "object", additionalProperties: text },
    ticket: text,
    methods: { type: "array", items: { enum: ["totp", "passkey", "recovery_code"] } },
  },
  required: ["type", "title", "status", "detail", "code", "message", "request_id"],
};

/** Errors that any call may return: `not_found` where a path or the caller's role does not fit. */
export const SHARED: readonly ErrorCode[] = [
  "invalid_request",
  "not_found",
  "headers_too_large",
  "internal_error",
  "not_ready",
  "overloaded",
];

/** Components to refer to: a response for each code, and `shared`. */
export const PROBLEMS: Record<string, Response> = {
  shared: problem(SHARED),
  ...Object.fromEntries(
    (Object.keys(ERRORS) as ErrorCode[]).map((code) => [code, problem([code])]),
  ),
};

/** The errors of an endpoint beyond `SHARED`, derived from its definition. */
export function errorsOf(endpoint: Endpoint): Set<ErrorCode> {
  const { auth, query, body, errors, limit, method } = endpoint;
  return new Set([
    ...(auth === "required" ? (["unauthenticated"] as const) : []),
    ...(auth === "none" ? [] : (["invalid_token"] as const)),
    ...(auth === "required" && !isOpenToSuspended(endpoint)
      ? (["account_suspended"] as const)
      : []),
    ...errors,
    ...(body ? (["request_timeout", "payload_too_large", "unsupported_media_type"] as const) : []),
    ...(body || query ? (["validation_failed"] as const) : []),
    ...(limit || namesThing(endpoint) ? (["too_many_requests"] as const) : []),
    ...(method === "GET" ? [] : (["storage_full", "outcome_unknown"] as const)),
  ]);
}

/** A sentence on how often an endpoint may be called; undefined without a limit. */
export function rateOf(endpoint: Endpoint): string | undefined {
  const { limit, auth } = endpoint;
  const by = { none: "from one address", required: "by one account" };
  const who = auth === "optional" ? `${by.required}, or without one ${by.none}` : by[auth];
  const calls = limit && RATE_LIMITS[limit];
  const reads = namesThing(endpoint) && RATE_LIMITS.read;
  const rates = [
    calls &&
      `At most ${calls.max} calls of the group "${limit}" in ${calls.perSeconds} seconds ${who}.`,
    reads &&
      `At most ${reads.max} different surveys and people in ${reads.perSeconds} seconds ${who}; a missing one counts as ${MISSED_READ_COST}.`,
  ].filter(Boolean);
  return rates.length > 0 ? rates.join(" ") : undefined;
}

/** The problems of an endpoint by status. */
export function failures(endpoint: Endpoint): Record<string, Response | { $ref: string }> {
  const byStatus = Map.groupBy(errorsOf(endpoint), (code) => ERRORS[code][0]);
  const answers = [...byStatus].map(([status, codes]) => {
    if (status === 429) return [status, problem(codes, rateOf(endpoint))];
    return [status, codes.length > 1 ? problem(codes) : reference(codes[0] ?? "")];
  });
  return { ...Object.fromEntries(answers), default: reference("shared") };
}

const reference = (name: string) => ({ $ref: `#/components/responses/${name}` });

function problem(codes: readonly ErrorCode[], more = ""): Response {
  const described = codes.map((code) => `\`${code}\`: ${ERRORS[code][2]}`);
  const schema = {
    $ref: "#/components/schemas/Problem",
    properties: { code: { enum: [...codes] } },
  };
  return {
    description: [...described, more].filter(Boolean).join("\n\n"),
    content: { "application/problem+json": { schema } },
  };
}
