import { hue } from "../artwork/hues.ts";
import { fill, line, lit, oval, polygon, slab, within } from "../artwork/shapes.ts";

const {
  paper,
  cream,
  saffron,
  nar,
  garnet,
  rose,
  plum,
  night,
  ink,
  blue,
  sky,
  turkuaz,
  teal,
  leaf,
  forest,
  brown,
  wood,
  wheat,
} = hue;

const inside = slab(-118, -138, 236, 236);

/** A picture on the wall, in a wide frame. */
const framed = (frame: string, ...picture: string[]) =>
  fill(slab(-160, -168, 332, 332, 6), night, 0.18) +
  lit(slab(-168, -188, 336, 336, 6), frame, 300) +
  fill("M168 -188V148H-168L-130 110H130V-150Z", night, 0.16) +
  fill(slab(-132, -152, 264, 264), paper) +
  within(inside, ...picture);

export const paintingAbstract = () =>
  framed(
    saffron,
    fill(slab(-200, -200, 400, 400), cream),
    fill(oval(-40, -60, 66), nar),
    fill(slab(10, -40, 90, 120), turkuaz),
    fill(polygon([-118, 98], [-20, -20], [60, 98]), ink),
    fill("M60 -138A58 58 0 0 1 118 -80H60Z", saffron),
    line("M-110 -100Q-20 -130 30 -60T110 20", plum, 11),
  );

export const paintingLandscape = () =>
  framed(
    brown,
    fill(slab(-200, -200, 400, 250), sky),
    fill(oval(40, -60, 40), saffron),
    fill("M-130 10L-50 -80L10 -10L60 -50L130 20V110H-130Z", blue),
    fill("M-130 40Q-30 -10 40 40T130 30V110H-130Z", leaf),
    fill("M-130 80Q0 30 130 80V110H-130Z", forest),
    fill("M20 100Q-10 60 30 44Q0 70 60 100Z", cream),
  );

export const paintingStillLife = () =>
  framed(
    garnet,
    fill(slab(-200, -200, 400, 400), plum),
    fill(slab(-200, 40, 400, 100), wood),
    lit(oval(-46, 26, 46), nar, -40),
    fill(polygon([-58, -14], [-64, -34], [-46, -26], [-30, -36], [-34, -14]), nar),
    lit(oval(14, 44, 32), saffron, 20),
    lit("M44 60C30 0 62 -20 62 -60V-110H90V-60C90 -20 122 0 108 60Z", teal, 80),
    lit(oval(-100, 52, 22), leaf, -98),
  );

export const paintingPortrait = () =>
  framed(
    ink,
    fill(slab(-200, -200, 400, 400), turkuaz),
    fill("M-90 110C-86 50 -40 36 0 36S86 50 90 110Z", nar),
    fill(slab(-20, 0, 40, 60, 18), wheat),
    lit(oval(0, -34, 52, 60), wheat, 8),
    fill(
      "M-62 -20C-80 -120 70 -130 62 -20C50 -60 20 -74 -10 -80C-30 -60 -50 -50 -62 -20Z",
      hue.cocoa,
    ),
    line("M-24 -34h14M14 -34h14M-12 2Q2 12 16 2", ink, 5),
    fill(oval(-30, -10, 8, 5) + oval(34, -10, 8, 5), rose),
  );
