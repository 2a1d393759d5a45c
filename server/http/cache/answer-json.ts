export type ToJson = (answer: unknown) => string;

/** The fields of responses that hold the path of a picture. */
const IMAGE_FIELDS = new Set(["image", "image_path"]);

/** With an `imageBaseUrl`, the paths of pictures become addresses that begin with it. */
export function createToJson(imageBaseUrl: string | undefined): ToJson {
  if (!imageBaseUrl) return JSON.stringify;
  const withBase = (field: string, value: unknown) =>
    IMAGE_FIELDS.has(field) && typeof value === "string" && value.startsWith("/images/")
      ? imageBaseUrl + value
      : value;
  return (answer) => JSON.stringify(answer, withBase);
}
