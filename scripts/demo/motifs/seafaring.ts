import { hue } from "../artwork/hues.ts";
import {
  around,
  fill,
  line,
  lit,
  move,
  oval,
  polygon,
  scatter,
  shadow,
  slab,
  star,
  turn,
} from "../artwork/shapes.ts";

const {
  white,
  cream,
  sand,
  saffron,
  amber,
  nar,
  garnet,
  rose,
  ink,
  blue,
  turkuaz,
  teal,
  mint,
  leaf,
  cocoa,
  brown,
  wheat,
  slate,
} = hue;

export const compassRose = () =>
  fill(oval(0, 0, 176), cream) +
  line(oval(0, 0, 160), nar, 5) +
  line(oval(0, 0, 148), ink, 3) +
  around(32, (i) => line("M0 -150V-160", i % 4 ? slate : nar, 4)) +
  around(
    8,
    () =>
      fill(polygon([0, -96], [16, -20], [0, 0]), saffron) +
      fill(polygon([0, -96], [-16, -20], [0, 0]), amber),
    22.5,
  ) +
  around(
    4,
    () =>
      fill(polygon([0, -104], [22, -24], [0, 0]), turkuaz) +
      fill(polygon([0, -104], [-22, -24], [0, 0]), teal),
    45,
  ) +
  around(
    4,
    (i) =>
      fill(polygon([0, -144], [26, -26], [0, 0]), i ? ink : nar) +
      fill(polygon([0, -144], [-26, -26], [0, 0]), i ? blue : garnet),
  ) +
  fill(oval(0, 0, 15), cream) +
  fill(oval(0, 0, 7), nar);

export const seaChart = () =>
  turn(
    -4,
    lit(
      "M-184 -140Q-170 -150 -150 -140T-90 -144T-20 -140T60 -146T184 -138Q176 -60 186 0T180 140Q120 150 60 142T-60 148T-184 140Q-176 60 -186 0T-184 -140Z",
      sand,
      400,
    ),
    fill("M-186 -138H-110C-90 -100 -130 -80 -110 -40S-150 30 -120 70S-160 110 -184 138Z", wheat) +
      line("M-110 -138C-90 -100 -130 -80 -110 -40S-150 30 -120 70S-160 110 -184 138", brown, 4),
    fill("M184 -138H90C60 -110 110 -80 84 -40S130 -20 120 20S150 90 184 100Z", wheat) +
      line("M90 -138C60 -110 110 -80 84 -40S130 -20 120 20S150 90 184 100", brown, 4),
    scatter(16, [-180, -130, 60, 220], (x, y) => line(`M${x} ${y}l6 -9l6 9`, leaf, 4)),
    around(16, () => line("M0 0V-130", garnet, 1.2, 0.5)),
    fill(star(0, 0, 8, 34, 13), nar) + fill(oval(0, 0, 8), saffron),
    move(
      -30,
      96,
      fill("M-34 0H36L26 22H-24Z", brown),
      line("M0 0V-50", cocoa, 4),
      fill("M4 -48Q40 -26 30 -4H4Z", white),
      fill("M-4 -40Q-30 -24 -28 -4H-4Z", rose),
    ),
    line("M-80 124q12 -9 24 0t24 0t24 0t24 0M-10 -96q12 -9 24 0t24 0", turkuaz, 4),
  );

export const astrolabe = () =>
  shadow(200) +
  line(oval(0, -176, 20), amber, 9) +
  lit(oval(0, 0, 156), amber, 14) +
  fill(oval(0, 0, 138), saffron) +
  around(36, (i) => line("M0 -124V-136", brown, i % 3 ? 2 : 5)) +
  fill(oval(0, 0, 112), teal) +
  line(oval(0, -20, 74), saffron, 7) +
  line(oval(0, 20, 48), mint, 4) +
  around(8, () => line("M0 0V-110", mint, 2, 0.6)) +
  turn(
    32,
    fill(slab(-10, -146, 20, 292, 10), nar),
    fill(polygon([-10, -140], [10, -140], [0, -160]), garnet),
  ) +
  fill(oval(0, 0, 18), saffron) +
  fill(oval(0, 0, 8), ink);
