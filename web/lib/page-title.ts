import { BRAND } from "#contract/brand.ts";

/** What the site is, for search engines and link previews. */
export const SITE_DESCRIPTION = "Sorunuzu sorun, Türkiye yanıtlasın: resimli anketler.";

/** The document's title: "Keşfet · <brand>". */
export const pageTitle = (title: string): string => `${title} · ${BRAND}`;
