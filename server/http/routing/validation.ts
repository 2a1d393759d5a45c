import type { FastifyRequest } from "fastify";
import type * as z from "zod";
import type { Endpoint } from "#contract/endpoint.ts";
import type { ErrorCode } from "#contract/errors.ts";
import { ApiError } from "#server/errors.ts";

type Parts = Pick<FastifyRequest, "params" | "query" | "body">;

/** Parses a request's parts with the endpoint's schemas. Throws 422, or 404 for its path. */
export function validate(endpoint: Endpoint, request: Parts, form?: unknown) {
  const params = validParams(endpoint, request);
  const query = endpoint.query?.safeParse(request.query, TURKISH);
  if (query?.error) throw invalid(query.error);
  const body = endpoint.body?.safeParse(form ?? request.body, TURKISH);
  if (body?.error) throw invalid(body.error);
  return { params, query: query?.data, body: body?.data };
}

/** Parses the path. Throws the same 404 for a malformed name as for one that does not exist. */
export function validParams(endpoint: Endpoint, request: Pick<FastifyRequest, "params">) {
  const params = endpoint.params?.safeParse(request.params);
  if (params?.error) throw new ApiError(notFoundCode(endpoint.errors));
  return params?.data;
}

/** Messages for mistakes that our own forms cannot make and for which schemas have no text. */
const TURKISH: z.core.ParseContext<z.core.$ZodIssue> = {
  error: (issue) =>
    issue.code === "invalid_value"
      ? `Şunlardan biri olmalıdır: ${issue.values.join(", ")}.`
      : "Lütfen geçerli bir değer girin.",
};

const notFoundCode = (errors: readonly ErrorCode[]): ErrorCode =>
  errors.find((code) => code.endsWith("_not_found")) ?? "not_found";

function invalid(error: z.ZodError): ApiError {
  const fields: Record<string, string> = {};
  for (const issue of error.issues.flatMap(issuesOf))
    fields[issue.path.join(".")] ??= issue.message;
  return new ApiError(invalidCode(error), { fields });
}

/** Of a body in one of several forms, what is wrong with the form that fits best. */
function issuesOf(issue: z.core.$ZodIssue): readonly z.core.$ZodIssue[] {
  if (issue.code !== "invalid_union" || issue.path.length > 0) return [issue];
  return issue.errors.toSorted((one, other) => one.length - other.length)[0] ?? [issue];
}

/** A missing picture has a separate code, because its message is specified (R85). */
function invalidCode(error: z.ZodError): ErrorCode {
  return error.issues.every((issue) => issue.path.at(-1) === "image")
    ? "image_missing"
    : "validation_failed";
}

/** Whether the endpoint knows all parameters of the query; responses at made-up ones are not cached. */
export const knowsQuery = ({ query }: Endpoint, request: Pick<FastifyRequest, "query">): boolean =>
  Object.keys(request.query as object).every((name) => query && Object.hasOwn(query.shape, name));
