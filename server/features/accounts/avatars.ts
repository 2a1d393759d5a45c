import { uploadedPath } from "#server/http/routing/multipart.ts";
import type { UploadedImage } from "#server/images/with-stored-images.ts";

export const AS_AVATAR = { preview: false };

/** The picture of a form that may come without one. */
export const avatar = (image: unknown): UploadedImage[] =>
  image === undefined || image === null ? [] : [{ file: uploadedPath(image), field: "image" }];
