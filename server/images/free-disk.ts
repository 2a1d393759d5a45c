import { statfs } from "node:fs/promises";
import { ApiError } from "#server/errors.ts";

/** What votes and everything else without pictures keep, unless the operator says how much. */
const FLOOR = { bytes: 500e6, share: 0.05 };

/**
 * Throws `storage_full` while the disk of `folder` has less than `floor` bytes free; by default
 * 500 MB, or a twentieth of a smaller disk.
 */
export async function requireFreeDisk(folder: string, floor: number | undefined): Promise<void> {
  const { bavail, blocks, bsize } = await statfs(folder);
  const least = floor ?? Math.min(FLOOR.bytes, blocks * bsize * FLOOR.share);
  if (bavail * bsize < least) throw new ApiError("storage_full");
}
