import { IMAGE_MAX_BYTES, IMAGE_TYPES, UPLOAD_MAX_SIDE } from "#contract/limits.ts";
import { isCanvasHonest } from "./honest-canvas.ts";

/** Whether a file is declared as JPEG or PNG (R85); the server checks its content. */
export const isImageType = (file: Blob): boolean => IMAGE_TYPES.some((type) => type === file.type);

/**
 * Makes a JPEG or PNG fit for uploading: its longer side at most UPLOAD_MAX_SIDE pixels, its type
 * kept, unless a PNG would still be too large (R89). If the canvas cannot be trusted, the image
 * stays as it is (R244) and may be too large. Throws if the file is not an image.
 */
export async function shrinkImage(file: Blob): Promise<Blob> {
  const picture = await createImageBitmap(file);
  const scale = Math.min(1, UPLOAD_MAX_SIDE / Math.max(picture.width, picture.height));
  // A copy: the chosen file may be changed or unavailable by the time it is sent.
  if ((scale === 1 && file.size <= IMAGE_MAX_BYTES) || !(await isCanvasHonest())) {
    picture.close();
    return new Blob([await file.arrayBuffer()], { type: file.type });
  }

  const canvas = new OffscreenCanvas(
    Math.max(1, Math.round(picture.width * scale)),
    Math.max(1, Math.round(picture.height * scale)),
  );
  const context = canvas.getContext("2d");
  if (!context) return file;
  context.imageSmoothingQuality = "high";
  context.drawImage(picture, 0, 0, canvas.width, canvas.height);
  picture.close();
  const sameType = await canvas.convertToBlob({ type: file.type, quality: 0.9 });
  if (sameType.size <= IMAGE_MAX_BYTES) return sameType;
  return await canvas.convertToBlob({ type: "image/jpeg", quality: 0.85 });
}
