import { uploadedPath } from "#server/http/routing/multipart.ts";
import type { UploadedImage } from "#server/images/with-stored-images.ts";

/** The picture of a form, if it has one. */
export const avatarPictures = (image: unknown): UploadedImage[] =>
  image === undefined || image === null ? [] : [{ file: uploadedPath(image), field: "image" }];
