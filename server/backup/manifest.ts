import { createHash } from "node:crypto";
import { createReadStream } from "node:fs";
import { open, readFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import * as z from "zod";

/**
 * `backup.json`. A backup is a folder with that file, a file of JSON lines for each table (the
 * names of the columns, then the rows), the pictures as served, the secret with which the marks of
 * deleted accounts were made (`server/secret/secret-file.ts`), and `SHA256SUMS` of all these files,
 * which `sha256sum -c SHA256SUMS` can also check.
 */
export const Manifest = z.object({
  format: z.literal(1),
  made_at: z.iso.datetime(),
  /** The last migration of the tables. */
  migration: z.string(),
  rows: z.record(z.string(), z.int()),
  last_ids: z.record(z.string(), z.int()),
  pictures: z.int(),
  /** Pictures that rows name, but that did not exist when the backup was made. */
  lost_pictures: z.array(z.string()),
  /** Over all rows and all pictures, to compare backups; older backups have none. */
  checksums: z.object({ rows: z.string(), pictures: z.string() }).optional(),
});
export type Manifest = z.infer<typeof Manifest>;

export const MANIFEST = "backup.json";
export const SUMS = "SHA256SUMS";
/** Locked while a backup is being made; a complete backup no longer has it. */
export const LOCK = "kanaat.lock";
/** Suffix of a folder's name while its backup is being made or removed. */
export const UNFINISHED = ".unfinished";
export const tableFile = (table: string): string => `tables/${table}.jsonl`;

/** The folder of a picture below `images` (`<2 digits>/<id>`), from the path in its row. */
export const pictureFolder = (imagePath: string): string =>
  imagePath.split("/").slice(2, 4).join("/");

/** The column with the path of a picture, in every table that has one. */
export const PICTURE_COLUMN = "image";

export async function readManifest(backup: string): Promise<Manifest> {
  const text = await readFile(join(backup, MANIFEST), "utf8").catch((cause: unknown) => {
    throw new Error(`${backup} is not a backup: it has no ${MANIFEST}.`, { cause });
  });
  const { data } = Manifest.safeParse(parsed(text));
  if (!data) throw new Error(`${backup} is not a backup: its ${MANIFEST} cannot be read.`);
  return data;
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** Reads every file of a backup. Throws when one is missing or has changed. */
export async function verify(backup: string, { rows, pictures }: Manifest): Promise<void> {
  const missing = new Set([MANIFEST, ...Object.keys(rows).map(tableFile)]);
  const whole = new Set<string>();
  for await (const line of linesOf(join(backup, SUMS))) {
    const [, sum, name = ""] = /^(\w{64}) {2}(.+)$/.exec(line) ?? [];
    const hash = createHash("sha256");
    for await (const bytes of createReadStream(join(backup, name))) hash.update(bytes);
    if (hash.digest("hex") !== sum) throw new Error(`The backup is damaged: ${name} has changed.`);
    missing.delete(name);
    if (name.startsWith("images/")) whole.add(dirname(name));
  }
  if (missing.size > 0) throw new Error(`The backup is damaged: no ${[...missing].join(", ")}.`);
  if (whole.size < pictures) throw new Error("The backup is damaged: pictures are missing.");
}

export async function* linesOf(path: string): AsyncIterable<string> {
  await using file = await open(path);
  yield* file.readLines();
}
