import { hue } from "../artwork/hues.ts";
import {
  fill,
  line,
  lit,
  move,
  oval,
  polygon,
  shadow,
  slab,
  star,
  within,
} from "../artwork/shapes.ts";

const {
  white,
  paper,
  cream,
  saffron,
  nar,
  rose,
  plum,
  night,
  ink,
  blue,
  sky,
  mist,
  turkuaz,
  teal,
  mint,
  leaf,
  stone,
  slate,
} = hue;

/** A telephone held upright; its screen is drawn in a box 150 wide and 270 high around (0, 0). */
const phone = (screen: string, ...icon: string[]) => {
  const glass = slab(-82, -146, 164, 280, 18);
  return (
    shadow(200) +
    lit(slab(-100, -182, 200, 342, 34), ink, 300) +
    line(slab(-97, -179, 194, 336, 31), slate, 4) +
    fill(glass, screen) +
    within(glass, move(0, -10, ...icon), fill("M82 -146V134H10Z", night, 0.1)) +
    fill(slab(-22, -168, 44, 9, 4), night)
  );
};

const bubble = (color: string) =>
  fill(
    "M-54 -34Q-54 -54 -34 -54H34Q54 -54 54 -34V10Q54 30 34 30H-6L-34 56V30Q-54 30 -54 10Z",
    color,
  );

export const phoneChat = () =>
  phone(
    mint,
    move(-16, -64, bubble(white), line("M-30 -24H30M-30 0H12", teal, 8)),
    move(
      16,
      54,
      `<g transform="scale(-1 1)">${bubble(turkuaz)}</g>`,
      fill(oval(-24, -12, 8) + oval(0, -12, 8) + oval(24, -12, 8), white),
    ),
  );

export const phoneHeart = () =>
  phone(
    rose,
    fill(slab(-64, -110, 128, 128, 12), white),
    fill(slab(-54, -100, 108, 96), saffron),
    fill("M-54 -4V-40Q-10 -80 10 -44T54 -50V-4Z", nar),
    fill("M0 112C-80 60 -40 20 0 50C40 20 80 60 0 112Z", nar),
  );

export const phoneVideo = () =>
  phone(
    plum,
    fill(oval(0, -10, 62), nar),
    fill(polygon([-18, -44], [40, -10], [-18, 24]), white),
    line("M-58 104H58", rose, 8),
    line("M-58 104H-4", saffron, 8),
    fill(oval(-4, 104, 11), saffron),
  );

export const phoneGame = () =>
  phone(
    night,
    fill(slab(-66, -96, 30, 30), nar) +
      fill(slab(-34, -96, 30, 30), nar) +
      fill(slab(-34, -64, 30, 30), nar),
    fill(slab(-66, 80, 30, 30), turkuaz) +
      fill(slab(-34, 80, 30, 30), turkuaz) +
      fill(slab(-2, 80, 30, 30), saffron) +
      fill(slab(30, 80, 30, 30), saffron) +
      fill(slab(30, 48, 30, 30), saffron) +
      fill(slab(-66, 48, 30, 30), turkuaz),
    fill(star(40, -60, 4, 22, 8), cream),
  );

export const phoneNews = () =>
  phone(
    paper,
    fill(slab(-64, -116, 128, 22, 5), nar),
    fill(slab(-64, -80, 128, 82, 8), sky),
    fill("M-64 2V-20L-20 -58L14 -20L34 -40L64 -8V2Z", blue),
    line("M-60 28H60M-60 54H60M-60 80H60M-60 106H10", stone, 9),
  );

export const phoneMap = () =>
  phone(
    mist,
    fill("M-90 -150H-20L-50 140H-90Z", mint),
    line("M-90 40L90 -30M-10 -150L30 140M-90 110L90 60", white, 14),
    line("M-60 100Q-10 60 -4 10T30 -40", turkuaz, 10),
    move(
      30,
      -50,
      fill("M0 22C-50 -30 -34 -76 0 -76S50 -30 0 22Z", nar),
      fill(oval(0, -38, 15), white),
    ),
  );

export const phonePay = () =>
  phone(
    turkuaz,
    fill(slab(-66, -76, 132, 86, 12), saffron),
    fill(slab(-66, -52, 132, 20), ink),
    fill(slab(-52, -18, 54, 12, 4), white),
    fill(oval(0, 76, 38), white),
    line("M-18 76L-4 92L20 62", turkuaz, 11),
  );

export const phoneMatch = () =>
  phone(
    leaf,
    line("M-90 -10H90", white, 5),
    line(oval(0, -10, 36), white, 5),
    line("M-40 -150V-104H40V-150M-40 150V96H40V150", white, 5),
    fill(oval(26, -40, 14), white),
    fill(oval(-30, -70, 11) + oval(40, 40, 11), nar),
    fill(oval(-34, 44, 11) + oval(30, -86, 11), ink),
  );
