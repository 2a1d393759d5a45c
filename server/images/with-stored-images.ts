import type { FastifyBaseLogger } from "fastify";
import { ERRORS } from "#contract/errors.ts";
import type { DatabaseFault } from "#server/db/open.ts";
import { ApiError } from "#server/errors.ts";
import type { ImageStore } from "./disk-store.ts";

/** An uploaded file and the field it came in, which is named when it is refused. */
export interface Picture {
  file: string;
  field: string;
}

/**
 * Keeps all of `pictures`, then runs the `write` that refers to their paths. When anything fails
 * none of them stays; but while the database is lost nobody knows whether it wrote, and a picture
 * too many is better than one that is missing.
 */
export async function keepWith<T>(
  store: { images: ImageStore; db: { fault(error: unknown): DatabaseFault } },
  log: FastifyBaseLogger,
  pictures: readonly Picture[],
  options: { preview: boolean },
  write: (paths: string[]) => Promise<T>,
): Promise<T> {
  const { images, db } = store;
  const tried = await Promise.allSettled(
    pictures.map((picture) => keepField(images, picture, options)),
  );
  const kept = tried.flatMap((one) => (one.status === "fulfilled" ? [one.value] : []));
  try {
    for (const one of tried) if (one.status === "rejected") throw one.reason;
    return await write(kept);
  } catch (error) {
    if (db.fault(error) !== "unavailable") await discard(images, log, kept);
    throw error;
  }
}

/** Removes pictures that nothing names any more; one that stays is only told to the log. */
export async function discard(
  images: ImageStore,
  log: FastifyBaseLogger,
  paths: readonly string[],
): Promise<void> {
  for (const path of paths) {
    await images.remove(path).catch((err: unknown) => log.error({ err, path }, "picture stays"));
  }
}

async function keepField(
  images: ImageStore,
  { file, field }: Picture,
  options: { preview: boolean },
): Promise<string> {
  try {
    return await images.keep(file, options);
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    const { code } = error;
    throw new ApiError(code, { cause: error, fields: { [field]: ERRORS[code][2] } });
  }
}
