import type { Readable } from "node:stream";

/** One file of an image: a width as WebP (`640.webp`), or the link preview (`og.jpg`). */
export interface ImageFile {
  name: string;
  bytes: Buffer;
}

/** A stored file: whole where it is short, otherwise to be streamed. */
export interface StoredFile {
  bytes: number;
  content: Buffer | Readable;
}

/** Some of the images: those whose ids begin with `prefix` and that were put before `before`. */
export interface ImageSelection {
  /** Two hexadecimal digits. */
  prefix: string;
  /** Milliseconds since 1970. */
  before: number;
}

/**
 * Where the files of images are stored, by the image's id (`newImageId`). It knows nothing of
 * formats, addresses or rows. What it throws is a fault of the storage, such as a full disk.
 */
export interface ImageStore {
  /** Stores all `files` of a new image or none; they survive a power failure once this settles. */
  put(id: string, files: readonly ImageFile[]): Promise<void>;
  /** One file; null where there is no such image or file. A stream must be read or destroyed. */
  get(id: string, fileName: string): Promise<StoredFile | null>;
  /** Deletes an image with all its files; one that is not there is no error. */
  delete(id: string): Promise<void>;
  /** How many calls of `delete` have settled; bytes that were read before may be deleted by now. */
  deletions(): number;
  /** The ids of the images in the selection. */
  list(selection: ImageSelection): Promise<string[]>;
  /** Deletes what calls of `put` that were cut off left behind. */
  deleteUnfinished(selection: ImageSelection): Promise<void>;
}
