import { hue } from "../artwork/hues.ts";
import {
  around,
  fill,
  line,
  lit,
  move,
  oval,
  polygon,
  repeat,
  shadow,
  slab,
  turn,
  within,
} from "../artwork/shapes.ts";

const { white, cream, sand, saffron, amber, nar, ink, blue, turkuaz, leaf, cocoa, brown } = hue;

export const suitcase = () =>
  shadow(300) +
  line("M-50 -90V-150H50V-90", cocoa, 18) +
  lit(slab(-160, -94, 320, 254, 28), amber, 60) +
  fill(slab(-110, -94, 30, 254), brown) +
  fill(slab(80, -94, 30, 254), brown) +
  fill(slab(-114, 10, 38, 30, 6), saffron) +
  fill(slab(76, 10, 38, 30, 6), saffron) +
  move(
    -20,
    30,
    turn(-12, fill(oval(0, 0, 46), turkuaz), fill(polygon([-20, 16], [0, -24], [20, 16]), white)),
  ) +
  move(34, 110, turn(8, fill(slab(-30, -20, 60, 40, 4), nar), fill(oval(0, 0, 12), cream))) +
  move(30, -54, turn(6, fill(slab(-34, -18, 68, 36, 18), cream), line("M-18 0H18", leaf, 8)));

export const hammock = () =>
  shadow(380) +
  lit(slab(-192, -160, 24, 320, 8), brown, -178) +
  lit(slab(168, -160, 24, 320, 8), brown, 182) +
  fill(oval(-190, -150, 70, 44) + oval(170, -156, 74, 46), leaf) +
  fill(oval(-150, -176, 50, 36), hue.forest) +
  line("M-174 -80L-120 0M174 -80L120 0M-174 -80L-70 30M174 -80L70 30", sand, 5) +
  lit("M-140 -14C-80 110 80 110 140 -14C110 20 -110 20 -140 -14Z", nar, 40) +
  within(
    "M-140 -14C-80 110 80 110 140 -14C110 20 -110 20 -140 -14Z",
    repeat(5, (i) => fill(slab(-120 + i * 54, -40, 18, 160), i % 2 ? saffron : cream)).join(""),
  ) +
  move(-70, -12, turn(-16, lit(slab(-36, -20, 72, 40, 16), white, 0)));

export const beachUmbrella = () =>
  fill("M-650 70H650V400H-650Z", turkuaz) +
  fill("M-650 150Q-100 60 260 118T650 130V400H-650Z", white, 0.8) +
  fill("M-650 164Q-100 74 260 130T650 144V400H-650Z", sand) +
  turn(
    12,
    line("M0 -130V130", white, 12),
    lit(
      "M-170 -36C-150 -190 150 -190 170 -36Q142 -62 113 -36Q85 -62 56 -36Q28 -62 0 -36Q-28 -62 -56 -36Q-85 -62 -113 -36Q-142 -62 -170 -36Z",
      nar,
      400,
    ),
    fill("M-113 -36C-104 -120 -40 -152 0 -152C-30 -140 -54 -90 -56 -36Q-85 -62 -113 -36Z", cream),
    fill("M113 -36C104 -120 40 -152 0 -152C30 -140 54 -90 56 -36Q85 -62 113 -36Z", cream),
  ) +
  move(
    100,
    120,
    fill("M-70 20L50 -40L66 -30L-40 30Z", blue),
    line("M-54 20V46M40 -24V36", ink, 8),
  ) +
  move(
    -110,
    140,
    around(5, () => fill(polygon([-7, 0], [0, -26], [7, 0]), amber)),
  ) +
  fill(oval(-60, 150, 22), white) +
  fill("M-60 128A22 22 0 0 1 -60 172Z", turkuaz);
