import { LIGHT } from "#contract/palette.ts";
import { fillRounded } from "./canvas.ts";
import { drawFooter } from "./draw-footer.ts";
import {
  createSheet,
  drawLine,
  FRAMES,
  fitText,
  PAPER,
  place,
  placePicture,
  toPng,
} from "./sheet.ts";

/** A person as the link to their profile shows them. */
export interface PersonPicture {
  name: string;
  nickname: string;
  stored: Uint8Array | null;
  /** Such as "12 anket". */
  note: string;
}

const SHAPE = "link";
const SIDE = 320;
const SIZES = [84, 76, 68, 60, 52, 46, 40, 34];
const NICKNAME = 40;
/** The box of the first letter, where there is no picture. */
const LETTER = 220;

/** A PNG of a person's picture and names. */
export async function drawPerson({ name, nickname, stored, note }: PersonPicture): Promise<Buffer> {
  const sheet = createSheet(SHAPE, PAPER);
  const { side, bottom, footer, gap } = FRAMES[SHAPE];
  const end = sheet.height - bottom - footer - gap;
  const avatar = { x: side + 16, y: Math.round((end - SIDE) / 2) + 16, width: SIDE, height: SIDE };
  const ring = { x: avatar.x - 8, y: avatar.y - 8, width: SIDE + 16, height: SIDE + 16 };
  fillRounded(sheet, ring, SIDE, stored ? LIGHT.line : LIGHT.nar);
  if (stored) await placePicture(sheet, stored, avatar, SIDE / 2);
  else {
    const letter = [...name][0]?.toLocaleUpperCase("tr") ?? "";
    const style = { sizes: [180], color: LIGHT["on-accent"] };
    const { text } = await fitText(letter, style, { width: LETTER, height: LETTER });
    const { width = 0, height = 0 } = text?.info ?? {};
    place(sheet, text, avatar.x + (SIDE - width) / 2, avatar.y + (SIDE - height) / 2);
  }

  const x = avatar.x + SIDE + 56;
  const room = sheet.width - x - side;
  const style = { sizes: SIZES, color: PAPER.ink };
  const { text } = await fitText(name, style, { width: room, height: 220 });
  const height = text?.info.height ?? 0;
  const y = avatar.y + (SIDE - height - NICKNAME - 36) / 2;
  place(sheet, text, x, y);
  const line = { size: NICKNAME, lineHeight: 1, color: PAPER.muted };
  place(sheet, await drawLine(`@${nickname}`, line, room), x, y + height + 24);
  await drawFooter(sheet, SHAPE, PAPER, { note, isCall: false });
  return toPng(sheet);
}
