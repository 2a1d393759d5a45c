import { hue } from "../artwork/hues.ts";
import {
  around,
  fill,
  line,
  lit,
  move,
  oval,
  petal,
  polygon,
  repeat,
  shadow,
  slab,
  turn,
  within,
} from "../artwork/shapes.ts";

const {
  cream,
  saffron,
  amber,
  nar,
  rose,
  plum,
  blue,
  sky,
  turkuaz,
  teal,
  mint,
  olive,
  leaf,
  forest,
  cocoa,
  wood,
} = hue;

const pot = (color: string, ...plant: string[]) => {
  const body = polygon([-84, 40], [84, 40], [62, 158], [-62, 158]);
  return (
    shadow(190) +
    plant.join("") +
    lit(body, color, 12) +
    within(
      body,
      repeat(6, (i) =>
        fill(
          polygon(
            [-90 + i * 36, 104],
            [-72 + i * 36, 84],
            [-54 + i * 36, 104],
            [-72 + i * 36, 124],
          ),
          cream,
          0.85,
        ),
      ).join(""),
    ) +
    lit(slab(-98, 16, 196, 36, 8), color, 12)
  );
};

const leafAt = (
  x: number,
  y: number,
  angle: number,
  length: number,
  width: number,
  color: string,
) => move(x, y, turn(angle, lit(petal(length, width), color, 0)));

export const potBasil = () =>
  pot(
    nar,
    repeat(7, (i) =>
      leafAt(0, 30, -66 + i * 22, 170 - Math.abs(i - 3) * 10, 30, i % 2 ? forest : leaf),
    ).join(""),
    repeat(6, (i) => leafAt((i - 2.5) * 26, -20, -50 + i * 20, 120, 28, i % 2 ? leaf : olive)).join(
      "",
    ),
  );

export const potTomato = () =>
  pot(
    turkuaz,
    line("M0 30C-10 -40 20 -90 0 -170M0 -30Q-50 -50 -80 -30M4 -80Q60 -100 84 -70", forest, 9),
    leafAt(0, -160, -40, 70, 24, leaf),
    leafAt(0, -160, 40, 70, 24, leaf),
    leafAt(-40, -46, -70, 70, 24, leaf),
    leafAt(40, -92, 60, 70, 24, leaf),
    leafAt(0, -20, 60, 70, 24, olive),
    lit(oval(-80, 6, 34), nar, -74),
    lit(oval(88, -32, 34), nar, 94),
    lit(oval(-30, -108, 28), saffron, -24),
    lit(oval(46, -2, 28), nar, 52),
    lit(oval(-24, -30, 24), amber, -20),
  );

export const potGeranium = () =>
  pot(
    wood,
    line("M0 30L-60 -80M0 30V-110M0 30L66 -70", forest, 9),
    repeat(6, (i) =>
      fill(oval(-90 + i * 36, 0 - (i % 2) * 24, 30, 26), i % 2 ? forest : leaf),
    ).join(""),
    [
      [-64, -96],
      [4, -132],
      [72, -88],
    ]
      .map(([x = 0, y = 0]) =>
        move(
          x,
          y,
          around(7, () => fill(oval(0, -30, 21), nar)),
          around(5, () => fill(oval(0, -12, 15), rose)),
          fill(oval(0, 0, 9), saffron),
        ),
      )
      .join(""),
  );

export const potCactus = () =>
  pot(
    plum,
    line("M-10 -30H-84V-90", leaf, 40) + line("M10 -4H84V-56", forest, 36),
    lit(slab(-48, -170, 96, 220, 48), leaf, 6),
    line("M-22 -130V20M4 -140V20M28 -130V20", mint, 5, 0.7),
    move(
      0,
      -172,
      around(7, (i) => (i < 2 || i > 5 ? fill(petal(48, 14), nar) : "")),
    ),
    move(
      -84,
      -112,
      around(5, () => fill(petal(24, 8), rose)),
    ),
  );

export const potLavender = () =>
  pot(
    saffron,
    repeat(7, (i) =>
      turn(
        -54 + i * 18,
        move(
          0,
          20,
          line("M0 10V-120", olive, 6),
          repeat(5, (j) =>
            fill(
              oval(-8, -110 - j * 15, 9, 11) + oval(8, -110 - j * 15, 9, 11),
              i % 2 ? plum : blue,
            ),
          ).join(""),
        ),
      ),
    ).join(""),
  );

export const potEmpty = () =>
  pot(amber) +
  fill(oval(0, 18, 84, 10), cocoa) +
  move(
    120,
    70,
    lit("M-50 20H50L40 88H-40Z", turkuaz, 6),
    line("M48 36L96 -10", teal, 12),
    line("M-46 30Q-90 40 -48 76", teal, 10),
    fill(oval(100, -16, 16, 10), teal),
  ) +
  repeat(3, (i) => fill(oval(-60 + i * 60, -30 - (i % 2) * 40, 8, 13), sky)).join("");
