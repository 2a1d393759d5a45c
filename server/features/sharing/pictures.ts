import { buffer } from "node:stream/consumers";
import type { FastifyReply, FastifyRequest } from "fastify";
import { LRUCache } from "lru-cache";
import { IMAGE_WIDTHS } from "#contract/limits.ts";
import type { AppContext } from "#server/app-context.ts";
import { isNotModified } from "#server/http/cache/etag.ts";
import { unpooled } from "#server/http/cache/unpooled.ts";
import { networkOf } from "#server/http/server/client-ip.ts";
import type { Drawing } from "#server/images/drawing/draw.ts";
import { imageIdOf } from "#server/images/image-paths.ts";
import { renderDrawing } from "#server/images/render.ts";
import type { ImageStore } from "#server/images/store/image-store.ts";
import { createFairQueue, QueueFull } from "#server/limits/fair-queue.ts";

/** Enough for dozens of pictures with photographs, hundreds without. */
const KEPT_BYTES = 16 * 1024 * 1024;
/** Networks take turns; link previewers request few pictures at once. */
const WAITING = { lanes: 1, room: { caller: 20, all: 100 }, patienceMs: 4000 };
/** How long a picture is sent to visitors without checking that it is current. */
const CURRENT_MS = 1000;
/** Cached for an hour under the picture's own address, for a minute under others. */
const NAMED = "public, max-age=3600, stale-if-error=86400";
const ANOTHER = "public, max-age=60";

export interface Picture {
  /** Differs if the picture shows something else; at most 40 characters of an ETag. */
  name: string;
  type: "image/png" | "image/jpeg";
  /** Called when it is its turn, if it is not known yet. */
  toDrawing: () => Promise<Drawing>;
  /** Whether the requested address names what the picture shows now. */
  isNamed: boolean;
  /** The address of a stored picture, where too many wait to be drawn, or drawing fails. */
  otherwise: string;
}

/** Returns a function that sends pictures, each drawn once for all who wait for it, and cached. */
export function createPictures({ clientIpOf, responseCache }: AppContext) {
  const kept = new LRUCache<string, Buffer>({
    maxSize: KEPT_BYTES,
    sizeCalculation: ({ length }) => length,
  });
  const drawn = new Map<string, Promise<Buffer>>();
  const inTurn = createFairQueue(WAITING);

  async function draw({ name, toDrawing }: Picture, caller: string): Promise<Buffer> {
    const known = kept.get(name) ?? drawn.get(name);
    if (known) return known;
    const drawing = inTurn(caller, 1, async () => {
      const bytes = unpooled(await renderDrawing(await toDrawing()));
      kept.set(name, bytes);
      return bytes;
    }).finally(() => drawn.delete(name));
    drawn.set(name, drawing);
    return drawing;
  }

  return async (
    request: FastifyRequest,
    reply: FastifyReply,
    picture: Picture,
  ): Promise<FastifyReply> => {
    const { name, type, isNamed, otherwise } = picture;
    const etag = `"${name}"`;
    void reply
      .type(type)
      .header("cache-control", isNamed ? NAMED : ANOTHER)
      .header("etag", etag)
      // Other sites show it.
      .header("cross-origin-resource-policy", "cross-origin");
    if (isNotModified(request.headers, etag)) return reply.code(304).send();
    // Drawing runs in another process and delays nobody, so its time is no sign of overload.
    request.markAnswered?.();
    const until = performance.now() + CURRENT_MS;
    try {
      const body = await draw(picture, networkOf(clientIpOf(request.raw)));
      // Made-up versions would push real ones out of the cache.
      const isCurrent = () => performance.now() < until;
      if (isNamed) responseCache.store(request, reply, { body, isCurrent, ignoresQuery: true });
      return reply.send(body);
    } catch (error) {
      if (!(error instanceof QueueFull)) request.log.error(error);
      void reply.removeHeader("etag").header("cache-control", "no-store");
      return reply.redirect(otherwise);
    }
  };
}

/** A stored picture in the first width from `width` on; null where it is gone. */
export async function readStored(
  images: ImageStore,
  path: string,
  width: number,
): Promise<Buffer | null> {
  const id = imageIdOf(path);
  const chosen = IMAGE_WIDTHS.find((one) => one >= width) ?? Math.max(...IMAGE_WIDTHS);
  const file = id === undefined ? null : await images.get(id, `${chosen}.webp`);
  if (!file) return null;
  return Buffer.isBuffer(file.content) ? file.content : buffer(file.content);
}
