import { CLOTHS, GROUNDS } from "./color-pairs.ts";
import { type Paint, STYLES } from "./hairstyles.ts";
import { hue } from "./hues.ts";
import type { Random } from "./random.ts";
import { fill, line, lit, mirror, move, oval, repeat, slab, within } from "./shapes.ts";

const { nar, garnet, night, ink, cocoa, brown, wood, stone, slate } = hue;

const SKINS: [string, string][] = [
  ["#f3cfae", "#e0a985"],
  ["#e8b78d", "#cf9468"],
  ["#d69d6e", "#b97f50"],
  ["#b97d55", "#99623f"],
];
const HAIRS = [night, cocoa, cocoa, brown, brown, wood];

const head = ({ skin, shade }: Paint) =>
  fill("M-36 50V150H36V50Z", shade) +
  fill(oval(-78, -8, 15, 20) + oval(78, -8, 15, 20), shade) +
  fill("M-78 -40C-78 -120 78 -120 78 -40C78 50 50 96 0 96S-78 50 -78 -40Z", skin);

const features = (random: Random, { hair, shade }: Paint) => {
  const smile = random.pick(["M-26 46Q0 68 26 46", "M-20 52Q0 62 22 46", "M-24 44Q0 76 24 44Z"]);
  const eye = random.pick([
    fill(oval(-32, -8, 8), night),
    fill(oval(-32, -8, 8, 10), night),
    line("M-44 -6Q-32 -20 -20 -6", night, 6),
  ]);
  const brow = line(
    random.pick(["M-48 -34Q-32 -44 -18 -34", "M-46 -32H-20"]),
    hair === stone ? slate : hair,
    7,
  );
  return (
    eye +
    mirror(eye) +
    brow +
    mirror(brow) +
    line("M2 -4Q12 22 -4 24", shade, 5) +
    fill(oval(-50, 26, 14, 9) + oval(50, 26, 14, 9), nar, 0.22) +
    (smile.endsWith("Z") ? fill(smile, garnet) : line(smile, garnet, 6))
  );
};

const beard = ({ hair }: Paint) =>
  fill("M-78 0C-76 70 -48 108 0 108S76 70 78 0C60 40 40 26 0 26S-60 40 -78 0Z", hair) +
  fill("M-26 44Q0 62 26 44Q0 52 -26 44Z", garnet);
const moustache = ({ hair }: Paint) =>
  fill("M0 30C-14 22 -40 28 -48 42C-30 44 -14 46 0 40C14 46 30 44 48 42C40 28 14 22 0 30Z", hair);
const glasses = line(`${oval(-34, -8, 25)}${oval(34, -8, 25)}M-9 -10Q0 -18 9 -10`, ink, 6);

/** Whom a portrait is to look like. */
export interface Sitter {
  gender: keyof typeof STYLES;
  old: boolean;
}

/** The face of somebody who does not exist, in a box of 400 × 400 around (0, 0). */
export function face(random: Random, { gender, old }: Sitter): string {
  const [skin, shade] = random.pick(SKINS);
  const [cloth, second] = random.pick(CLOTHS);
  const [ground, deep] = random.pick(GROUNDS);
  const paint = { skin, shade, hair: old ? stone : random.pick(HAIRS), cloth, second };
  const { behind, over } = random.pick(STYLES[gender])(paint);
  const grows = gender === "man" ? random.next() : 1;
  const body = "M-160 220C-156 140 -100 112 -40 104Q0 130 40 104C100 112 156 140 160 220Z";
  return (
    fill(slab(-200, -200, 400, 400), ground) +
    fill(oval(0, 20, 168), deep, 0.55) +
    move(0, 14, behind, head(paint)) +
    lit(body, cloth, 60) +
    within(
      body,
      random.next() < 0.4
        ? repeat(5, (i) => fill(slab(-200, 126 + i * 26, 400, 9), second)).join("")
        : line("M-44 106Q0 150 44 106", second, 14),
    ) +
    move(
      0,
      14,
      grows < 0.3 ? beard(paint) : "",
      features(random, paint),
      grows > 0.3 && grows < 0.5 ? moustache(paint) : "",
      random.next() < 0.28 ? glasses : "",
      over,
    )
  );
}
