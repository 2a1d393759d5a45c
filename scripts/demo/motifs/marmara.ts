import { hue } from "../artwork/hues.ts";
import { air, cypress, minaret, mosque, pine, ridge, sun, water } from "../artwork/landscape.ts";
import { fill, line, lit, move, polygon, repeat, slab } from "../artwork/shapes.ts";

const {
  white,
  cream,
  saffron,
  nar,
  garnet,
  rose,
  blush,
  plum,
  ink,
  blue,
  sky,
  mist,
  turkuaz,
  teal,
  mint,
  olive,
  leaf,
  forest,
  wheat,
  stone,
  slate,
} = hue;

export const istanbul = () =>
  air(rose, saffron) +
  sun(-40, -30, 86, cream) +
  line("M60 -150q10 -10 18 0q8 -10 18 0M110 -120q8 -8 14 0q6 -8 14 0", ink, 4) +
  fill("M-200 60H200V30L150 14L90 34L40 20L-30 36L-90 16L-200 40Z", plum) +
  mosque(-70, 62, 150, plum, plum) +
  [-150, -128, 0, 22].map((x) => minaret(x, 62, 130, plum, plum)).join("") +
  lit(slab(96, -56, 44, 118), garnet, 122) +
  fill(slab(88, -66, 60, 16, 3), garnet) +
  repeat(4, (i) => fill(slab(98 + i * 11, -50, 6, 14, 3), saffron)).join("") +
  fill(polygon([88, -66], [148, -66], [118, -132]), ink) +
  water(60, teal, mint) +
  move(
    -40,
    118,
    fill("M-86 10H96L76 44H-66Z", ink),
    fill(slab(-62, -16, 130, 28, 4), white),
    fill(slab(-40, -40, 84, 26, 4), cream),
    fill(slab(-16, -74, 24, 36, 3), nar),
    fill(slab(-16, -66, 24, 8), saffron),
    repeat(6, (i) => fill(slab(-52 + i * 20, -8, 12, 10, 2), turkuaz)).join(""),
    line("M-4 -76Q-20 -104 -60 -98", white, 10, 0.8),
    line("M-80 18H90", saffron, 4),
  );

export const canakkale = () =>
  air(blue, blush) +
  sun(0, 30, 70, saffron) +
  ridge(30, 24, plum) +
  water(36, ink, sky) +
  [-110, 110]
    .map(
      (x) =>
        lit(polygon([x - 16, 110], [x + 16, 110], [x + 9, -150], [x - 9, -150]), nar, x + 1) +
        fill(slab(x - 14, -96, 28, 9), garnet) +
        fill(slab(x - 14, -20, 28, 9), garnet) +
        fill(slab(x - 26, 100, 52, 22, 4), stone),
    )
    .join("") +
  line("M-400 -20Q-200 60 -110 -146Q0 90 110 -146Q200 60 400 -20", white, 5) +
  repeat(23, (i) => {
    const x = -198 + i * 18;
    const d = Math.abs(x) < 110 ? 118 * (1 - (x / 110) ** 2) : 0;
    return Math.abs(x) < 106 ? line(`M${x} ${-146 + d}V40`, white, 1.8, 0.8) : "";
  }).join("") +
  fill(slab(-1000, 38, 2000, 14), white) +
  fill(slab(-1000, 50, 2000, 5), nar) +
  move(
    20,
    140,
    fill("M-50 0H60L44 24H-36Z", garnet),
    fill(slab(-20, -18, 44, 18, 3), cream),
    fill(slab(-40, -12, 16, 12), turkuaz) + fill(slab(28, -12, 16, 12), saffron),
  );

export const bursa = () =>
  air(sky, mist) +
  fill(polygon([-400, 90], [-150, -110], [-60, -30], [40, -150], [240, 60], [400, 90]), slate) +
  fill(polygon([-150, -110], [-186, -80], [-160, -84], [-140, -62], [-116, -80]), white) +
  fill(polygon([40, -150], [-16, -90], [16, -100], [40, -70], [60, -98], [96, -92]), white) +
  ridge(60, 30, forest) +
  repeat(12, (i) => pine(-196 + i * 36, 90 + (i % 3) * 8, 54, i % 2 ? leaf : forest)).join("") +
  line("M-200 40L200 -100", ink, 3) +
  move(
    -20,
    -24,
    line("M0 0V20", ink, 4),
    lit(slab(-34, 20, 68, 48, 12), nar, 6),
    fill(slab(-26, 28, 22, 20, 3), mist) + fill(slab(4, 28, 22, 20, 3), mist),
  ) +
  fill(slab(-1000, 96, 2000, 110), olive) +
  lit("M-40 180V90L-26 74H86L100 90V180Z", turkuaz, 44) +
  lit("M-30 76C-30 10 90 10 90 76Z", teal, 44) +
  line("M30 26V4", saffron, 4) +
  fill("M10 180V140Q10 116 30 108Q50 116 50 140V180Z", ink) +
  fill(slab(-40, 92, 140, 8), white) +
  fill("M-28 120h20v30h-20ZM68 120h20v30h-20Z", cream) +
  cypress(-90, 184, 110) +
  cypress(-130, 190, 84, leaf) +
  cypress(150, 188, 118);

export const edirne = () =>
  air(plum, rose) +
  sun(0, -20, 96, saffron) +
  [-118, 118].map((x) => minaret(x, 84, 230, cream)).join("") +
  [-78, 78].map((x) => minaret(x, 84, 196, cream)).join("") +
  mosque(0, 86, 190, cream, slate) +
  fill(slab(-1000, 84, 2000, 20), olive) +
  water(120, blue, sky) +
  lit(
    `M-400 100H400V150${repeat(8, () => "h-16a34 34 0 0 0 -68 0h-16").join("")}H-400Z`,
    stone,
    400,
  ) +
  fill(slab(-1000, 98, 2000, 9), wheat) +
  cypress(-170, 98, 80) +
  cypress(172, 98, 90) +
  cypress(150, 98, 60, leaf);
