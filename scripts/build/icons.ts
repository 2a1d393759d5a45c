// Draws the icons of the installed app from the logo: npm run icons
import { mkdirSync } from "node:fs";
import { join } from "node:path";
import sharp from "sharp";
import { BRAND_MARK, PAGE, WHITE } from "#contract/palette.ts";
import { ICONS, type IconName } from "#server/features/installed-app/manifest.ts";
import { readTextSync } from "#server/http/text-file.ts";

const FOLDER = join(import.meta.dirname, "../../server/features/installed-app/icons");
/** As in `web/styles/favicon.svg`. */
const SIDE = 48;
const [path] = /<path d="[^"]+"[^>]*>/.exec(
  readTextSync(join(import.meta.dirname, "../../web/styles/favicon.svg")),
) ?? [""];

interface Look {
  background: string;
  mark: string;
  /** The logo's share of the icon's width; the middle 80 % of a maskable icon are always seen. */
  share: number;
  /** Of the icon's width. */
  corners: number;
}

const APP: Look = { background: PAGE.light, mark: BRAND_MARK.light, share: 0.64, corners: 0.22 };
const WHOLE: Look = { ...APP, share: 0.54, corners: 0 };
const LOOKS: Record<IconName, Look> = {
  "icon-192.png": APP,
  "icon-512.png": APP,
  "maskable-512.png": WHOLE,
  "apple-touch-icon.png": WHOLE,
  "badge-96.png": { background: "none", mark: WHITE, share: 0.92, corners: 0 },
};

mkdirSync(FOLDER, { recursive: true });
for (const [name, { background, mark, share, corners }] of Object.entries(LOOKS)) {
  const { size } = ICONS[name as IconName];
  const scale = share / SIDE;
  const offset = (1 - share) / 2;
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${size}" height="${size}" viewBox="0 0 1 1">
<rect width="1" height="1" rx="${corners}" fill="${background}"/>
<g stroke="${mark}" transform="translate(${offset} ${offset}) scale(${scale})">${path}</g></svg>`;
  await sharp(Buffer.from(svg))
    .png({ compressionLevel: 9, palette: true })
    .toFile(join(FOLDER, name));
}
