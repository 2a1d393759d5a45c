import { createHash } from "node:crypto";
import type { FastifyInstance } from "fastify";
import { openApiDocument } from "./openapi-document.ts";
import { openApiPage, STYLE } from "./openapi-page.ts";

const POLICY = [
  "default-src 'none'",
  `style-src 'sha256-${createHash("sha256").update(STYLE).digest("base64")}'`,
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join("; ");

let made: { json: string; page: string } | undefined;

/** Takes some 100 ms, which a start without it saves. */
function describeApi(): { json: string; page: string } {
  if (made) return made;
  const document = openApiDocument();
  made = { json: JSON.stringify(document), page: openApiPage(document) };
  return made;
}

/** `/api/openapi.json`, and `/api/docs` for people; both are made at the first request (R153). */
export function openApiRoutes(app: FastifyInstance): void {
  app.get("/api/openapi.json", (_request, reply) =>
    reply
      .type("application/json; charset=utf-8")
      .header("cache-control", "public, max-age=3600")
      .send(describeApi().json),
  );
  app.get("/api/docs", (_request, reply) =>
    reply
      .type("text/html; charset=utf-8")
      .header("content-security-policy", POLICY)
      .header("cache-control", "public, max-age=3600")
      .send(describeApi().page),
  );
}
