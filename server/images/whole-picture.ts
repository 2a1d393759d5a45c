import { type FileHandle, open } from "node:fs/promises";
import { Transform } from "node:stream";
import type { StoredFile } from "./store/image-store.ts";

/** "RIFF", a length, then the kind. */
const WEBP_HEAD_BYTES = 12;
const JPEG_START = Buffer.from([0xff, 0xd8]);
const JPEG_END = Buffer.from([0xff, 0xd9]);

/**
 * Returns the stored file of a picture. A stream fails before its end where the picture is not
 * whole. Throws where short content is cut off, empty or no picture, as clients would keep it for a
 * year.
 */
export function wholePicture(file: StoredFile, name: string): StoredFile {
  const { bytes, content } = file;
  if (Buffer.isBuffer(content)) {
    requireWhole(content.subarray(0, WEBP_HEAD_BYTES), content.subarray(-2), bytes, name);
    return file;
  }
  const checked = content.pipe(endCheck(bytes, name));
  content.once("error", (error) => checked.destroy(error));
  checked.once("close", () => content.destroy());
  return { bytes, content: checked };
}

/** Throws where a picture's file on the disk is not whole, by its length and both ends. */
export async function requireWholeFile(path: string, name: string): Promise<void> {
  await using file = await open(path);
  const { size } = await file.stat();
  const head = await bytesAt(file, 0, WEBP_HEAD_BYTES);
  requireWhole(head, await bytesAt(file, Math.max(0, size - 2), 2), size, name);
}

async function bytesAt(file: FileHandle, position: number, length: number): Promise<Buffer> {
  const { buffer, bytesRead } = await file.read(Buffer.alloc(length), 0, length, position);
  return buffer.subarray(0, bytesRead);
}

/** Passes everything on, but withholds the last part where the whole is not valid. */
function endCheck(expected: number, name: string): Transform {
  let head: Buffer = Buffer.alloc(0);
  let last: Buffer = Buffer.alloc(0);
  let length = 0;
  return new Transform({
    transform(part: Buffer, _encoding, done) {
      length += part.length;
      if (head.length < WEBP_HEAD_BYTES) {
        head = Buffer.concat([head, part.subarray(0, WEBP_HEAD_BYTES - head.length)]);
      }
      // Holds back at least two bytes, so that the end of a JPEG can be checked.
      const held = part.length < 2 ? Buffer.concat([last, part]) : part;
      if (held === part) this.push(last);
      last = held;
      done();
    },
    flush(done) {
      try {
        if (length !== expected) throw new Error(`${length} of ${expected} bytes came`);
        requireWhole(head, last.subarray(-2), length, name);
        done(null, last);
      } catch (error) {
        done(error as Error);
      }
    },
  });
}

function requireWhole(head: Buffer, end: Buffer, bytes: number, name: string): void {
  const isWhole = name.endsWith(".jpg")
    ? head.subarray(0, 2).equals(JPEG_START) && end.equals(JPEG_END)
    : isWholeWebp(head, bytes);
  if (!isWhole) throw new Error(`the stored ${name} is cut off or no picture: ${bytes} bytes`);
}

/** The head contains the length of what follows (RFC 9649, 2.3). */
const isWholeWebp = (head: Buffer, bytes: number): boolean =>
  head.length === WEBP_HEAD_BYTES &&
  head.toString("latin1", 0, 4) === "RIFF" &&
  head.toString("latin1", 8, 12) === "WEBP" &&
  head.readUInt32LE(4) + 8 === bytes;
