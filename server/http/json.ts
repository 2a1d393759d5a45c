import type { FastifyInstance } from "fastify";
import { ApiError } from "./problem.ts";

/**
 * Reads JSON bodies: bytes that are not UTF-8 are refused instead of mended, keys that reach for a
 * prototype too (quality I2, I6). An empty body is no body, whatever its header says.
 */
export function readJson(app: FastifyInstance): void {
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
    return parse(request, text, done);
  });
}
