import { hue } from "../artwork/hues.ts";
import { waves } from "../artwork/landscape.ts";
import { fill, line, lit, oval, polygon, repeat, slab } from "../artwork/shapes.ts";

const { white, cream, saffron, nar, ink, sky, turkuaz, teal, cocoa, brown, stone, slate } = hue;

export const caravel = () => {
  return (
    line("M-70 70V-150M40 70V-186M120 60V-100", brown, 9) +
    lit("M-116 -140H-14Q10 -90 -20 -30H-124Q-90 -90 -116 -140Z", white, -50) +
    lit("M-16 -170H104Q130 -110 96 -40H-22Q14 -110 -16 -170Z", cream, 50) +
    fill(oval(48, -106, 28), nar) +
    lit("M126 -96Q176 -60 180 20L126 0Z", white, 400) +
    fill("M40 -186L90 -176L40 -166Z", nar) +
    fill("M-70 -150L-30 -142L-70 -134Z", turkuaz) +
    lit(
      "M-190 20H-120L-110 56H110L124 0H190C180 90 150 130 110 136H-110C-150 120 -176 70 -190 20Z",
      brown,
      40,
    ) +
    line("M-172 76H166", saffron, 7) +
    repeat(6, (i) => fill(slab(-110 + i * 40, 92, 16, 14, 3), cocoa)).join("") +
    waves(126, turkuaz) +
    waves(152, teal)
  );
};

export const ferry = () =>
  line("M-44 -128Q-80 -190 -150 -176", white, 22, 0.7) +
  lit(slab(-66, -130, 52, 90, 4), nar, -30) +
  fill(slab(-66, -112, 52, 16), saffron) +
  fill(slab(-66, -130, 52, 12), ink) +
  lit(slab(-110, -56, 210, 52, 8), white, 60) +
  lit(slab(-150, -6, 290, 56, 6), cream, 60) +
  fill(slab(20, -92, 90, 40, 8), white) +
  fill(slab(30, -84, 70, 20, 4), ink) +
  repeat(6, (i) => fill(slab(-98 + i * 33, -42, 22, 24, 4), turkuaz)).join("") +
  repeat(8, (i) => fill(oval(-128 + i * 36, 22, 11), ink)).join("") +
  lit("M-186 50H190L150 132H-150Z", ink, 60) +
  line("M-180 66H182", saffron, 7) +
  fill("M-164 98H166L150 132H-150Z", nar) +
  line("M110 -92V-140", slate, 6) +
  fill(polygon([110, -140], [152, -126], [110, -112]), nar) +
  waves(132, turkuaz) +
  waves(154, teal);

export const seaTaxi = () =>
  lit("M-96 10L-60 -66H70L110 10Z", white, 40) +
  fill(polygon([-74, 4], [-48, -52], [0, -52], [0, 4]), sky) +
  fill(polygon([14, 4], [14, -52], [60, -52], [86, 4]), sky) +
  lit("M-180 10H196C180 80 140 130 90 136H-130C-160 110 -176 60 -180 10Z", saffron, 60) +
  repeat(
    12,
    (i) =>
      fill(slab(-172 + i * 30, i % 2 ? 26 : 40, 15, 14), ink) +
      fill(slab(-172 + i * 30, i % 2 ? 40 : 26, 15, 14), white),
  ).join("") +
  line("M-60 -66V-120", slate, 7) +
  fill(polygon([-60, -120], [-110, -104], [-60, -90]), nar) +
  fill(slab(-30, -86, 70, 22, 5), saffron) +
  waves(124, turkuaz) +
  waves(150, teal);

export const sailingBoat = () =>
  line("M0 80V-186", brown, 11) +
  lit("M14 -176C110 -100 130 0 132 56H14Z", white, 70) +
  lit("M-14 -140C-60 -60 -110 10 -130 56H-14Z", nar, 400) +
  line("M30 -60H108M30 0H126", stone, 3) +
  lit("M-170 72H176C150 130 110 140 80 140H-100C-140 130 -160 100 -170 72Z", brown, 60) +
  line("M-160 92H164", saffron, 7) +
  waves(130, turkuaz) +
  waves(154, teal);
