import { open } from "node:fs/promises";
import { ApiError } from "#server/errors.ts";
import { ByteWindow } from "./byte-window.ts";
import { inspectJpeg, JPEG_START } from "./jpeg.ts";
import { inspectPng, PNG_SIGNATURE } from "./png.ts";

/** Bytes from `start` to before `end` of the file. */
export interface FileRange {
  start: number;
  end: number;
  /** An iCCP chunk, to be dropped where it unpacks to more than a profile needs. */
  isPackedProfile?: boolean;
}

/** What is known of a picture without decoding it, and what of it the decoder is to see. */
export interface Inspection {
  /** Read in this order, these make a file of the same kind without anything that only costs. */
  pieces: (FileRange | Buffer)[];
  width: number;
  height: number;
  /** How many samples the decoder goes over, those of every scan: time follows it. */
  samples: number;
  /** What the decoder holds at once, in bytes: nothing where it reads row by row. */
  heldBytes: number;
}

/**
 * Reads the JPEG or PNG in `file`, by its content (R85), without decoding any of it.
 * Throws `image_format` for any other kind and for what no decoder could read.
 */
export async function inspectPicture(file: string): Promise<Inspection> {
  await using handle = await open(file);
  const window = new ByteWindow(handle);
  const start = await window.read(0, PNG_SIGNATURE.length);
  if (start.equals(PNG_SIGNATURE)) return await inspectPng(window);
  if (start.subarray(0, JPEG_START.length).equals(JPEG_START)) return await inspectJpeg(window);
  throw new ApiError("image_format");
}
