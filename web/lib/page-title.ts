import { BRAND } from "#contract/brand.ts";
import { isolated } from "./direction.ts";

/** What the site is, for search engines and link previews. */
export const SITE_DESCRIPTION = "Sorunuzu sorun, Türkiye yanıtlasın: resimli anketler.";

/** The document's title: "Keşfet · <brand>". */
export const pageTitle = (title: string): string => `${isolated(title)} · ${BRAND}`;
