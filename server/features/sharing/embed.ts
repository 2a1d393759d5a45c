import { createHash } from "node:crypto";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { PathId } from "#contract/shapes/shapes.ts";
import type { AppContext } from "#server/app-context.ts";
import { ApiError } from "#server/errors.ts";
import { FOR_EVERYBODY } from "#server/http/cache/cache-control.ts";
import { unpooled } from "#server/http/cache/unpooled.ts";
import { sendDocument } from "#server/http/pages/page-response.ts";
import { EMBED_POLICY, embedPage, missingPage } from "./embed-page.ts";
import { requireShared } from "./shared-survey.ts";

/** How long a document is sent to visitors without checking that it is current. */
const FRESH_MS = 1000;

const HEADERS = {
  "content-type": "text/html; charset=utf-8",
  "content-security-policy": EMBED_POLICY,
  // Lets it load in pages that only embed resources with this header.
  "cross-origin-resource-policy": "cross-origin",
  vary: "Accept-Encoding",
};

/**
 * `/embed/surveys/{id}`: a public survey as a small document that any site may show in a frame
 * (R299). It uses no session, so that nobody can be tricked into pressing anything in it.
 */
export function embedRoute(app: FastifyInstance, context: AppContext): void {
  const { clock, reading, responseCache } = context;

  app.get<{ Params: { id: string } }>("/embed/surveys/:id", async (request, reply) => {
    const id = PathId.safeParse(request.params.id);
    if (!id.success) return sendMissing(request, reply);
    try {
      const shared = await reading(request.raw, `id,${id.data}`, () =>
        requireShared(context, id.data),
      );
      return await send(request, reply, 200, embedPage(shared, context.siteUrl, clock.now()));
    } catch (error) {
      const isMissing = error instanceof ApiError && error.code === "survey_not_found";
      if (isMissing) return sendMissing(request, reply);
      throw error;
    }
  });

  const sendMissing = (request: FastifyRequest, reply: FastifyReply) =>
    send(request, reply, 404, missingPage(context.siteUrl));

  function send(request: FastifyRequest, reply: FastifyReply, status: 200 | 404, html: string) {
    const body = unpooled(html);
    const hash = createHash("sha256").update(body).digest("base64url").slice(0, 27);
    const headers =
      status === 200
        ? { ...HEADERS, "cache-control": FOR_EVERYBODY, etag: `W/"${hash}"` }
        : { ...HEADERS, "cache-control": "no-store" };
    const freshUntil = performance.now() + FRESH_MS;
    return sendDocument(
      request,
      reply,
      { status, headers, body, compressed: {}, freshUntil, ignoresQuery: true },
      responseCache,
    );
  }
}
