import { hue } from "../artwork/hues.ts";
import { fill, line, lit, move, oval, petal, polygon, turn, within } from "../artwork/shapes.ts";

const {
  white,
  cream,
  saffron,
  amber,
  nar,
  garnet,
  rose,
  blush,
  night,
  ink,
  olive,
  leaf,
  forest,
  cocoa,
  brown,
  wood,
  wheat,
  stone,
  slate,
} = hue;

/** A bird on its twig, facing left. */
const bird = (back: string, breast: string, wing: string, beak: string, crest = "") =>
  line("M-190 122Q0 150 190 104", brown, 16) +
  move(120, 114, turn(30, fill(petal(70, 24), leaf)), turn(110, fill(petal(56, 20), olive))) +
  move(-130, 126, turn(-30, fill(petal(60, 22), leaf))) +
  fill("M96 20L200 70L186 106L60 80Z", wing) +
  lit(
    "M-150 -66C-140 -130 -50 -140 -20 -90C40 -70 120 -20 116 50C110 110 40 128 -30 124C-110 118 -130 40 -120 0C-128 -20 -152 -40 -150 -66Z",
    back,
    40,
  ) +
  within(
    "M-150 -66C-140 -130 -50 -140 -20 -90C40 -70 120 -20 116 50C110 110 40 128 -30 124C-110 118 -130 40 -120 0C-128 -20 -152 -40 -150 -66Z",
    fill(oval(-110, 50, 90, 90), breast),
  ) +
  lit("M-20 -30C40 -50 130 0 150 74C90 96 0 80 -20 -30Z", wing, 90) +
  line("M10 0Q60 40 120 60M6 24Q50 54 96 68", white, 5, 0.45) +
  crest +
  fill(polygon([-146, -84], [-196, -64], [-146, -54]), beak) +
  fill(oval(-100, -78, 15), white) +
  fill(oval(-103, -78, 8), night) +
  line("M-30 122V146M10 122V142", amber, 8);

export const nightingale = () => bird(brown, cream, cocoa, amber);

export const sparrow = () =>
  bird(
    wood,
    wheat,
    brown,
    slate,
    fill("M-146 -92C-130 -136 -60 -136 -30 -96C-70 -110 -110 -104 -146 -92Z", cocoa),
  );

export const turtleDove = () =>
  bird(stone, blush, slate, ink, line("M-60 -40Q-40 -24 -20 -30", night, 9));

export const seagull = () => bird(white, white, slate, saffron);

export const goldfinch = () =>
  bird(
    saffron,
    cream,
    night,
    rose,
    fill("M-150 -70C-150 -110 -110 -120 -92 -110C-84 -80 -110 -50 -130 -44Z", nar),
  );

export const rooster = () =>
  bird(
    nar,
    saffron,
    forest,
    amber,
    fill(
      "M-130 -104C-140 -150 -110 -150 -104 -128C-100 -160 -70 -158 -72 -126C-56 -150 -34 -130 -46 -104Z",
      garnet,
    ) +
      fill(oval(-140, -34, 12, 20), garnet) +
      line("M150 60C200 20 190 -40 160 -70M140 50C170 10 160 -30 130 -50", forest, 18),
  );
