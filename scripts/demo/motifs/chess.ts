import { hue } from "../artwork/hues.ts";
import { fill, line, lit, oval, polygon, shadow, slab, within } from "../artwork/shapes.ts";

const { white, cream, saffron, nar, plum, night, ink, turkuaz, stone } = hue;

const foot = (color: string) =>
  lit("M-84 120Q-84 104 -60 98H60Q84 104 84 120V158H-84Z", color, 16) +
  fill(slab(-92, 136, 184, 24, 8), color) +
  fill(slab(-84, 126, 168, 10), saffron);

const column = "M-44 -60C-40 10 -60 60 -66 100H66C60 60 40 10 44 -60Z";

const piece = (color: string, head: string, collar = -60) =>
  shadow(230) +
  lit(column, color, 10) +
  head +
  fill(slab(-64, collar - 4, 128, 22, 10), color) +
  fill(slab(-56, collar + 14, 112, 8, 4), night, 0.25) +
  foot(color);

export const chessKing = () =>
  piece(
    ink,
    lit(polygon([-62, -76], [-80, -150], [80, -150], [62, -76]), ink, 14) +
      line("M0 -156V-204M-20 -186H20", saffron, 13) +
      fill(slab(-80, -156, 160, 16, 6), saffron),
    -78,
  );

export const chessQueen = () =>
  piece(
    nar,
    lit("M-64 -70L-92 -160L-44 -116L-24 -176L0 -120L24 -176L44 -116L92 -160L64 -70Z", nar, 14) +
      fill(
        oval(-92, -164, 12) + oval(-24, -182, 12) + oval(24, -182, 12) + oval(92, -164, 12),
        saffron,
      ),
    -72,
  );

export const chessRook = () =>
  piece(turkuaz, lit("M-72 -56V-150H-40V-126H-18V-150H18V-126H40V-150H72V-56Z", turkuaz, 14), -60);

export const chessBishop = () =>
  piece(
    plum,
    lit("M0 -176C60 -130 74 -90 40 -56H-40C-74 -90 -60 -130 0 -176Z", plum, 12) +
      line("M10 -136L36 -96", cream, 12) +
      fill(oval(0, -180, 15), saffron),
    -58,
  );

export const chessKnight = () => {
  const horse =
    "M-70 104C-80 40 -20 20 -10 -20C-40 0 -70 20 -96 4C-116 -12 -96 -40 -70 -66C-60 -110 -40 -140 0 -150L4 -184L40 -146C100 -120 100 0 70 104Z";
  return (
    shadow(230) +
    lit(horse, white, 24, 0.14) +
    within(horse, line("M44 -140C90 -100 84 0 58 90", stone, 26)) +
    fill(oval(-34, -84, 10), ink) +
    fill(oval(-88, -14, 6), ink) +
    line("M-86 6Q-66 4 -56 -8", stone, 6) +
    foot(cream)
  );
};

export const chessPawn = () =>
  shadow(210) +
  lit("M-30 -40C-26 30 -56 70 -62 104H62C56 70 26 30 30 -40Z", saffron, 8) +
  lit(oval(0, -84, 56), saffron, 16) +
  fill(slab(-56, -44, 112, 22, 10), saffron) +
  fill(slab(-48, -24, 96, 8, 4), night, 0.22) +
  foot(saffron);
