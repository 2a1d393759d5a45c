import { createHash } from "node:crypto";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { type Chart, isChart } from "#contract/charts.ts";
import { PathId } from "#contract/shapes/shapes.ts";
import type { AppContext } from "#server/app-context.ts";
import { ApiError } from "#server/errors.ts";
import { FOR_EVERYBODY } from "#server/http/cache/cache-control.ts";
import { unpooled } from "#server/http/cache/unpooled.ts";
import { sendDocument } from "#server/http/pages/page-response.ts";
import { readChart } from "./charts.ts";
import { chartPage } from "./embed-chart.ts";
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
 * `/embed/surveys/{id}`, and `/embed/surveys/{id}/{chart}` of its results: a public survey as a
 * small document that any site may show in a frame (R299, R533). It uses no session, so that nobody
 * can be tricked into pressing anything in it.
 */
export function embedRoute(app: FastifyInstance, context: AppContext): void {
  const { clock, reading, responseCache } = context;

  app.get<{ Params: { id: string } }>("/embed/surveys/:id", (request, reply) =>
    answer(request, reply, request.params.id),
  );
  app.get<{ Params: { id: string; chart: string } }>(
    "/embed/surveys/:id/:chart",
    async (request, reply) => {
      const { id, chart } = request.params;
      if (!isChart(chart)) throw new ApiError("not_found");
      return answer(request, reply, id, chart);
    },
  );

  async function answer(request: FastifyRequest, reply: FastifyReply, name: string, chart?: Chart) {
    const id = PathId.safeParse(name);
    if (!id.success) return sendMissing(request, reply);
    try {
      const html = await reading(request.raw, `id,${id.data}`, () => documentOf(id.data, chart));
      return await send(request, reply, 200, html);
    } catch (error) {
      const isMissing = error instanceof ApiError && error.code === "survey_not_found";
      if (isMissing) return sendMissing(request, reply);
      throw error;
    }
  }

  /** The survey itself where its results are hidden or lack the chart. */
  async function documentOf(id: number, name?: Chart): Promise<string> {
    const shared = await requireShared(context, id);
    const chart = name && (await readChart(context, id, name));
    return chart
      ? chartPage({ survey: shared.survey, kind: name, chart }, context.siteUrl)
      : embedPage(shared, context.siteUrl, clock.now());
  }

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
