import { hue } from "./hues.ts";
import { fill, line, move, petal, turn } from "./shapes.ts";

/** A veined leaf growing from (x, y). */
export const leafOf = (
  x: number,
  y: number,
  angle: number,
  length: number,
  color: string = hue.teal,
) =>
  move(
    x,
    y,
    turn(
      angle,
      fill(petal(length, length * 0.24), color),
      line(`M0 -4V${-length * 0.8}`, hue.mint, 2.5),
    ),
  );

/** The long-petalled tulip of Iznik tiles, its stalk at (0, 0). */
export const tulipHead = (color: string, dark: string) =>
  fill(
    "M-30 0C-50 -40 -44 -90 -30 -116Q-22 -90 -8 -80Q-4 -110 0 -128Q4 -110 8 -80Q22 -90 30 -116C44 -90 50 -40 30 0Q0 18 -30 0Z",
    color,
  ) + fill("M0 -128C14 -90 14 -30 0 6C-14 -30 -14 -90 0 -128Z", dark);
