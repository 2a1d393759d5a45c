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

/** What is known of a stored file without reading it. */
export interface FileFacts {
  name: string;
  bytes: number;
  /** Where the store knows it, mostly the MD5 of the content; equal tags mean equal contents. */
  tag?: string;
}

/** Some of the images: those whose ids begin with `prefix` and that were put before `before`. */
export interface ImageSelection {
  /** Two hexadecimal digits. */
  prefix: string;
  /** Milliseconds since 1970. */
  before: number;
}

/** Longer files are streamed: what waits for a client that reads slowly lies in memory. */
export const WHOLE_MAX_BYTES = 256 * 1024;

/**
 * Where the files of images are stored, by the image's id (`newImageId`). It knows nothing of
 * rows. What it throws is a fault of the storage, such as a full disk, or an `ApiError` that says so.
 */
export interface ImageStore {
  /**
   * Stores all `files` of a new image; they survive a power failure once this settles. What a kill
   * leaves of it is among the unfinished or the orphaned ones, since no row names it yet.
   */
  put(id: string, files: readonly ImageFile[]): Promise<void>;
  /** One file; null where there is no such image or file. A stream must be read or destroyed. */
  get(id: string, fileName: string): Promise<StoredFile | null>;
  /** Deletes an image with all its files; one that is not there is no error. */
  delete(id: string): Promise<void>;
  /** How many calls of `delete` have settled; bytes that were read before may be deleted by now. */
  deletions(): number;
  /** The ids of the images in the selection. */
  list(selection: ImageSelection): Promise<string[]>;
  /** The files of each image whose id begins with `prefix`: two hexadecimal digits, or a whole id. */
  inventory(prefix: string): Promise<Map<string, FileFacts[]>>;
  /** Deletes what calls of `put` that were cut off left behind. */
  deleteUnfinished(selection: ImageSelection): Promise<void>;
  /** Whose images these are, as `setOwner` was told; empty where nobody has said it. */
  owner(): Promise<string>;
  setOwner(owner: string): Promise<void>;
  /** Rejects while the store cannot be read. */
  ping(): Promise<void>;
  /** Of a store across a network: tells once when and why it cannot be reached, and when it can again. */
  watch?(onFault: (why: string) => void, onReached: () => void): void;
}
