import type { FileHandle } from "node:fs/promises";

const WINDOW_BYTES = 64 * 1024;

/** Reads a file of any size with 64 kB of memory. Positions and lengths are in bytes. */
export class ByteWindow {
  readonly #file: FileHandle;
  readonly #buffer = Buffer.alloc(WINDOW_BYTES);
  #start = 0;
  #length = 0;

  constructor(file: FileHandle) {
    this.#file = file;
  }

  /** At most 64 kB from `position` on, less at the end of the file; valid until the next call. */
  async read(position: number, length: number): Promise<Buffer> {
    if (position < this.#start || position + length > this.#start + this.#length) {
      const { bytesRead } = await this.#file.read(this.#buffer, 0, WINDOW_BYTES, position);
      this.#start = position;
      this.#length = bytesRead;
    }
    const from = position - this.#start;
    return this.#buffer.subarray(from, Math.min(from + length, this.#length));
  }

  /**
   * The first pair of bytes from `position` on that begins with `first` and has an accepted second
   * byte; null where there is none. Pairs that are not accepted may overlap.
   */
  async findPair(
    position: number,
    first: number,
    accepts: (second: number) => boolean,
  ): Promise<{ position: number; second: number } | null> {
    for (let start = position; ; ) {
      await this.read(start, 2);
      const bytes = this.#buffer.subarray(start - this.#start, this.#length);
      for (let at = bytes.indexOf(first); at >= 0; at = bytes.indexOf(first, at + 1)) {
        const second = bytes[at + 1];
        if (second !== undefined && accepts(second)) return { position: start + at, second };
      }
      if (bytes.length < 2) return null;
      start += bytes.length - 1;
    }
  }
}
