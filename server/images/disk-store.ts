import { randomBytes } from "node:crypto";
import { mkdir, open, readdir, readFile, rename, rm, stat } from "node:fs/promises";
import { dirname, join } from "node:path";
import { finished } from "node:stream";
import type { FastifyInstance } from "fastify";
import { IMAGE_WIDTHS, LINK_PREVIEW } from "#contract/limits.ts";
import { ApiError } from "#server/errors.ts";
import { isNotModified } from "#server/http/cache/etag.ts";
import type { ResponseCache } from "#server/http/cache/response-cache.ts";
import { type ImageRendition, renderImage } from "./process.ts";

/** Where processed pictures lie. */
export interface ImageStore {
  /**
   * Reads the picture in `file`, and keeps it in every width, with `preview` also for link previews
   * (`og.jpg` beside it). Answers its `image_path` once everything is synced to the disk.
   * Throws `image_format` or `image_too_large`.
   */
  keep(file: string, options?: { preview: boolean }): Promise<string>;
  /** Deletes a picture in every width; one that is not there is no error. */
  remove(imagePath: string): Promise<void>;
  /**
   * The pictures that were stored before `moment`, in milliseconds, in the part of the store whose
   * turn it is in this `round`. Takes away what was begun before it and never finished.
   */
  storedBefore(moment: number, round: number): Promise<string[]>;
  /** Answers `/images/…` on `app`. */
  serve(app: FastifyInstance, responseCache: ResponseCache): void;
}

const NAME_BYTES = 16;
/** As many folders as two hexadecimal digits can name. */
const SHARDS = 256;
const UNFINISHED = ".new";
const IMAGE_PATH = /^\/images\/([0-9a-f]{2}\/[0-9a-f]{32})\//;
const FILE = new RegExp(`^(?:(?:${IMAGE_WIDTHS.join("|")})\\.webp|${LINK_PREVIEW.name})$`);

/** Keeps pictures as `images/<two letters>/<unguessable name>/<width>.webp` in `dataDir`. */
export async function openDiskStore(dataDir: string): Promise<ImageStore> {
  const root = join(dataDir, "images");
  await mkdir(root, { recursive: true });
  let removals = 0;
  return {
    async keep(file, { preview } = { preview: false }) {
      const renditions = await renderImage(file, preview);
      const name = randomBytes(NAME_BYTES).toString("hex");
      const folder = join(name.slice(0, 2), name);
      await store(join(root, folder), renditions);
      return pathOf(folder);
    },
    async remove(imagePath) {
      const folder = IMAGE_PATH.exec(imagePath)?.[1];
      if (folder) await rm(join(root, folder), { recursive: true, force: true });
      removals++;
    },
    storedBefore: (moment, round) => {
      const shard = (round % SHARDS).toString(16).padStart(2, "0");
      return storedBefore(root, shard, moment);
    },
    serve: (app, responseCache) => serve(app, responseCache, root, () => removals),
  };
}

const LARGEST = `${Math.max(...IMAGE_WIDTHS)}.webp`;
const pathOf = (folder: string) => `/images/${folder}/${LARGEST}`;

/** The folder appears whole or not at all, whenever the power goes. */
async function store(folder: string, renditions: ImageRendition[]): Promise<void> {
  const unfinished = folder + UNFINISHED;
  try {
    // One by one, since all at once says ENOENT where the disk is read-only.
    await mkdir(dirname(folder)).catch(unlessThere);
    await mkdir(unfinished);
    for (const { name, bytes } of renditions) {
      await using file = await open(join(unfinished, name), "wx");
      await file.writeFile(bytes);
      await file.sync();
    }
    await sync(unfinished);
    await rename(unfinished, folder);
    await sync(dirname(folder));
    await sync(dirname(dirname(folder)));
  } catch (error) {
    await rm(unfinished, { recursive: true, force: true });
    throw error;
  }
}

async function storedBefore(root: string, shard: string, moment: number): Promise<string[]> {
  const names = await readdir(join(root, shard)).catch(() => []);
  const old: string[] = [];
  for (const name of names) {
    const folder = join(shard, name);
    const found = await stat(join(root, folder)).catch(() => null);
    if (!found || found.mtimeMs >= moment) continue;
    if (name.endsWith(UNFINISHED)) await rm(join(root, folder), { recursive: true, force: true });
    else old.push(pathOf(folder));
  }
  return old;
}

function unlessThere(error: NodeJS.ErrnoException): void {
  if (error.code !== "EEXIST") throw error;
}

async function sync(folder: string): Promise<void> {
  await using handle = await open(folder);
  await handle.sync();
}

/** So much of what was read may be held by those who do not take it; then others come back. */
const UNTAKEN_MAX_BYTES = 64 * 1024 * 1024;
/** So long a picture that was read is given again, if none was removed meanwhile. */
const KEPT_MS = 1000;

function serve(
  app: FastifyInstance,
  responseCache: ResponseCache,
  root: string,
  removals: () => number,
): void {
  let untaken = 0;
  app.get<{ Params: Record<"shard" | "name" | "file", string> }>(
    "/images/:shard/:name/:file",
    async (request, reply) => {
      const { shard, name, file } = request.params;
      if (!IMAGE_PATH.test(`/images/${shard}/${name}/`) || !FILE.test(file)) {
        throw new ApiError("not_found");
      }
      if (untaken > UNTAKEN_MAX_BYTES) throw new ApiError("overloaded");
      const [readAt, removed] = [performance.now(), removals()];
      const body = await read(join(root, shard, name), file);
      const etag = `"${name}-${file}"`;
      void reply
        .type(file === LINK_PREVIEW.name ? "image/jpeg" : "image/webp")
        .header("cache-control", "public, max-age=31536000, immutable")
        .header("etag", etag);
      if (isNotModified(request.headers, etag)) return reply.code(304).send();
      const isCurrent = () => removed === removals() && performance.now() < readAt + KEPT_MS;
      responseCache.store(request, reply, { body, isCurrent });
      untaken += body.length;
      // Also where they were gone before it was read.
      finished(reply.raw, () => {
        untaken -= body.length;
      });
      return reply.send(body);
    },
  );
}

/** A picture that was kept before there was this width has the largest. */
async function read(folder: string, file: string): Promise<Buffer> {
  try {
    return await readFile(join(folder, file));
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "ENOENT") throw error;
    const isLast = file === LARGEST || file === LINK_PREVIEW.name;
    if (isLast) throw new ApiError("not_found", { cause: error });
    return read(folder, LARGEST);
  }
}
