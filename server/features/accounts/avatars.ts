import { uploadedPath } from "#server/http/routing/multipart.ts";
import type { NewImage } from "#server/images/store/with-stored-images.ts";

/** The picture of a form, if it has one. */
export const avatarPictures = (image: unknown): NewImage[] =>
  image === undefined || image === null ? [] : [{ picture: uploadedPath(image), field: "image" }];
