import { hue } from "../artwork/hues.ts";
import { fill, line, lit, move, oval, shadow, slab, turn, within } from "../artwork/shapes.ts";

const { white, saffron, nar, rose, plum, ink, turkuaz, leaf, stone, sky, wood, brown } = hue;

export const flashCards = () => {
  const card = (x: number, y: number, angle: number, color: string, ...parts: string[]) =>
    move(
      x,
      y,
      turn(
        angle,
        lit(slab(-84, -104, 168, 208, 18), white, 300),
        fill(slab(-66, -86, 132, 120, 10), color),
        ...parts,
        line("M-44 64H44", ink, 9),
        line("M-24 84H24", stone, 7),
      ),
    );
  return (
    shadow(330) +
    card(-96, 20, -14, turkuaz, fill(oval(0, -26, 34), saffron)) +
    card(96, 24, 14, plum, fill("M0 14C-60 -24 -34 -66 0 -40C34 -66 60 -24 0 14Z", rose)) +
    card(
      0,
      10,
      0,
      saffron,
      lit("M0 -54C50 -80 64 10 16 22Q0 14 -16 22C-64 10 -50 -80 0 -54Z", nar, 8),
      line("M0 -54Q4 -74 18 -78", leaf, 7),
    )
  );
};

export const speechBubbles = () =>
  shadow(300) +
  lit(
    "M-180 -100Q-180 -150 -130 -150H30Q80 -150 80 -100V-40Q80 10 30 10H-70L-130 64V10Q-180 10 -180 -40Z",
    nar,
    300,
  ) +
  line("M-130 -96H20M-130 -50H-30", white, 13) +
  lit(
    "M180 0Q180 -44 136 -44H-6Q-50 -44 -50 0V56Q-50 100 -6 100H80L132 152V100Q180 100 180 56Z",
    turkuaz,
    300,
  ) +
  fill(oval(10, 28, 14) + oval(64, 28, 14) + oval(118, 28, 14), white);

export const schoolGlobe = () => {
  const ball = oval(0, -26, 118);
  return (
    shadow(240) +
    line("M60 -158A146 146 0 1 1 -110 80", wood, 16) +
    fill(ball, sky) +
    within(
      ball,
      fill(
        "M-130 -70C-60 -130 -10 -90 -40 -50S-10 0 -50 40S-110 60 -130 20ZM20 -140C60 -120 40 -90 70 -80S130 -60 130 -10S60 30 40 0S30 -60 10 -80ZM30 50C60 30 90 50 70 80S20 100 30 50Z",
        leaf,
      ),
      line("M-130 -26H130", white, 3, 0.6),
      line(oval(0, -26, 56, 118), white, 3, 0.6),
      fill(slab(26, -200, 200, 400), ink, 0.13),
    ) +
    line("M0 112V140", wood, 18) +
    lit(slab(-80, 134, 160, 26, 12), brown, 10)
  );
};
