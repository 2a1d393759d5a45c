import { finished } from "node:stream";
import type { FastifyInstance } from "fastify";
import { LINK_PREVIEW } from "#contract/limits.ts";
import { ApiError } from "#server/errors.ts";
import { isNotModified } from "#server/http/cache/etag.ts";
import type { ResponseCache } from "#server/http/cache/response-cache.ts";
import { imageIdOf, isImageFile, LARGEST } from "./image-paths.ts";
import type { ImageStore } from "./image-store.ts";

/** The most that may be held in memory for clients who do not read it; then `overloaded`. */
const UNSENT_MAX_BYTES = 64 * 1024 * 1024;
/** How long an image that was read is served from the cache, unless any is deleted meanwhile. */
const CACHED_MS = 1000;

/**
 * Answers `/images/<2 digits>/<id>/<file>` on `app` with the bytes in `images`, which never change.
 * Answers `not_found` for anything else, and `overloaded` while clients leave too much unread.
 */
export function serveImages(
  app: FastifyInstance,
  images: ImageStore,
  responseCache: ResponseCache,
): void {
  let unsentBytes = 0;
  app.get<{ Params: Record<"shard" | "id" | "file", string> }>(
    "/images/:shard/:id/:file",
    async (request, reply) => {
      const { shard, id, file } = request.params;
      const isImage = imageIdOf(`/images/${shard}/${id}/`) === id && id.startsWith(shard);
      if (!isImage || !isImageFile(file)) throw new ApiError("not_found");
      if (unsentBytes > UNSENT_MAX_BYTES) throw new ApiError("overloaded");
      const [readAt, deletions] = [performance.now(), images.deletions()];
      const body = await readFile(images, id, file);
      const etag = `"${id}-${file}"`;
      void reply
        .type(file === LINK_PREVIEW.name ? "image/jpeg" : "image/webp")
        .header("cache-control", "public, max-age=31536000, immutable")
        .header("etag", etag);
      if (isNotModified(request.headers, etag)) return reply.code(304).send();
      const isCurrent = () =>
        deletions === images.deletions() && performance.now() < readAt + CACHED_MS;
      responseCache.store(request, reply, { body, isCurrent });
      unsentBytes += body.length;
      // Also called where the client had left before the image was read.
      finished(reply.raw, () => {
        unsentBytes -= body.length;
      });
      return reply.send(body);
    },
  );
}

/** An image that was stored before there was this width is served in the largest. */
async function readFile(images: ImageStore, id: string, file: string): Promise<Buffer> {
  const bytes = await images.get(id, file);
  if (bytes) return bytes;
  const largest = file === LINK_PREVIEW.name ? null : await images.get(id, LARGEST);
  if (!largest) throw new ApiError("not_found");
  return largest;
}
