import {
  access,
  constants,
  mkdir,
  open,
  readdir,
  readFile,
  rename,
  rm,
  stat,
  writeFile,
} from "node:fs/promises";
import { dirname, join } from "node:path";
import type { Config } from "#server/config/config.ts";
import { requireFreeDisk } from "../free-disk.ts";
import {
  type FileFacts,
  type ImageFile,
  type ImageSelection,
  type ImageStore,
  type StoredFile,
  WHOLE_MAX_BYTES,
} from "./image-store.ts";

const UNFINISHED = ".new";
/** Names the database that owns the folder's images, so that no other one deletes them. */
const OWNER_FILE = "kanaat.images";

/**
 * Stores images in folders on the disk: `<dataDir>/images/<2 digits>/<id>/<file name>`. Refuses them
 * with `storage_full` while too little space is free (`requireFreeDisk`).
 */
export async function openDiskStore({
  dataDir,
  minFreeDiskBytes,
}: Pick<Config, "dataDir"> & Partial<Pick<Config, "minFreeDiskBytes">>): Promise<ImageStore> {
  const root = join(dataDir, "images");
  await mkdir(root, { recursive: true });
  const folderOf = (id: string) => join(root, id.slice(0, 2), id);
  let deletions = 0;
  return {
    async put(id, files) {
      await requireFreeDisk(root, minFreeDiskBytes);
      await writeFolder(folderOf(id), files);
    },
    get: (id, fileName) => readStored(join(folderOf(id), fileName)).catch(nullIfMissing),
    async delete(id) {
      await rm(folderOf(id), { recursive: true, force: true });
      deletions++;
    },
    deletions: () => deletions,
    async list(selection) {
      const names = await namesIn(root, selection);
      return names.filter((name) => !name.endsWith(UNFINISHED));
    },
    async inventory(prefix) {
      const isOne = prefix.length > 2;
      const ids = isOne ? [prefix] : await readdir(join(root, prefix)).catch(noneIfMissing);
      const images = new Map<string, FileFacts[]>();
      for (const id of ids.filter((id) => !id.endsWith(UNFINISHED))) {
        const files = await factsIn(folderOf(id));
        if (files.length > 0) images.set(id, files);
      }
      return images;
    },
    async deleteUnfinished(selection) {
      const names = await namesIn(root, selection);
      for (const name of names.filter((name) => name.endsWith(UNFINISHED))) {
        await rm(join(root, selection.prefix, name), { recursive: true, force: true });
      }
    },
    owner: () => readFile(join(dataDir, OWNER_FILE), "utf8").catch(() => ""),
    setOwner: (owner) =>
      owner === ""
        ? rm(join(dataDir, OWNER_FILE), { force: true })
        : writeFile(join(dataDir, OWNER_FILE), owner),
    ping: () => access(root, constants.R_OK | constants.W_OK | constants.X_OK),
  };
}

async function readStored(path: string): Promise<StoredFile> {
  const file = await open(path);
  try {
    const { size } = await file.stat();
    if (size > WHOLE_MAX_BYTES) return { bytes: size, content: file.createReadStream() };
    const content = await file.readFile();
    await file.close();
    return { bytes: content.length, content };
  } catch (error) {
    await file.close();
    throw error;
  }
}

/** The folder appears whole or not at all, even after a power failure. */
async function writeFolder(folder: string, files: readonly ImageFile[]): Promise<void> {
  const unfinished = folder + UNFINISHED;
  try {
    // Separately, since creating both at once reports ENOENT where the disk is read-only.
    await mkdir(dirname(folder)).catch(unlessExists);
    await mkdir(unfinished);
    for (const { name, bytes } of files) {
      await using file = await open(join(unfinished, name), "wx");
      await file.writeFile(bytes);
      await file.sync();
    }
    await syncFolder(unfinished);
    await rename(unfinished, folder);
    await syncFolder(dirname(folder));
    await syncFolder(dirname(dirname(folder)));
  } catch (error) {
    await rm(unfinished, { recursive: true, force: true });
    throw error;
  }
}

/** The folders of the selection, finished or not. */
async function namesIn(root: string, { prefix, before }: ImageSelection): Promise<string[]> {
  const names = await readdir(join(root, prefix)).catch(() => []);
  const selected: string[] = [];
  for (const name of names) {
    // Another process may delete it meanwhile.
    const folder = await stat(join(root, prefix, name)).catch(() => null);
    if (folder && folder.mtimeMs < before) selected.push(name);
  }
  return selected;
}

/** Another process may delete the image meanwhile. */
async function factsIn(folder: string): Promise<FileFacts[]> {
  const files: FileFacts[] = [];
  for (const name of await readdir(folder).catch(noneIfMissing)) {
    const file = await stat(join(folder, name)).catch(nullIfMissing);
    if (file) files.push({ name, bytes: file.size });
  }
  return files;
}

async function syncFolder(folder: string): Promise<void> {
  await using handle = await open(folder);
  await handle.sync();
}

function nullIfMissing(error: NodeJS.ErrnoException): null {
  if (error.code !== "ENOENT") throw error;
  return null;
}

function noneIfMissing(error: NodeJS.ErrnoException): string[] {
  return nullIfMissing(error) ?? [];
}

function unlessExists(error: NodeJS.ErrnoException): void {
  if (error.code !== "EEXIST") throw error;
}
