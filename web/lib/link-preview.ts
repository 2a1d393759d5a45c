import { BRAND } from "#contract/brand.ts";
import { siteOrigin } from "./ssr-context.ts";

export interface LinkPreview {
  title: string;
  description: string;
  /** The page's canonical path, without parameters that only track where a visitor came from. */
  path: string;
  image: { url: string; width: number; height: number; alt: string };
}

/** Open Graph and Twitter tags for a page's `head`; every address in them is absolute. */
export function linkPreview({ title, description, path, image }: LinkPreview) {
  const url = new URL(path, siteOrigin()).href;
  const imageUrl = new URL(image.url, siteOrigin()).href;
  const properties = {
    "og:type": "website",
    "og:site_name": BRAND,
    "og:locale": "tr_TR",
    "og:title": title,
    "og:description": description,
    "og:url": url,
    "og:image": imageUrl,
    "og:image:width": String(image.width),
    "og:image:height": String(image.height),
    "og:image:alt": image.alt,
  };
  const names = {
    description,
    "twitter:card": "summary_large_image",
    "twitter:title": title,
    "twitter:description": description,
    "twitter:image": imageUrl,
    "twitter:image:alt": image.alt,
  };
  return {
    meta: [
      ...Object.entries(properties).map(([property, content]) => ({ property, content })),
      ...Object.entries(names).map(([name, content]) => ({ name, content })),
    ],
  };
}
