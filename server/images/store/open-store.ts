import type { Config } from "#server/config/config.ts";
import { openDiskStore } from "./disk-store.ts";
import type { ImageStore } from "./image-store.ts";

/** The part of the configuration that locates images. */
export type ImageLocation = Pick<Config, "dataDir"> &
  Partial<Pick<Config, "minFreeDiskBytes" | "s3">>;

/** Opens the store that the environment names: a bucket, otherwise a folder in `dataDir`. */
export async function openImageStore(config: ImageLocation): Promise<ImageStore> {
  if (!config.s3) return openDiskStore(config);
  const { openS3Store } = await import("./s3-store.ts");
  return openS3Store(config.s3);
}
