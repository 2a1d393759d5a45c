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
  star,
  turn,
  within,
} from "../artwork/shapes.ts";

const { white, cream, sand, saffron, amber, nar, garnet, leaf, cocoa, brown, wood, wheat, stone } =
  hue;

export const gobeklitepe = () => {
  const pillar = (x: number, h: number, w: number) =>
    lit(slab(x - w / 2, 150 - h, w, h), sand, x + w * 0.2) +
    lit(slab(x - w * 1.15, 150 - h - w * 0.7, w * 2.3, w * 0.75, 6), sand, x + w * 0.2);
  return (
    fill("M-650 110Q0 40 650 110V400H-650Z", amber) +
    pillar(-130, 110, 34) +
    pillar(130, 110, 34) +
    lit("M-180 110H180L190 160H-190Z", wood, 40) +
    repeat(11, (i) => line(`M${-166 + i * 33} 112v22`, brown, 4, 0.6)).join("") +
    pillar(-46, 206, 48) +
    pillar(58, 230, 48) +
    move(
      -48,
      40,
      fill("M-14 40C-30 10 -20 -10 0 -14C20 -10 8 10 18 20L6 24C0 40 -8 30 -14 40Z", brown),
    ) +
    move(
      58,
      10,
      fill("M-16 -10h24a10 10 0 0 1 10 10v24h-8v-16h-18v16h-8Z", brown),
      line("M16 -4q14 -4 8 -18", brown, 5),
    ) +
    move(58, 74, line("M-12 0q8 -10 16 0t16 0", brown, 5)) +
    fill("M-650 160Q0 120 650 164V400H-650Z", wheat)
  );
};

export const hittiteSun = () =>
  shadow(170) +
  line("M0 96V150", amber, 22) +
  lit("M-60 158Q-54 130 -20 128H20Q54 130 60 158Z", saffron, 0) +
  fill("M-110 104C-140 70 -150 20 -130 -30L-104 -20C-116 20 -108 60 -84 86Z", saffron) +
  fill("M110 104C140 70 150 20 130 -30L104 -20C116 20 108 60 84 86Z", amber) +
  fill("M-96 108Q0 140 96 108L84 82Q0 116 -84 82Z", saffron) +
  line(oval(0, -20, 104), saffron, 22) +
  within(
    oval(0, -20, 94),
    repeat(7, (i) =>
      line(
        `M${-130 + i * 36} -140L${-50 + i * 36} 110M${130 - i * 36} -140L${50 - i * 36} 110`,
        amber,
        9,
      ),
    ).join(""),
  ) +
  around(12, (i) =>
    i > 3 && i < 9
      ? ""
      : move(0, 0, line("M0 -124V-150", saffron, 8) + fill(oval(0, -156, 11), amber)),
  ).replaceAll("rotate(", "translate(0 -20) rotate(") +
  line(
    "M-136 -26Q-176 -50 -160 -90Q-140 -120 -124 -100M136 -26Q176 -50 160 -90Q140 -120 124 -100",
    amber,
    13,
  );

export const columns = () => {
  const column = (x: number, h: number) =>
    fill(slab(x - 34, 158 - h, 68, 14, 3), white) +
    fill(`M${x - 40} ${150 - h}a12 12 0 1 1 20 -6h40a12 12 0 1 1 20 6Z`, cream) +
    lit(polygon([x - 24, 170 - h], [x + 24, 170 - h], [x + 28, 142], [x - 28, 142]), white, x + 8) +
    repeat(4, (i) =>
      line(`M${x - 15 + i * 10} ${176 - h}L${x - 17 + i * 11.5} 138`, stone, 2.5),
    ).join("") +
    fill(slab(x - 40, 140, 80, 18, 3), cream);
  return (
    fill(oval(0, 164, 200, 12), hue.night, 0.18) +
    column(-118, 232) +
    column(0, 232) +
    column(122, 130) +
    lit("M-170 -80L-160 -108H52L46 -80Z", cream, -20) +
    fill("M-160 -108L-54 -160L44 -112V-108Z", white) +
    move(96, 150, turn(-8, fill(slab(-30, -20, 60, 24, 4), cream))) +
    line("M-186 158Q-176 110 -164 158M-150 158Q-146 130 -138 158M166 158Q172 120 182 158", leaf, 6)
  );
};

export const kumbet = () =>
  shadow(240) +
  lit(polygon([-100, 158], [100, 158], [86, 120], [-86, 120]), stone, 20) +
  lit(slab(-78, -40, 156, 162), wheat, 24) +
  repeat(3, (i) =>
    fill(
      `M${-66 + i * 48} 110V10Q${-66 + i * 48} -14 ${-48 + i * 48} -24Q${-30 + i * 48} -14 ${-30 + i * 48} 10V110Z`,
      i === 1 ? cocoa : wood,
    ),
  ).join("") +
  fill(slab(-88, -56, 176, 20), amber) +
  repeat(8, (i) => move(-77 + i * 22, -46, fill(star(0, 0, 4, 9, 4), cream))).join("") +
  lit(polygon([-88, -56], [88, -56], [0, -184]), garnet, 10) +
  line("M-44 -58L0 -180M44 -58L0 -180", nar, 4) +
  line("M0 -184V-206", saffron, 7);
