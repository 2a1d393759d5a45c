import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { LRUCache } from "lru-cache";
import { LINK_PREVIEW, type PictureShape } from "#contract/limits.ts";
import { PathId } from "#contract/shapes/shapes.ts";
import type { AppContext } from "#server/app-context.ts";
import { ApiError } from "#server/errors.ts";
import { resultColor } from "#server/features/results/result-colors.ts";
import type { PublicSurvey } from "#server/features/surveys/survey-access.reads.ts";
import { pictureVersion, type ShownSurvey } from "#server/features/surveys/survey-picture.ts";
import { readShownSurvey } from "#server/features/surveys/surveys.reads.ts";
import { isNotModified } from "#server/http/cache/etag.ts";
import { cacheKey } from "#server/http/cache/json-cache.ts";
import { unpooled } from "#server/http/cache/unpooled.ts";
import { networkOf } from "#server/http/server/client-ip.ts";
import { renderSurveyPicture } from "#server/images/render.ts";
import { createFairQueue, QueueFull } from "#server/limits/fair-queue.ts";
import { requirePublic } from "./shared-survey.ts";

/** Enough for hundreds of pictures. */
const KEPT_BYTES = 16 * 1024 * 1024;
/** Networks take turns; link previewers request few pictures at once. */
const WAITING = { lanes: 1, room: { caller: 20, all: 100 }, patienceMs: 4000 };
/** How long a stored picture is sent to visitors without checking that it is current. */
const CURRENT_MS = 1000;
/** Cached for an hour under the picture's own address, for a minute under another version's. */
const NAMED = "public, max-age=3600, stale-if-error=86400";
const ANOTHER = "public, max-age=60";
const FILE = /^(link|square)-[\w-]{1,32}\.png$/;

/**
 * `/surveys/{id}/picture/{shape}-{version}.png`: a public survey's standing, drawn at the first
 * request. Any version returns the current picture. If too many are waiting, or drawing fails, it
 * redirects to the survey's own picture.
 */
export function surveyPictureRoute(app: FastifyInstance, context: AppContext): void {
  const { clientIpOf, responseCache, reading } = context;
  const pictures = createPictures();

  app.get<{ Params: { id: string; file: string } }>(
    "/surveys/:id/picture/:file",
    async (request, reply) => {
      const id = PathId.safeParse(request.params.id);
      const [, shape] = FILE.exec(request.params.file) ?? [];
      if (!id.success || !shape) throw new ApiError("not_found");
      return reading(request.raw, `id,${id.data}`, () =>
        answer(request, reply, id.data, shape as PictureShape),
      );
    },
  );

  async function answer(
    request: FastifyRequest,
    reply: FastifyReply,
    id: number,
    shape: PictureShape,
  ): Promise<FastifyReply> {
    const survey = await requirePublic(context, id);
    const shown = await readShown(context, survey);
    const version = pictureVersion(shown);
    const isNamed = request.url.split("?", 1)[0]?.endsWith(`/${shape}-${version}.png`) === true;
    const etag = `"${version}"`;
    void reply
      .type("image/png")
      .header("cache-control", isNamed ? NAMED : ANOTHER)
      .header("etag", etag)
      // Other sites show it.
      .header("cross-origin-resource-policy", "cross-origin");
    if (isNotModified(request.headers, etag)) return reply.code(304).send();
    // Drawing runs in another process and delays nobody, so its time is no sign of overload.
    request.markAnswered?.();
    const until = performance.now() + CURRENT_MS;
    try {
      const body = await pictures(
        `${id} ${version}`,
        shown,
        shape,
        networkOf(clientIpOf(request.raw)),
      );
      // Made-up versions would push real ones out of the cache.
      const isCurrent = () => performance.now() < until;
      if (isNamed) responseCache.store(request, reply, { body, isCurrent, ignoresQuery: true });
      return reply.send(body);
    } catch (error) {
      if (!(error instanceof QueueFull)) request.log.error(error);
      void reply.removeHeader("etag").header("cache-control", "no-store");
      return reply.redirect(ownPicture(survey, context));
    }
  }
}

const readShown = async ({ db, clock, cachedValue }: AppContext, survey: PublicSurvey) =>
  (await cachedValue(cacheKey(`survey:${survey.id}:picture`, survey), () =>
    readShownSurvey(db, survey, clock.now()),
  )) as ShownSurvey;

const ownPicture = ({ image }: PublicSurvey, { config }: AppContext): string =>
  (config.imageBaseUrl ?? "") + image.replace(/[^/]+$/, LINK_PREVIEW.name);

/** Returns a function that draws pictures, each once for all who wait for it, and caches them. */
function createPictures() {
  const kept = new LRUCache<string, Buffer>({
    maxSize: KEPT_BYTES,
    sizeCalculation: ({ length }) => length,
  });
  const drawn = new Map<string, Promise<Buffer>>();
  const inTurn = createFairQueue(WAITING);

  return async (
    what: string,
    shown: ShownSurvey,
    shape: PictureShape,
    caller: string,
  ): Promise<Buffer> => {
    const key = `${shape} ${what}`;
    const known = kept.get(key) ?? drawn.get(key);
    if (known) return known;
    const drawing = inTurn(caller, 1, async () => {
      const bytes = unpooled(
        await renderSurveyPicture({ ...shown, shape, options: colored(shown) }),
      );
      kept.set(key, bytes);
      return bytes;
    }).finally(() => drawn.delete(key));
    drawn.set(key, drawing);
    return drawing;
  };
}

/** The leading options first, if results are shown. */
const colored = ({ options }: ShownSurvey) =>
  options
    .map((option, at) => ({ ...option, color: resultColor(at) }))
    .sort((a, b) => (b.share ?? 0) - (a.share ?? 0));
