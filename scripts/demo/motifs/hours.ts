import { hue } from "../artwork/hues.ts";
import {
  around,
  fill,
  line,
  move,
  oval,
  repeat,
  scatter,
  slab,
  star,
  within,
} from "../artwork/shapes.ts";

const { white, cream, saffron, nar, rose, plum, night, ink, sky, mist, teal, leaf, forest } = hue;

const horizonLine = (ground: string) =>
  fill("M-190 70H190V104C190 136 150 160 100 160H-100C-150 160 -190 136 -190 104Z", ground);

/** A round window on the sky at an hour of the day. */
const hour = (air: string, low: string, ground: string, ...parts: string[]) => {
  const pane = oval(0, 0, 168);
  return (
    fill(oval(0, 0, 182), white) +
    within(
      pane,
      fill(slab(-200, -200, 400, 400), air),
      fill(slab(-200, 10, 400, 200), low),
      ...parts,
      horizonLine(ground),
      fill(slab(-200, 104, 400, 120), ink, 0.35),
    )
  );
};

export const earlyMorning = () =>
  hour(
    rose,
    saffron,
    forest,
    move(
      0,
      70,
      around(20, () => fill("M0 0L-14 -240H14Z", cream, 0.35)),
      fill(oval(0, 0, 74), white),
    ),
  );

export const midday = () =>
  hour(
    sky,
    mist,
    leaf,
    move(
      0,
      -50,
      around(12, () => line("M0 -84V-106", saffron, 12)),
      fill(oval(0, 0, 66), saffron),
    ),
    fill(oval(-90, 36, 44, 16) + oval(-60, 24, 32, 20), white),
  );

export const afterWork = () =>
  hour(
    plum,
    nar,
    night,
    fill(oval(30, 66, 78), saffron),
    repeat(9, (i) => fill(slab(-178 + i * 40, 20 - ((i * 29) % 70), 34, 160), ink)).join(""),
    scatter(26, [-170, 0, 340, 70], (x, y) => fill(slab(x, y, 8, 11), saffron)),
  );

export const lateNight = () =>
  hour(
    night,
    night,
    teal,
    scatter(16, [-150, -140, 300, 190], (x, y, i) =>
      fill(star(x, y, 4, 6 + (i % 3) * 3, 3), cream),
    ),
    fill(oval(10, -40, 70), cream),
    fill(oval(40, -58, 62), night),
  );
