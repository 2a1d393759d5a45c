import { Readable } from "node:stream";
import type { FastifyInstance } from "fastify";
import { LINK_PREVIEW } from "#contract/limits.ts";
import { ApiError } from "#server/errors.ts";
import { isNotModified } from "#server/http/cache/etag.ts";
import type { ResponseCache } from "#server/http/cache/response-cache.ts";
import {
  IMAGE_CACHE_CONTROL,
  imageIdOf,
  imageTypeOf,
  isImageFile,
  LARGEST,
} from "./image-paths.ts";
import type { ImageStore, StoredFile } from "./store/image-store.ts";
import { wholePicture } from "./whole-picture.ts";

/** How long an image that was read is served from the cache, unless any is deleted meanwhile. */
const CACHED_MS = 1000;

/**
 * Answers `/images/<2 digits>/<id>/<file>` on `app` with the bytes in `images`, which never change.
 * Answers `not_found` for anything else. The log says when the store cannot be reached, once.
 */
export function serveImages(
  app: FastifyInstance,
  images: ImageStore,
  responseCache: ResponseCache,
): void {
  images.watch?.(
    (why) => app.log.error(`cannot reach the image store: ${why}`),
    () => app.log.warn("the image store is reached again"),
  );
  app.get<{ Params: Record<"shard" | "id" | "file", string> }>(
    "/images/:shard/:id/:file",
    async (request, reply) => {
      const { shard, id, file } = request.params;
      const isImage = imageIdOf(`/images/${shard}/${id}/`) === id && id.startsWith(shard);
      if (!isImage || !isImageFile(file)) throw new ApiError("not_found");
      // Others do not wait for what a store across a network takes: no sign of overload.
      if (images.watch) request.markAnswered?.();
      const [readAt, deletions] = [performance.now(), images.deletions()];
      const { bytes, content } = await readFile(images, id, file);
      const etag = `"${id}-${file}"`;
      void reply
        .type(imageTypeOf(file))
        .header("cache-control", IMAGE_CACHE_CONTROL)
        .header("etag", etag);
      if (isNotModified(request.headers, etag)) {
        if (content instanceof Readable) content.destroy();
        return reply.code(304).send();
      }
      if (content instanceof Readable) return reply.header("content-length", bytes).send(content);
      const isCurrent = () =>
        deletions === images.deletions() && performance.now() < readAt + CACHED_MS;
      responseCache.store(request, reply, { body: content, isCurrent });
      return reply.send(content);
    },
  );
}

/** An image that was stored before there was this width is served in the largest. */
async function readFile(images: ImageStore, id: string, file: string): Promise<StoredFile> {
  const stored = await images.get(id, file);
  if (stored) return requireWhole(stored, id, file);
  const largest = file === LINK_PREVIEW.name ? null : await images.get(id, LARGEST);
  if (!largest) throw new ApiError("not_found");
  return requireWhole(largest, id, LARGEST);
}

function requireWhole(stored: StoredFile, id: string, file: string): StoredFile {
  try {
    return wholePicture(stored, `${id}/${file}`);
  } catch (cause) {
    throw new ApiError("not_ready", { cause });
  }
}
