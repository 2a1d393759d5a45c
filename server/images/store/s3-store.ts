import type { S3Settings } from "#server/config/image-settings.ts";
import { ApiError } from "#server/errors.ts";
import { IMAGE_CACHE_CONTROL, imageTypeOf } from "../image-paths.ts";
import { adviceFor, openBucket, refusalIn } from "./bucket.ts";
import type { FileFacts, ImageStore } from "./image-store.ts";

const OWNER_KEY = "kanaat.images";
const KEY = /^images\/[0-9a-f]{2}\/([0-9a-f]{32})\/([^/]+)$/;
/** Matches MD5s only: the tag of a file uploaded in parts says nothing about its content. */
const TAG = /^\W*([0-9a-f]{32})\W*$/;

const folderOf = (id: string) => `images/${id.slice(0, 2)}/${id}/`;

/**
 * Stores images in a bucket, under keys like the paths in rows (`images/<2 digits>/<id>/<file
 * name>`). While the store cannot be reached, `put` throws `storage_full` and everything else
 * `not_ready`. Opening throws where the store refuses access, not where it cannot be reached yet.
 */
export async function openS3Store(settings: S3Settings): Promise<ImageStore> {
  const { list, put, read, remove, watch } = openBucket(settings);
  let deletions = 0;

  /** The files of each image below `prefix`, and when the last was put, in ms since 1970. */
  async function inventory(prefix: string) {
    const images = new Map<string, { files: FileFacts[]; putAt: number }>();
    for (const object of await list(`images/${prefix.slice(0, 2)}/${prefix}`)) {
      const [, id = "", name = ""] = KEY.exec(object.Key) ?? [];
      if (!id) continue;
      const image = images.get(id) ?? { files: [], putAt: 0 };
      const [, tag] = TAG.exec(object.ETag) ?? [];
      image.files.push({ name, bytes: object.Size, ...(tag && { tag }) });
      image.putAt = Math.max(image.putAt, object.LastModified.getTime());
      images.set(id, image);
    }
    return images;
  }

  await list(OWNER_KEY, 1).catch((error: unknown) => {
    const { status, serviceCode } = refusalIn(error);
    if (!status) return;
    const refusal = `${serviceCode} (${status}): ${adviceFor(status)}`;
    throw new Error(`S3_BUCKET=${settings.bucket} cannot be used: ${refusal}`);
  });

  return {
    async put(id, files) {
      const stored = files.map(({ name, bytes }) =>
        put(folderOf(id) + name, bytes, imageTypeOf(name), {
          "cache-control": IMAGE_CACHE_CONTROL,
        }),
      );
      const outcomes = await Promise.allSettled(stored);
      const failed = outcomes.find((one) => one.status === "rejected");
      if (!failed) return;
      // Files that cannot be deleted either are cleaned up as orphaned images.
      await Promise.allSettled(files.map(({ name }) => remove(folderOf(id) + name)));
      throw new ApiError("storage_full", { cause: failed.reason, isLogged: true });
    },
    get: (id, fileName) => read(folderOf(id) + fileName),
    async delete(id) {
      const files = (await inventory(id)).get(id)?.files ?? [];
      await Promise.all(files.map(({ name }) => remove(folderOf(id) + name)));
      deletions++;
    },
    deletions: () => deletions,
    async list({ prefix, before }) {
      const images = [...(await inventory(prefix))];
      return images.filter(([, { putAt }]) => putAt < before).map(([id]) => id);
    },
    async inventory(prefix) {
      const images = [...(await inventory(prefix))];
      return new Map(images.map(([id, { files }]) => [id, files]));
    },
    // A partial image is listed like a whole one, and cleaned up as an orphaned image.
    deleteUnfinished: async () => undefined,
    async owner() {
      const file = await read(OWNER_KEY);
      return String(file?.content ?? "");
    },
    async setOwner(owner) {
      if (owner === "") await remove(OWNER_KEY);
      else await put(OWNER_KEY, Buffer.from(owner), "text/plain");
    },
    async ping() {
      await list(OWNER_KEY, 1);
    },
    watch,
  };
}
