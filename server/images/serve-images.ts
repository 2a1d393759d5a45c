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

/** How long an image is served from the cache, unless any image is deleted meanwhile. */
const CACHED_MS = 1000;

/**
 * Serves `/images/<2 digits>/<id>/<file>` on `app` from `images`; the bytes never change. Returns
 * `not_found` for anything else. Logs once when the store cannot be reached.
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
      // Waiting for a store across a network delays no other request: no sign of overload.
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
      responseCache.store(request, reply, { body: content, isCurrent, ignoresQuery: true });
      return reply.send(content);
    },
  );
}

/** An image stored before this width existed is served in the largest. */
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
