import { BRAND } from "#contract/brand.ts";

/** The document's title: "Keşfet · <brand>". */
export const pageTitle = (title: string): string => `${title} · ${BRAND}`;
