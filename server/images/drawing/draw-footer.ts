import { BRAND } from "#contract/brand.ts";
import type { PictureShape } from "#contract/limits.ts";
import { LIGHT } from "#contract/palette.ts";
import { fillRounded } from "./canvas.ts";
import { drawBrand } from "./draw-brand.ts";
import { type DrawnText, drawText, type TextStyle } from "./draw-text.ts";
import { drawLine, FRAMES, type Look, NAR, place, type Sheet } from "./sheet.ts";

/** The brand at the left of the lowest line and a note at its right, as a call if `isCall`. */
export async function drawFooter(
  sheet: Sheet,
  shape: PictureShape,
  look: Look,
  { note, isCall }: { note: string; isCall: boolean },
): Promise<void> {
  const { side, bottom, footer } = FRAMES[shape];
  const top = sheet.height - bottom - footer;
  const mark = Math.round(footer * 0.82);
  drawBrand(sheet, side - 4, top + Math.round((footer - mark) / 2), mark, look.brand);
  const style = { size: Math.round(footer * 0.58), lineHeight: 1 };
  const middle = (text: DrawnText | undefined) => top + (footer - (text?.info.height ?? 0)) / 2;
  const name = await drawText(BRAND, { ...style, color: look.ink });
  place(sheet, name, side + mark + 8, middle(name));
  const room = sheet.width - 2 * side - mark - (name?.info.width ?? 0) - 2 * footer;
  const color = isCall ? NAR.ink : look.muted;
  const text = await drawNote(note, { ...style, color }, room, footer);
  if (!text) return;
  const padding = isCall ? Math.round(footer * 0.42) : 0;
  const x = sheet.width - side - padding - text.info.width;
  if (isCall) {
    const pill = { x: x - padding, y: top, width: text.info.width + 2 * padding, height: footer };
    fillRounded(sheet, pill, Math.round(footer * 0.26), LIGHT.nar);
  }
  place(sheet, text, x, middle(text));
}

const NOTE_SIZES = [0.52, 0.46, 0.4];

/** In letters as large as fit, of sizes relative to the footer. */
async function drawNote(
  note: string,
  style: TextStyle,
  room: number,
  footer: number,
): Promise<DrawnText | undefined> {
  const sizes = NOTE_SIZES.map((share) => Math.round(share * footer));
  for (const size of sizes) {
    const drawn = await drawText(note, { ...style, size });
    if (!drawn || drawn.info.width <= room) return drawn;
  }
  return drawLine(note, { ...style, size: Math.min(...sizes) }, room);
}
