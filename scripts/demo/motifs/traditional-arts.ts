import { hue } from "../artwork/hues.ts";
import { leafOf, tulipHead } from "../artwork/iznik.ts";
import {
  around,
  fill,
  line,
  move,
  oval,
  petal,
  repeat,
  scale,
  slab,
  star,
  turn,
  within,
} from "../artwork/shapes.ts";

const {
  white,
  paper,
  cream,
  saffron,
  nar,
  garnet,
  rose,
  ink,
  blue,
  sky,
  turkuaz,
  teal,
  mint,
  leaf,
  forest,
} = hue;

export const kilim = () => {
  const band = (y: number, ground: string, color: string, core: string) =>
    fill(slab(-1000, y, 2000, 100), ground) +
    repeat(15, (i) =>
      move(
        -700 + i * 100,
        y + 50,
        fill(
          "M0 -46L12 -34H24V-22L46 0L24 22V34H12L0 46L-12 34H-24V22L-46 0L-24 -22V-34H-12Z",
          color,
        ),
        fill("M0 -24L24 0L0 24L-24 0Z", core),
        fill("M0 -9L9 0L0 9L-9 0Z", ground),
      ),
    ).join("");
  const teeth = (y: number, color: string) =>
    fill(slab(-1000, y, 2000, 26), paper) +
    repeat(75, (i) => fill(`M${-1000 + i * 27} ${y + 24}l13 -22l13 22Z`, color)).join("");
  return (
    band(-200, nar, ink, saffron) +
    teeth(-100, turkuaz) +
    band(-76, ink, saffron, nar) +
    teeth(22, nar) +
    band(46, turkuaz, cream, garnet) +
    teeth(146, ink) +
    band(170, garnet, saffron, teal)
  );
};

export const ebru = () => {
  const colors = [ink, turkuaz, paper, nar, saffron, blue, paper, garnet, teal, sky];
  const comb = repeat(24, (i) =>
    fill(
      `M-1000 ${-220 + i * 19}${repeat(28, (j) => `q18 ${-34 - ((i * 7 + j) % 5) * 6} 36 0t36 0`).join("")}V400H-1000Z`,
      colors[i % colors.length] ?? ink,
    ),
  ).join("");
  return (
    fill(slab(-1000, -300, 2000, 600), ink) +
    comb +
    move(
      0,
      20,
      line("M0 150Q-20 60 0 -10", forest, 12),
      leafOf(-4, 110, -46, 120, leaf),
      leafOf(0, 120, 46, 110, forest),
      scale(1.35, move(0, 20, tulipHead(rose, nar))),
    )
  );
};

export const miniature = () => {
  const flower = (x: number, y: number, color: string) =>
    move(
      x,
      y,
      line("M0 0V-16", forest, 3),
      around(5, () => fill(petal(11, 5), color)).replaceAll("rotate(", "translate(0 -18) rotate("),
    );
  const frame = slab(-168, -168, 336, 336);
  return (
    fill(slab(-1000, -300, 2000, 600), garnet) +
    repeat(11, (i) =>
      repeat(4, (s) =>
        turn(s * 90, move(-160 + i * 32, -184, fill(star(0, 0, 8, 11, 6), saffron))),
      ).join(""),
    ).join("") +
    fill(slab(-172, -172, 344, 344), saffron) +
    within(
      frame,
      fill(slab(-200, -200, 400, 400), saffron),
      fill(slab(-200, -170, 400, 120), blue),
      fill(oval(110, -110, 26), saffron),
      fill(
        "M-200 0C-160 -90 -110 -90 -80 -40C-40 -120 20 -110 50 -50C80 -100 140 -90 200 -20V200H-200Z",
        rose,
      ),
      fill("M-200 60C-120 -20 -20 0 40 30S160 10 200 40V200H-200Z", mint),
      fill("M-200 130C-100 60 60 160 200 90V130C80 200 -80 110 -200 170Z", turkuaz),
      line("M-180 140C-100 90 60 180 190 112", white, 4),
      move(
        -20,
        60,
        fill("M-70 0L0 -110L70 0Z", nar),
        fill("M-24 0L0 -110L24 0Z", cream),
        fill("M-80 -4H80V8H-80Z", saffron),
        line("M0 -110V-136", ink, 4),
        fill("M0 -136L30 -126L0 -116Z", ink),
      ),
      [-136, 110, 146]
        .map((x, i) =>
          move(x, 60 - i * 8, fill("M0 -110C24 -60 24 -10 0 0C-24 -10 -24 -60 0 -110Z", forest)),
        )
        .join(""),
      [-140, -100, -60, 60, 100, 140]
        .map((x, i) => flower(x, 108 - (i % 2) * 14, i % 2 ? nar : white))
        .join(""),
      [-150, -90, 0, 80, 150].map((x, i) => flower(x, 164, i % 2 ? nar : saffron)).join(""),
    )
  );
};
