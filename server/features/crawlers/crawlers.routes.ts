import { createHash } from "node:crypto";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import type { AppContext } from "#server/app-context.ts";
import { ApiError } from "#server/errors.ts";
import { CATEGORIES } from "#server/features/lookups/categories.ts";
import { FOR_EVERYBODY } from "#server/http/cache/cache-control.ts";
import { cacheKey } from "#server/http/cache/json-cache.ts";
import { unpooled } from "#server/http/cache/unpooled.ts";
import { sendDocument } from "#server/http/pages/page-response.ts";
import { countSitemaps, listForFeed, listForSitemap } from "./crawlers.reads.ts";
import { surveyFeed } from "./feed.ts";
import { pagesSitemap, robotsTxt, sitemapIndex, surveysSitemap } from "./sitemaps.ts";

/** The addresses that search engines and feed readers look for, all of what everybody may see. */
export function crawlerRoutes(app: FastifyInstance, context: AppContext): void {
  const { db, clock, cachedValue, reading, responseCache, siteUrl } = context;
  const origin = new URL(siteUrl).origin;

  app.get("/robots.txt", (request, reply) => send(request, reply, "text/plain", robotsTxt(origin)));

  app.get("/sitemap.xml", async (request, reply) => {
    const count = await cachedValue(cacheKey("surveys:sitemap:count"), () => countSitemaps(db));
    return send(request, reply, "application/xml", sitemapIndex(origin, count ?? 0));
  });

  app.get("/sitemaps/pages.xml", (request, reply) =>
    send(request, reply, "application/xml", pagesSitemap(origin)),
  );

  app.get<{ Params: { page: string } }>(
    "/sitemaps/surveys/:page(^[1-9]\\d{0,8}).xml",
    async (request, reply) => {
      const page = Number(request.params.page);
      const xml = await counted(request, `sitemap:${page}`, async () => {
        const surveys = await listForSitemap(db, page, clock.now());
        return surveys.length > 0 ? surveysSitemap(origin, surveys) : undefined;
      });
      return send(request, reply, "application/xml", xml);
    },
  );

  app.get("/feeds/surveys.atom", (request, reply) => sendFeed(request, reply));

  app.get<{ Params: { category: string } }>(
    "/feeds/category-:category(^\\d{1,3}).atom",
    async (request, reply) => {
      const category = CATEGORIES.find(({ id }) => `${id}` === request.params.category);
      if (!category) throw new ApiError("not_found");
      return sendFeed(request, reply, category);
    },
  );

  async function sendFeed(
    request: FastifyRequest,
    reply: FastifyReply,
    category?: (typeof CATEGORIES)[number],
  ): Promise<FastifyReply> {
    const xml = await counted(request, `feed:${category?.id ?? "all"}`, async () =>
      surveyFeed(origin, category, await listForFeed(db, category?.id, clock.now())),
    );
    return send(request, reply, "application/atom+xml", xml);
  }

  /** Makes a text once for all who ask within a second, and counts it as the reading of a survey. */
  async function counted(
    request: FastifyRequest,
    name: string,
    make: () => Promise<string | undefined>,
  ): Promise<string> {
    return reading(request.raw, name, async () => {
      const text = await cachedValue(cacheKey(`surveys:${name}`), make);
      if (text === undefined) throw new ApiError("not_found");
      return text;
    });
  }

  function send(
    request: FastifyRequest,
    reply: FastifyReply,
    type: string,
    text: string,
  ): Promise<FastifyReply> {
    const body = unpooled(text);
    const hash = createHash("sha256").update(body).digest("base64url").slice(0, 27);
    const headers = {
      "content-type": `${type}; charset=utf-8`,
      "cache-control": FOR_EVERYBODY,
      etag: `W/"${hash}"`,
      vary: "Accept-Encoding",
    };
    // Never sent without a look into the cache of values, which drops a survey that becomes private.
    const document = { status: 200, headers, body, compressed: {}, freshUntil: 0 };
    return sendDocument(request, reply, document, responseCache);
  }
}
