import { randomUUID } from "node:crypto";
import { readFile, rename, stat, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { deserialize, serialize } from "node:v8";
import type { Decoded, DecoderJob } from "#server/images/decoder-process.ts";
import { decode as decodeAlways } from "#server/images/decoders.ts";
import { PLAIN_PICTURE } from "#testing/plain-picture.ts";

const inThisProcess = new Map<string, Promise<Buffer>>();

/**
 * Replaces the product's `decode` (`testing/cheap-work.ts`): decodes the plain picture once for all
 * processes with the same folder DECODED_PICTURES, and any other picture each time.
 */
export async function decode(job: DecoderJob): Promise<Decoded> {
  if (!("source" in job) || !("file" in job.source)) return decodeAlways(job);
  if (!(await isPlain(job.source.file))) return decodeAlways(job);
  const name = job.preview ? "with-preview" : "without-preview";
  if (!inThisProcess.has(name)) inThisProcess.set(name, readOrDecode(name, job));
  try {
    const { files, look }: Decoded = deserialize((await inThisProcess.get(name)) ?? Buffer.of());
    return { files: files.map(({ name, bytes }) => ({ name, bytes: Buffer.from(bytes) })), look };
  } catch (error) {
    inThisProcess.delete(name);
    throw error;
  }
}

async function isPlain(file: string): Promise<boolean> {
  const { size } = await stat(file);
  return size === PLAIN_PICTURE.length && PLAIN_PICTURE.equals(await readFile(file));
}

async function readOrDecode(name: string, job: DecoderJob): Promise<Buffer> {
  const folder = process.env.DECODED_PICTURES;
  const path = folder && join(folder, name);
  const decoded = path && (await readFile(path).catch(() => undefined));
  if (decoded) return decoded;
  const made = serialize(await decodeAlways(job));
  if (path) {
    // Other processes must not read half a file.
    const unfinished = `${path}.${randomUUID()}`;
    await writeFile(unfinished, made);
    await rename(unfinished, path);
  }
  return made;
}
