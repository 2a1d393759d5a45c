import { hue } from "../artwork/hues.ts";
import {
  fill,
  line,
  lit,
  oval,
  repeat,
  scatter,
  slab,
  star,
  turn,
  within,
} from "../artwork/shapes.ts";

const {
  white,
  cream,
  saffron,
  amber,
  nar,
  garnet,
  rose,
  night,
  ink,
  sky,
  mist,
  turkuaz,
  teal,
  olive,
  leaf,
  wood,
  wheat,
  stone,
  slate,
} = hue;

const globe = (color: string, shade: string, ...bands: string[]) => {
  const edge = oval(0, 0, 138);
  return (
    fill(edge, color) +
    within(
      edge,
      ...bands,
      fill(`M40 -140A150 150 0 0 1 40 140A220 220 0 0 0 40 -140Z`, shade, 0.35),
      fill("M60 -160A170 170 0 0 1 -60 170A190 190 0 0 0 60 -160Z", night, 0.14),
    )
  );
};

export const mercury = () =>
  globe(
    stone,
    slate,
    scatter(
      12,
      [-120, -120, 240, 240],
      (x, y, i) =>
        fill(oval(x, y, 12 + (i % 4) * 7), slate, 0.45) +
        fill(oval(x - 3, y - 3, 8 + (i % 4) * 5), stone),
    ),
  );

export const venus = () =>
  globe(
    wheat,
    amber,
    repeat(5, (i) =>
      line(
        `M-170 ${-96 + i * 52}q80 ${i % 2 ? 40 : -40} 170 0t170 0`,
        i % 2 ? cream : amber,
        20,
        0.7,
      ),
    ).join(""),
  );

export const mars = () =>
  globe(
    nar,
    garnet,
    fill("M-150 40Q-60 -20 0 40T150 20V90Q40 110 -30 80T-150 100Z", garnet, 0.7),
    fill(oval(0, -136, 70, 30), white),
    fill(oval(60, -30, 24) + oval(-50, -40, 16) + oval(20, 100, 18), garnet, 0.6),
  );

export const jupiter = () =>
  globe(
    cream,
    wood,
    fill(slab(-160, -100, 320, 34), wheat),
    fill(slab(-160, -40, 320, 26), wood),
    fill(slab(-160, 6, 320, 44), amber),
    fill(slab(-160, 74, 320, 22), wheat),
    fill(slab(-160, 108, 320, 40), wood),
    fill(oval(44, 40, 40, 24), nar),
    line("M-160 0q40 14 80 0t80 0t80 0t80 0", cream, 8),
  );

export const saturn = () =>
  turn(
    -18,
    fill("M-210 0A210 62 0 0 1 210 0H160A160 40 0 0 0 -160 0Z", rose),
    `<g transform="scale(.82)">${globe(saffron, amber, fill(slab(-160, -70, 320, 26), amber), fill(slab(-160, 30, 320, 34), wheat), fill(slab(-160, 90, 320, 24), amber))}</g>`,
    fill("M-210 0A210 62 0 0 0 210 0H160A160 40 0 0 1 -160 0Z", cream),
    fill("M-186 0A186 52 0 0 0 186 0H176A176 46 0 0 1 -176 0Z", rose),
  );

export const earth = () =>
  globe(
    turkuaz,
    teal,
    fill("M-150 -60C-80 -120 -20 -80 -50 -40S-20 10 -60 50S-120 70 -150 30Z", leaf),
    fill("M20 -150C60 -120 40 -90 70 -80S150 -60 150 -10S60 40 40 10S30 -60 10 -80Z", olive),
    fill("M40 60C70 40 100 60 80 90S30 110 40 60Z", leaf),
    line("M-110 -90q40 -20 80 0M20 30q50 -20 90 10M-90 96q30 -16 70 0", white, 14, 0.85),
  );

export const crescent = () =>
  lit(oval(0, 0, 130), cream, 400) +
  fill(oval(52, -34, 112), ink) +
  fill(star(90, 40, 5, 40, 18), saffron) +
  fill(star(40, -80, 4, 16, 5), mist) +
  fill(star(110, -60, 4, 12, 4), sky);
