import { hue } from "../artwork/hues.ts";
import {
  fill,
  line,
  lit,
  mirror,
  move,
  oval,
  polygon,
  repeat,
  shadow,
  slab,
  star,
  turn,
} from "../artwork/shapes.ts";

const {
  white,
  paper,
  cream,
  saffron,
  amber,
  nar,
  garnet,
  rose,
  plum,
  night,
  ink,
  sky,
  turkuaz,
  teal,
  olive,
  leaf,
  cocoa,
  brown,
  wheat,
  stone,
} = hue;

export const openBook = () => {
  const page =
    lit("M0 -70C-50 -110 -130 -104 -184 -84V96C-130 76 -50 74 0 116Z", paper, 400) +
    repeat(6, (i) =>
      line(
        `M-160 ${-44 + i * 22}C-110 ${-60 + i * 22} -70 ${-58 + i * 22} -26 ${-32 + i * 23}`,
        stone,
        5,
      ),
    ).join("");
  return (
    shadow(380) +
    lit("M-196 -70L-196 124C-120 104 -40 108 0 146C40 108 120 104 196 124V-70Z", nar, 0) +
    page +
    mirror(page) +
    fill("M0 -70C50 -110 130 -104 184 -84V96C130 76 50 74 0 116Z", night, 0.1) +
    fill("M30 -92L70 -104V20L48 2L30 30Z", turkuaz)
  );
};

export const closedBook = () =>
  shadow(330) +
  lit(slab(-150, 102, 300, 56, 8), turkuaz, 60) +
  fill(slab(-134, 112, 292, 36, 4), paper) +
  fill(slab(-150, 102, 40, 56, 8), teal) +
  lit(slab(-130, 44, 290, 58, 8), nar, 60) +
  fill(slab(-114, 54, 282, 38, 4), paper) +
  fill(slab(-130, 44, 40, 58, 8), garnet) +
  lit(slab(-160, -10, 300, 54, 8), saffron, 60) +
  fill(slab(-144, 0, 292, 34, 4), paper) +
  fill(slab(-160, -10, 40, 54, 8), amber) +
  move(
    20,
    -16,
    lit("M-60 -110H60C60 -40 40 0 0 0S-60 -40 -60 -110Z", white, 10),
    line("M58 -92Q104 -92 92 -54T44 -30", white, 13),
    fill(oval(0, -110, 60, 13), brown),
    line("M-18 -134C-34 -154 -2 -164 -16 -186M18 -134C2 -154 34 -164 20 -186", white, 8, 0.8),
  );

export const bookmarkedBook = () =>
  shadow(290) +
  turn(
    -6,
    lit(slab(-120, -170, 246, 324, 10), plum, 40),
    fill(slab(-120, -170, 34, 324, 10), aubergineShade),
    line("M-60 -130H96V114H-60Z", saffron, 5),
    fill(star(18, -10, 8, 64, 38), saffron),
    fill(star(18, -10, 8, 34, 20), plum),
    fill("M66 -180H106V-40L86 -62L66 -40Z", nar),
  );

const aubergineShade = hue.aubergine;

export const bookshelf = () => {
  const spines = (y: number, offset: number) => {
    const colors = [nar, turkuaz, saffron, ink, cream, plum, olive, rose, teal, amber];
    let x = -160;
    return repeat(12, (i) => {
      const w = 20 + ((i * 7 + offset) % 4) * 5;
      const h = 78 + ((i * 11 + offset * 3) % 5) * 7;
      const one =
        x + w > 158
          ? ""
          : lit(slab(x, y - h, w - 2, h, 3), colors[(i + offset) % 10] ?? nar, x + w * 0.7) +
            fill(slab(x + 4, y - h + 12, w - 10, 6), white, 0.6);
      x += w;
      return one;
    }).join("");
  };
  return (
    shadow(370) +
    lit(slab(-182, -180, 364, 340, 8), brown, 300) +
    fill(slab(-166, -166, 332, 100), cocoa) +
    fill(slab(-166, -54, 332, 98), cocoa) +
    fill(slab(-166, 56, 332, 92), cocoa) +
    spines(-66, 1) +
    spines(44, 4) +
    spines(148, 7)
  );
};

export const quill = () =>
  shadow(250) +
  lit("M-90 60H30Q60 100 54 158H-114Q-120 100 -90 60Z", ink, -10) +
  fill(slab(-72, 36, 84, 28, 8), saffron) +
  fill(oval(-30, 38, 30, 8), night) +
  turn(
    28,
    lit("M0 60C-50 0 -60 -110 10 -190C60 -120 50 0 8 60Z", nar, 4),
    line("M2 90C0 0 0 -80 10 -180", cream, 6),
    repeat(5, (i) =>
      line(`M2 ${20 - i * 36}L-28 ${-6 - i * 36}M2 ${20 - i * 36}L32 ${-10 - i * 36}`, garnet, 4),
    ).join(""),
  );

export const lamp = () =>
  shadow(250) +
  fill(polygon([-76, -30], [76, -30], [150, 158], [-150, 158]), wheat, 0.5) +
  line("M0 -20V140", brown, 14) +
  lit(oval(0, 148, 74, 14), cocoa) +
  lit("M-60 -160H60L118 -24Q0 4 -118 -24Z", amber, 20) +
  line("M-110 -40Q0 -14 110 -40", cream, 7) +
  move(
    96,
    120,
    lit(slab(-50, 12, 110, 26, 4), turkuaz, 30),
    lit(slab(-40, -12, 96, 24, 4), nar, 30),
    fill(slab(-44, 18, 12, 14), sky),
  ) +
  fill(oval(0, -170, 9), brown) +
  line(`M46 -8V30`, leaf, 4) +
  fill(oval(46, 34, 6), leaf);
