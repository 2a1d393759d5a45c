import { readFileSync } from "node:fs";
import { readFile } from "node:fs/promises";

/**
 * A text as it was committed: checkouts on Windows may end lines with CRLF, which browsers read as
 * LF before they hash an inline style, and editors there may add a byte order mark, which JSON
 * parsers reject.
 */
export const committedText = (text: string): string =>
  text.replace(/^\uFEFF/, "").replaceAll("\r\n", "\n");

/** Reads a text file of the sources or of content/. Throws if it cannot be read. */
export const readText = async (file: string | URL): Promise<string> =>
  committedText(await readFile(file, "utf8"));

/** The same while a module loads. */
export const readTextSync = (file: string | URL): string =>
  committedText(readFileSync(file, "utf8"));
