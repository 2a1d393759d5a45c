import type { FastifyInstance } from "fastify";
import { ApiError } from "#server/errors.ts";

/** No endpoint accepts a body that nests deeper. */
const MAX_DEPTH = 8;

/**
 * Parses JSON bodies. Returns 400 for bytes that are not UTF-8 (a lenient decoder would replace
 * them), for keys such as `__proto__` and for deep nesting (R165, R166, R167). An empty body counts
 * as none, whatever its content type.
 */
export function parseJsonBodies(app: FastifyInstance): void {
  const strictUtf8 = new TextDecoder("utf-8", { fatal: true });
  const parse = app.getDefaultJsonParser("error", "error");
  app.removeContentTypeParser(["application/json", "text/plain"]);
  app.addContentTypeParser("application/json", { parseAs: "buffer" }, (request, body, done) => {
    if (body.length === 0) return done(null, undefined);
    let text: string;
    try {
      text = strictUtf8.decode(body as Buffer);
    } catch (cause) {
      return done(new ApiError("invalid_request", { cause }));
    }
    return parse(request, text, (error, value) => {
      if (!error && isDeeper(value, MAX_DEPTH)) return done(new ApiError("invalid_request"));
      return done(error, value);
    });
  });
}

function isDeeper(value: unknown, levels: number): boolean {
  if (typeof value !== "object" || value === null) return false;
  return levels === 0 || Object.values(value).some((inner) => isDeeper(inner, levels - 1));
}
