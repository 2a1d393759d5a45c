import { hue } from "../artwork/hues.ts";
import { air, cypress, palm, ridge, sun, water } from "../artwork/landscape.ts";
import {
  around,
  fill,
  line,
  lit,
  move,
  oval,
  polygon,
  repeat,
  scatter,
  slab,
  star,
  turn,
  within,
} from "../artwork/shapes.ts";

const {
  white,
  paper,
  cream,
  sand,
  saffron,
  amber,
  nar,
  garnet,
  plum,
  ink,
  blue,
  sky,
  mist,
  turkuaz,
  teal,
  mint,
  leaf,
  forest,
  cocoa,
  brown,
  wheat,
  slate,
} = hue;

export const hatay = () => {
  const chips = (n: number, r: number, colors: string[]) =>
    repeat(n, (i) =>
      turn(
        (i * 360) / n,
        fill(slab(-r * 0.05, -r, r * 0.11, r * 0.1, 1), colors[i % colors.length] ?? nar),
      ),
    ).join("");
  const fish = "M-96 0C-60 -54 40 -60 84 -6L128 -44V44L84 8C40 60 -60 54 -96 0Z";
  return (
    air(cream, sand) +
    [196, 174, 152]
      .map((r, j) => chips(48, r, j === 1 ? [ink, turkuaz] : [nar, saffron, nar, cream]))
      .join("") +
    fill(oval(0, 0, 132), teal) +
    within(
      oval(0, 0, 132),
      repeat(9, (j) =>
        repeat(15, (i) =>
          fill(slab(-140 + i * 19, -130 + j * 30, 15, 24, 2), (i + j) % 3 ? turkuaz : teal),
        ).join(""),
      ).join(""),
      move(
        -8,
        -34,
        lit(fish, saffron, 400),
        within(fish, repeat(6, (i) => line(`M${-50 + i * 26} -60q18 60 0 120`, amber, 7)).join("")),
        fill(oval(-66, -8, 11), white) + fill(oval(-68, -8, 6), ink),
      ),
      move(
        12,
        66,
        `<g transform="scale(-.62 .62)">${lit(fish, nar, 400)}${within(fish, repeat(6, (i) => line(`M${-50 + i * 26} -60q18 60 0 120`, garnet, 8)).join(""))}${fill(oval(-66, -8, 12), white)}${fill(oval(-68, -8, 6), ink)}</g>`,
      ),
    ) +
    around(4, () =>
      move(
        0,
        0,
        fill(star(-166, -166, 8, 24, 14), plum),
        fill(star(-166, -166, 8, 12, 7), saffron),
      ),
    )
  );
};

export const izmir = () =>
  air(sky, paper) +
  sun(-100, -100, 50, saffron) +
  ridge(40, 26, mint) +
  water(44, turkuaz, white) +
  fill("M-1000 110H1000V200H-1000Z", sand) +
  fill(slab(-1000, 104, 2000, 10), white) +
  lit(polygon([-62, 120], [62, 120], [48, 84], [-48, 84]), cream, 10) +
  lit(slab(-40, 20, 80, 68), white, 8) +
  [-26, 0, 26].map((x) => fill(`M${x - 9} 84V44a9 9 0 0 1 18 0V84Z`, turkuaz)).join("") +
  fill(slab(-48, 10, 96, 14, 3), nar) +
  lit(slab(-28, -70, 56, 82), white, 6) +
  fill(oval(0, -34, 19), ink) +
  fill(oval(0, -34, 14), cream) +
  line("M0 -34V-44M0 -34L7 -30", ink, 3) +
  fill(slab(-36, -80, 72, 12, 3), nar) +
  lit(slab(-18, -120, 36, 42), white, 4) +
  fill("M-10 -80V-104a10 10 0 0 1 20 0V-80Z", turkuaz) +
  fill(slab(-24, -128, 48, 10, 3), nar) +
  lit("M-18 -128C-18 -156 18 -156 18 -128Z", turkuaz, 4) +
  line("M0 -150V-170", saffron, 4) +
  palm(-138, 140, 120) +
  palm(134, 150, 132) +
  scatter(7, [-190, 140, 380, 50], (x, y) => line(`M${x} ${y}l5 -6l5 6`, slate, 3));

export const antalya = () =>
  air(mint, cream) +
  sun(120, -120, 46, saffron) +
  ridge(-10, 50, blue) +
  ridge(20, 30, plum) +
  water(30, turkuaz, white) +
  lit("M-1000 -10H-20L-10 20L-30 60L-14 110L-34 200H-1000Z", wheat, -60) +
  fill(slab(-110, -14, 44, 214), mist) +
  line("M-100 -10V180M-84 -10V190M-72 0V170", white, 5) +
  fill(oval(-88, 176, 60, 16), white, 0.85) +
  fill("M-1000 -10H-10V-22H-1000Z", leaf) +
  cypress(-170, -16, 70) +
  cypress(-140, -16, 50, leaf) +
  lit(slab(-58, -130, 22, 114, 4), garnet, -44) +
  repeat(4, (i) => line(`M${-54 + i * 5} -110V-20`, nar, 2)).join("") +
  fill(slab(-64, -110, 34, 7), cream) +
  fill(polygon([-58, -130], [-36, -130], [-47, -156]), teal) +
  move(
    90,
    96,
    fill("M-60 20H70L50 48H-44Z", brown),
    line("M4 20V-70", cocoa, 5),
    lit("M10 -66L56 12H10Z", white, 30),
    lit("M-2 -50L-42 12H-2Z", nar, 400),
  );

export const mugla = () =>
  air(sky, cream) +
  sun(90, -90, 54, saffron) +
  ridge(10, 50, leaf) +
  ridge(36, 36, forest) +
  water(44, turkuaz, white) +
  fill("M-1000 150Q-100 120 120 178T1000 170V400H-1000Z", cream) +
  [-176, -150, -122]
    .map(
      (x, i) =>
        fill(slab(x, 4 + i * 10, 30, 34), white) + fill(slab(x + 10, 14 + i * 10, 10, 24, 5), blue),
    )
    .join("") +
  move(
    20,
    92,
    lit("M-120 10C-100 52 -60 56 0 56H60C90 50 116 20 140 -10L90 10Z", brown, 20),
    line("M-114 18H100", saffron, 4),
    line("M-20 10V-130M56 10V-110", cocoa, 6),
    lit("M-12 -124Q60 -60 44 0H-12Z", white, 20),
    lit("M-28 -110Q-90 -40 -96 0H-28Z", cream, 400),
    lit("M64 -100Q116 -50 130 -14L64 0Z", white, 400),
  ) +
  move(-110, 172, turn(-10, fill(oval(0, 0, 26, 10), nar), fill(oval(0, 0, 14, 5), cream))) +
  line("M130 -40q8 -8 14 0q6 -8 14 0", ink, 3);
