import { open } from "node:fs/promises";
import { ApiError } from "#server/errors.ts";
import { ByteWindow } from "./byte-window.ts";
import { inspectJpeg, JPEG_START } from "./jpeg.ts";
import type { Inspection } from "./picture-pieces.ts";
import { inspectPng, PNG_SIGNATURE } from "./png.ts";

/**
 * Inspects the JPEG or PNG in `file`, recognized by its content (R85), without decoding it. Throws
 * `image_format` for any other kind and for what no decoder could read.
 */
export async function inspectPicture(file: string): Promise<Inspection> {
  await using handle = await open(file);
  const window = new ByteWindow(handle);
  const start = await window.read(0, PNG_SIGNATURE.length);
  if (start.equals(PNG_SIGNATURE)) return await inspectPng(window);
  if (start.subarray(0, JPEG_START.length).equals(JPEG_START)) return await inspectJpeg(window);
  throw new ApiError("image_format");
}
