import { createHash } from "node:crypto";
import type { FastifyInstance } from "fastify";
import { openApiPage, STYLE } from "./openapi-page.ts";

const POLICY = [
  "default-src 'none'",
  `style-src 'sha256-${createHash("sha256").update(STYLE).digest("base64")}'`,
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join("; ");

let made: { json: string; page: string } | undefined;

/** Loaded and made at the first request: that takes some 100 ms and 20 MB. */
async function describeApi(): Promise<{ json: string; page: string }> {
  const { openApiDocument } = await import("./openapi-document.ts");
  const document = openApiDocument();
  return { json: JSON.stringify(document), page: openApiPage(document) };
}

/** `/api/openapi.json`, and `/api/docs` for people (R153). */
export function openApiRoutes(app: FastifyInstance): void {
  const describe = async () => (made ??= await describeApi());

  app.get("/api/openapi.json", async (_request, reply) =>
    reply
      .type("application/json; charset=utf-8")
      .header("cache-control", "public, max-age=3600")
      .send((await describe()).json),
  );
  app.get("/api/docs", async (_request, reply) =>
    reply
      .type("text/html; charset=utf-8")
      .header("content-security-policy", POLICY)
      .header("cache-control", "public, max-age=3600")
      .send((await describe()).page),
  );
}
