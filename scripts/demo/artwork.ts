import sharp from "sharp";
import { type BackdropName, backdrops } from "./artwork/backdrops.ts";
import { type SchemeName, schemes } from "./artwork/hues.ts";
import { type MotifName, motifs } from "./motifs.ts";

export const optionSvg = (motif: MotifName, backdrop: BackdropName, scheme: SchemeName) =>
  `<svg xmlns="http://www.w3.org/2000/svg" width="800" height="800">` +
  backdrops[backdrop](schemes[scheme], 800, 800) +
  `<g transform="translate(400 392) scale(1.62)">${motifs[motif]()}</g></svg>`;

export const jpeg = (svg: string) =>
  sharp(Buffer.from(svg)).jpeg({ quality: 82, mozjpeg: false }).toBuffer();
