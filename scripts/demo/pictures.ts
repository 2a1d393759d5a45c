import { join } from "node:path";
import sharp from "sharp";
import type { DemoSurvey } from "./surveys.ts";

export const PICTURES = join(import.meta.dirname, "pictures");

/** These paths are relative to `PICTURES`. */
export const avatarPath = (nickname: string) => `people/${nickname}.webp`;
export const coverPath = ({ key }: DemoSurvey) => `surveys/${key}/cover.webp`;
export const optionPath = ({ key }: DemoSurvey, picture: string) =>
  `surveys/${key}/${picture}.webp`;

/** The picture as its owner would upload it: a JPEG, since the product refuses WebP (R85). */
export async function pictureUpload(path: string): Promise<File> {
  const jpeg = await sharp(join(PICTURES, path))
    .jpeg({ quality: 90, optimiseCoding: false })
    .toBuffer();
  return new File([new Uint8Array(jpeg)], "resim.jpg", { type: "image/jpeg" });
}
