import type { StatsFs } from "node:fs";
import { statfs } from "node:fs/promises";
import { ApiError } from "#server/errors.ts";

/** Space reserved for votes and everything else but pictures, unless the operator sets it. */
const FLOOR = { bytes: 500e6, share: 0.05 };

/**
 * Throws `storage_full` while the disk of `folder` has less than `floor` bytes free; by default
 * 500 MB, or a twentieth of a smaller disk.
 */
export async function requireFreeDisk(folder: string, floor: number | undefined): Promise<void> {
  const disk = await statfs(folder);
  if (disk.bavail * disk.bsize < leastFree(disk, floor)) throw new ApiError("storage_full");
}

/** How many bytes must stay free on a disk; `floor` where the operator has set it. */
export const leastFree = (
  { blocks, bsize }: Pick<StatsFs, "blocks" | "bsize">,
  floor: number | undefined,
): number => floor ?? Math.min(FLOOR.bytes, blocks * bsize * FLOOR.share);
