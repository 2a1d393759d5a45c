import { readFile, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { Database } from "#server/db/open.ts";
import type { ImageStore } from "./disk-store.ts";
import { readBirth, readNamed } from "./referenced-images.reads.ts";

/** No upload takes nearly as long; a younger picture may belong to one that is under way. */
const SAFE_AGE_MS = 24 * 3_600_000;
const ASKED_AT_ONCE = 200;
/** Says whose pictures lie in the folder, so that none of another database's is taken away. */
const OWNER = "kanaat.images";

/**
 * Deletes pictures that a crash left between storing them and committing the rows that name them:
 * a part of the store in each `round`. Throws where the pictures are another database's.
 */
export async function deleteLeftPictures(
  { db, images, dataDir }: { db: Database; images: ImageStore; dataDir: string },
  round: number,
): Promise<void> {
  await requireOwnPictures(db, dataDir);
  const old = await images.storedBefore(Date.now() - SAFE_AGE_MS, round);
  for (let at = 0; at < old.length; at += ASKED_AT_ONCE) {
    const asked = old.slice(at, at + ASKED_AT_ONCE);
    const named = await readNamed(db, asked);
    for (const path of asked) if (!named.has(path)) await images.remove(path);
  }
}

async function requireOwnPictures(db: Database, dataDir: string): Promise<void> {
  const birth = await readBirth(db);
  const mark = join(dataDir, OWNER);
  const readMark = () => readFile(mark, "utf8").catch(() => "");
  // Whoever comes first writes it; where a crash left it empty, nobody has.
  if ((await readMark()) === "") await writeFile(mark, birth);
  if ((await readMark()) !== birth) {
    throw new Error(`${mark} says that another database's pictures lie here`);
  }
}

/** Gives the pictures to whichever database comes first now. */
export const disownPictures = (dataDir: string): Promise<void> =>
  rm(join(dataDir, OWNER), { force: true });
