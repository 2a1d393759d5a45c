import { BRAND } from "#contract/brand.ts";
import { PAGE } from "#contract/palette.ts";

/** Files in `icons/`, drawn by `scripts/icons.ts`. */
export const ICONS = {
  "icon-192.png": { size: 192, purpose: "any" },
  "icon-512.png": { size: 512, purpose: "any" },
  "maskable-512.png": { size: 512, purpose: "maskable" },
  "badge-96.png": { size: 96, purpose: "monochrome" },
  "apple-touch-icon.png": { size: 180, purpose: undefined },
} as const;
export type IconName = keyof typeof ICONS;

/** How browsers install the site as an app (W3C Web Application Manifest). */
export const manifest = (): string =>
  JSON.stringify({
    id: "/",
    name: BRAND,
    short_name: BRAND,
    description: "Ülkeye sorun, güvenilir bir yanıt alın.",
    lang: "tr",
    dir: "ltr",
    start_url: "/feed",
    scope: "/",
    display: "standalone",
    background_color: PAGE.light,
    theme_color: PAGE.light,
    categories: ["social", "news"],
    icons: Object.entries(ICONS).flatMap(([name, { size, purpose }]) =>
      purpose
        ? { src: `/icons/${name}`, sizes: `${size}x${size}`, type: "image/png", purpose }
        : [],
    ),
    shortcuts: [
      { name: "Anket Oluştur", url: "/survey/create" },
      { name: "Keşfet", url: "/discovery" },
      { name: "Bildirimler", url: "/notifications" },
    ],
  });
