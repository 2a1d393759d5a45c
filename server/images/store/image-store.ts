import type { Readable } from "node:stream";

/** One file of an image: a width as WebP (`640.webp`), or the link preview (`og.jpg`). */
export interface ImageFile {
  name: string;
  bytes: Buffer;
}

/** A stored file: a short one as a whole, a longer one as a stream. */
export interface StoredFile {
  bytes: number;
  content: Buffer | Readable;
}

/** What is known of a stored file without reading it. */
export interface FileFacts {
  name: string;
  bytes: number;
  /**
   * Set where the store knows it; mostly the MD5 of the content. Equal tags mean equal contents.
   */
  tag?: string;
}

/** Some of the images: those whose ids begin with `prefix` and that were put before `before`. */
export interface ImageSelection {
  /** Two hexadecimal digits. */
  prefix: string;
  /** Milliseconds since 1970. */
  before: number;
}

/** Longer files are streamed, since what waits for a slow client stays in memory. */
export const WHOLE_MAX_BYTES = 256 * 1024;

/**
 * Where the files of images are stored, by the image's id (`newImageId`). It knows nothing about
 * rows. It throws faults of the storage, such as a full disk, or an `ApiError` that says so.
 */
export interface ImageStore {
  /**
   * Stores all `files` of a new image; they survive a power failure once this resolves. What a
   * killed process leaves counts as unfinished or orphaned, since no row names it yet.
   */
  put(id: string, files: readonly ImageFile[]): Promise<void>;
  /** One file; null where there is no such image or file. A stream must be read or destroyed. */
  get(id: string, fileName: string): Promise<StoredFile | null>;
  /** Deletes an image with all its files; a missing one is no error. */
  delete(id: string): Promise<void>;
  /** How many calls of `delete` have settled; bytes read before may have been deleted since. */
  deletions(): number;
  /** The ids of the images in the selection. */
  list(selection: ImageSelection): Promise<string[]>;
  /**
   * The files of each image whose id begins with `prefix`, two hexadecimal digits or a whole id.
   */
  inventory(prefix: string): Promise<Map<string, FileFacts[]>>;
  /** Deletes what interrupted calls of `put` have left. */
  deleteUnfinished(selection: ImageSelection): Promise<void>;
  /** The owner of these images, as last set with `setOwner`; empty where none was set. */
  owner(): Promise<string>;
  setOwner(owner: string): Promise<void>;
  /** Rejects while the store cannot be read. */
  ping(): Promise<void>;
  /** For stores across a network: reports once why it cannot be reached, and when it can again. */
  watch?(onFault: (why: string) => void, onReached: () => void): void;
}
