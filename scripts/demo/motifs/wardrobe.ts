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

const {
  cream,
  saffron,
  amber,
  nar,
  garnet,
  rose,
  blush,
  plum,
  turkuaz,
  cocoa,
  brown,
  wood,
  wheat,
  stone,
} = hue;

export const slippers = () => {
  const one = (x: number, y: number, angle: number) =>
    move(
      x,
      y,
      turn(
        angle,
        lit(
          "M-52 130C-70 60 -76 -20 -66 -80C-58 -150 58 -150 66 -80C76 -20 70 60 52 130C40 158 -40 158 -52 130Z",
          cocoa,
          200,
        ),
        fill(
          "M-42 122C-58 60 -60 -10 -54 -70C-46 -124 46 -124 54 -70C60 -10 58 60 42 122C30 144 -30 144 -42 122Z",
          wheat,
        ),
        lit("M-74 -10C-76 -60 -72 -148 0 -148S76 -60 74 -10C40 14 -40 14 -74 -10Z", nar, 10),
        move(
          0,
          -66,
          around(6, () => fill("M0 0C-16 -10 -16 -40 0 -44C16 -40 16 -10 0 0Z", cream)),
          fill(oval(0, 0, 12), saffron),
        ),
        line("M-70 -12C-40 8 40 8 70 -12", blush, 8),
      ),
    );
  return one(-84, 6, -7) + one(84, 6, 7);
};

export const socks = () => {
  const one = (color: string, stripe: string) => {
    const sock =
      "M-50 -150H50V20C50 60 110 70 120 104C126 136 100 152 70 152H-20C-50 150 -60 120 -56 80Z";
    return (
      lit(sock, color, 16) +
      within(
        sock,
        fill(slab(-80, -150, 260, 34), cream),
        repeat(3, (i) => fill(slab(-80, -96 + i * 44, 140, 18), stripe)).join(""),
        fill(oval(-40, 130, 44), stripe),
        fill(oval(120, 120, 50), stripe),
      )
    );
  };
  return (
    shadow(320) +
    move(-70, 0, turn(6, one(turkuaz, saffron))) +
    move(56, 8, turn(-4, one(plum, rose)))
  );
};

export const sweater = () =>
  lit(
    "M-70 -140C-40 -110 40 -110 70 -140L120 -120C170 -80 186 20 190 110L130 120L110 20V150H-110V20L-130 120L-190 110C-186 20 -170 -80 -120 -120Z",
    nar,
    30,
  ) +
  within(
    "M-110 -120H110V150H-110Z",
    repeat(7, (i) => move(-102 + i * 34, -20, fill(star(0, 0, 8, 15, 6), cream))).join(""),
    fill(slab(-120, 10, 240, 10), saffron),
    fill(slab(-120, -60, 240, 10), saffron),
    repeat(9, (i) =>
      fill(polygon([-116 + i * 28, 60], [-102 + i * 28, 36], [-88 + i * 28, 60]), turkuaz),
    ).join(""),
  ) +
  fill(slab(-112, 128, 224, 26, 6), garnet) +
  line("M-64 -132C-40 -100 40 -100 64 -132", garnet, 16) +
  line("M-186 104L-136 114M186 104L136 114", garnet, 18);

export const wardrobeBox = () =>
  shadow(330) +
  lit(polygon([-160, 0], [160, 0], [140, 158], [-140, 158]), wood, 40) +
  fill(slab(-60, 60, 120, 50, 6), cream) +
  line("M-36 78H36M-36 94H10", stone, 6) +
  lit("M-140 0C-130 -60 -60 -70 -30 0Z", turkuaz, 300) +
  lit("M-70 0C-60 -90 60 -100 80 0Z", saffron, 20) +
  lit("M40 0C60 -60 130 -50 146 0Z", plum, 100) +
  line("M-30 -36H50M-40 -16H62", amber, 8) +
  fill(polygon([-160, 0], [-196, -46], [-150, -60], [-120, 0]), wheat) +
  fill(polygon([160, 0], [196, -46], [150, -60], [120, 0]), brown);
