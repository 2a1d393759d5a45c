import { IMAGE_WIDTHS } from "#contract/limits.ts";
import { apiBase } from "#web/lib/api/api-client.ts";

type Width = (typeof IMAGE_WIDTHS)[number];

/** URL of a stored image in its largest width (R3); a path that is already a URL is kept. */
export const imageUrl = (path: string): string =>
  /^https?:/.test(path) ? path : `${apiBase()}/${path.replace(/^\//, "")}`;

/** The same image in a smaller width: a stored file is named for its width, `…/1280.webp`. */
const imageUrlIn = (path: string, width: Width): string =>
  imageUrl(path.replace(/\d+(?=\.\w+$)/, String(width)));

export const smallImageUrl = (path: string): string => imageUrlIn(path, IMAGE_WIDTHS[0]);

/** All widths for an `<img srcset>`. */
export const imageSources = (path: string): string =>
  IMAGE_WIDTHS.map((width) => `${imageUrlIn(path, width)} ${width}w`).join(", ");
