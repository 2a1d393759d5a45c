import { link, mkdir, readdir } from "node:fs/promises";
import { dirname, join } from "node:path";
import { linesOf, readManifest, SUMS, UNFINISHED } from "./manifest.ts";

/** The newest backup beside the one being made. */
export interface EarlierBackup {
  folder: string;
  /**
   * Shares the files of a picture, which never change, with the new backup. Returns their names and
   * sums; undefined where this backup does not have the picture, or the new one is on another disk.
   */
  share(picture: string, target: string): Promise<[name: string, sum: string][] | undefined>;
}

/** Undefined where there is none in `parent`. Ignores what is no backup. */
export async function openEarlierBackup(parent: string): Promise<EarlierBackup | undefined> {
  const folder = await newestBackupIn(parent);
  if (folder === undefined) return undefined;
  const pictures = await sumsOfPictures(folder);
  return {
    folder,
    async share(picture, target) {
      const files = pictures.get(picture);
      if (!files) return undefined;
      await mkdir(join(target, "images", picture), { recursive: true });
      for (const [name] of files) {
        const isShared = await link(join(folder, name), join(target, name)).then(
          () => true,
          () => false,
        );
        if (!isShared) return undefined;
      }
      return files;
    },
  };
}

/** The folder of the newest whole backup in `parent`; undefined where there is none. */
export async function newestBackupIn(parent: string): Promise<string | undefined> {
  let newest: { folder: string; madeAt: string } | undefined;
  for (const name of await readdir(parent).catch(() => [])) {
    const folder = join(parent, name);
    if (name.endsWith(UNFINISHED)) continue;
    const manifest = await readManifest(folder).catch(() => undefined);
    if (manifest && manifest.made_at > (newest?.madeAt ?? "")) {
      newest = { folder, madeAt: manifest.made_at };
    }
  }
  return newest?.folder;
}

/** The names and sums of the files of each picture, by its folder below `images`. */
export async function sumsOfPictures(folder: string): Promise<Map<string, [string, string][]>> {
  const pictures = new Map<string, [string, string][]>();
  for await (const line of linesOf(join(folder, SUMS))) {
    const [, sum = "", name = ""] = /^(\w{64}) {2}(images\/.+)$/.exec(line) ?? [];
    if (!name) continue;
    const picture = dirname(name).slice("images/".length);
    const files = pictures.get(picture);
    if (files) files.push([name, sum]);
    else pictures.set(picture, [[name, sum]]);
  }
  return pictures;
}
