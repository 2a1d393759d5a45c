import { encode } from "uqr";
import { blackAndWhitePng } from "#web/lib/upload/black-and-white-png.ts";
import { QR_SETTINGS, qrPath } from "#web/ui/qr-code.tsx";

/** The minimum in pixels, so that it can be printed as large as a page. */
const PNG_SIDE = 1000;

/** A link's QR code as an SVG file, which can be printed in any size. */
export function qrSvg(url: string): Blob {
  const { path, size } = qrPath(url);
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${size} ${size}" shape-rendering="crispEdges"><path fill="white" d="M0 0h${size}v${size}H0z"/><path d="${path}"/></svg>\n`;
  return new Blob([svg], { type: "image/svg+xml" });
}

/** The same as a PNG. Uses no canvas, because some browsers add noise to what is drawn there. */
export function qrPng(url: string): Promise<Blob> {
  const { data, size } = encode(url, QR_SETTINGS);
  return blackAndWhitePng(data, Math.ceil(PNG_SIDE / size));
}
