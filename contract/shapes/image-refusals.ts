/** What an uploaded picture may be refused with, at its field. */
export const IMAGE_REFUSALS = ["image_format", "image_too_large", "image_refused"] as const;
