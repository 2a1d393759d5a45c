import { mkdir, open, readdir, readFile, rename, rm } from "node:fs/promises";
import { dirname, join } from "node:path";
import { type Bucket, openBucket } from "#server/images/store/bucket.ts";
import type { ImageLocation } from "#server/images/store/open-store.ts";

/** The folder in DATA_DIR, or the prefix of keys in the bucket. */
const NOTES_FOLDER = "deletions";

/** Short texts with path-like names, stored outside of the database. */
export interface NoteStore {
  displayName: string;
  /** The note survives a power failure once this resolves. Rejects if it cannot be stored. */
  put(name: string, text: string): Promise<void>;
  read(name: string): Promise<string | undefined>;
  list(): Promise<string[]>;
  remove(name: string): Promise<void>;
}

/** Opens the note store that belongs to the image store, without reading it. */
export const openNoteStore = ({ dataDir, s3 }: ImageLocation): NoteStore =>
  s3 ? notesInBucket(openBucket(s3), s3.bucket) : notesInFolder(join(dataDir, NOTES_FOLDER));

export function notesInFolder(root: string): NoteStore {
  return {
    displayName: root,
    async put(name, text) {
      const path = join(root, name);
      await mkdir(dirname(path), { recursive: true });
      await using file = await open(`${path}.new`, "w");
      await file.writeFile(text);
      await file.sync();
      await rename(`${path}.new`, path);
      // A new file or folder survives a power failure once the folder that lists it is synced.
      for (const folder of [dirname(path), root, dirname(root)]) await syncFolder(folder);
    },
    read: (name) => readFile(join(root, name), "utf8").catch(undefinedIfMissing),
    async list() {
      const entries = await readdir(root, { recursive: true, withFileTypes: true }).catch(
        undefinedIfMissing,
      );
      const files = (entries ?? []).filter((entry) => entry.isFile());
      const paths = files.map(({ parentPath, name }) => join(parentPath, name));
      return paths
        .map((path) => path.slice(root.length + 1))
        .filter((name) => !name.endsWith(".new"));
    },
    async remove(name) {
      await rm(join(root, name), { force: true });
    },
  };
}

function notesInBucket({ put, read, list, remove }: Bucket, bucket: string): NoteStore {
  const key = (name: string) => `${NOTES_FOLDER}/${name}`;
  return {
    displayName: `${NOTES_FOLDER}/ in the bucket ${bucket}`,
    async put(name, text) {
      await put(key(name), Buffer.from(text), "text/plain");
    },
    async read(name) {
      const file = await read(key(name));
      return file ? String(file.content) : undefined;
    },
    list: async () => (await list(key(""))).map(({ Key }) => Key.slice(key("").length)),
    async remove(name) {
      await remove(key(name));
    },
  };
}

async function syncFolder(folder: string): Promise<void> {
  await using handle = await open(folder);
  await handle.sync();
}

function undefinedIfMissing(error: NodeJS.ErrnoException): undefined {
  if (error.code !== "ENOENT") throw error;
}
