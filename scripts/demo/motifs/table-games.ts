import { hue } from "../artwork/hues.ts";
import {
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
} from "../artwork/shapes.ts";

const {
  white,
  paper,
  cream,
  sand,
  saffron,
  nar,
  garnet,
  rose,
  plum,
  night,
  ink,
  blue,
  turkuaz,
  leaf,
  cocoa,
  brown,
  wood,
  wheat,
  stone,
} = hue;

const tileStone = (x: number, y: number, angle: number, color: string, digit: string) =>
  move(
    x,
    y,
    turn(
      angle,
      fill(slab(-44, -58, 88, 122, 14), sand),
      lit(slab(-44, -64, 88, 118, 14), paper, 300),
      line(digit, color, 11),
      fill(oval(0, 28, 13), color),
    ),
  );

export const okeyTiles = () =>
  shadow(360) +
  tileStone(-104, 10, -8, nar, "M-8 -38L6 -46V-2") +
  tileStone(0, -16, 0, ink, "M-14 -42H14L-4 -4") +
  tileStone(104, 10, 8, saffron, "M-14 -36Q0 -52 12 -38Q16 -26 -14 -4H14") +
  lit("M-190 70H190L176 158H-176Z", brown, 60) +
  fill("M-190 70H190L188 92H-188Z", wood) +
  tileStone(-60, -110, 14, turkuaz, "M-14 -46L10 -34L-8 -24Q20 -20 6 -4L-14 -4") +
  tileStone(70, -116, -10, garnet, "M6 -48Q-20 -20 -6 -6Q14 0 12 -16Q4 -28 -10 -18");

export const backgammon = () => {
  const half = (x: number) =>
    fill(slab(x, -130, 164, 260), wheat) +
    repeat(
      4,
      (i) =>
        fill(
          polygon([x + i * 41, -130], [x + 41 + i * 41, -130], [x + 20 + i * 41, -20]),
          i % 2 ? nar : ink,
        ) +
        fill(
          polygon([x + i * 41, 130], [x + 41 + i * 41, 130], [x + 20 + i * 41, 20]),
          i % 2 ? ink : nar,
        ),
    ).join("");
  const piece = (x: number, y: number, color: string, ring: string) =>
    fill(oval(x, y + 4, 19), night, 0.3) +
    fill(oval(x, y, 19), color) +
    line(oval(x, y, 11), ring, 4);
  return move(
    0,
    6,
    lit(slab(-190, -154, 380, 308, 16), brown, 300),
    half(-174),
    half(10),
    fill(slab(-12, -154, 24, 308), cocoa),
    [-110, -72].map((y) => piece(-154, y, white, stone)).join(""),
    [110, 72, 34].map((y) => piece(-72, y, garnet, rose)).join(""),
    [-110, -72, -34].map((y) => piece(112, y, white, stone)).join(""),
    [110, 72].map((y) => piece(154, y, garnet, rose)).join(""),
    move(
      70,
      16,
      turn(
        16,
        lit(slab(-22, -22, 44, 44, 9), white, 8),
        fill(oval(-9, -9, 5) + oval(9, 9, 5) + oval(0, 0, 5), ink),
      ),
    ),
    move(
      -112,
      -6,
      turn(
        -20,
        lit(slab(-22, -22, 44, 44, 9), white, 8),
        fill(oval(-9, -9, 5) + oval(9, 9, 5) + oval(-9, 9, 5) + oval(9, -9, 5), ink),
      ),
    ),
  );
};

const suit = {
  heart: "M0 40C-70 -6 -40 -56 0 -24C40 -56 70 -6 0 40Z",
  spade: "M0 -50C-66 0 -50 44 -8 26L-18 50H18L8 26C50 44 66 0 0 -50Z",
};

export const cards = () => {
  const card = (angle: number, x: number, color: string, mark: string) =>
    move(
      x,
      40,
      turn(
        angle,
        lit(slab(-72, -170, 144, 214, 14), white, 300),
        line(slab(-71, -169, 142, 212, 13), stone, 2),
        move(0, -62, fill(mark, color)),
        move(-48, -140, `<g transform="scale(.42)">${fill(mark, color)}</g>`),
        move(48, 16, `<g transform="rotate(180) scale(.42)">${fill(mark, color)}</g>`),
      ),
    );
  return (
    shadow(300) +
    move(
      0,
      60,
      card(-26, -60, ink, suit.spade),
      card(0, 0, nar, suit.heart),
      card(26, 60, ink, "M0 -52L40 0L0 52L-40 0Z"),
    )
  );
};

export const boardGame = () => {
  const dot = (x: number, y: number) => fill(oval(x, y, 11, 7), night);
  const pawn = (x: number, y: number, color: string) =>
    move(
      x,
      y,
      fill(oval(0, 34, 34, 9), night, 0.25),
      lit("M-30 32C-26 0 -10 -10 -12 -34H12C10 -10 26 0 30 32Z", color, 4),
      lit(oval(0, -48, 24), color, 6),
    );
  return (
    shadow(360) +
    lit(
      polygon([-190, 100], [-110, 10], [110, 10], [190, 100], [190, 130], [-190, 130]),
      turkuaz,
      300,
    ) +
    fill(polygon([-190, 100], [-110, 10], [110, 10], [190, 100]), cream) +
    repeat(6, (i) =>
      fill(
        polygon([-150 + i * 50, 92], [-122 + i * 50, 92], [-112 + i * 42, 66], [-136 + i * 42, 66]),
        [nar, saffron, turkuaz, plum, leaf, blue][i] ?? nar,
      ),
    ).join("") +
    repeat(5, (i) =>
      fill(oval(-80 + i * 40, 32, 14, 8), [saffron, nar, leaf, turkuaz, plum][i] ?? nar),
    ).join("") +
    pawn(-110, 26, nar) +
    pawn(-30, -4, saffron) +
    pawn(110, 20, leaf) +
    move(
      40,
      -90,
      turn(
        -10,
        lit(polygon([-60, -30], [0, -60], [60, -30], [60, 36], [0, 70], [-60, 36]), white, 0),
        fill(polygon([-60, -30], [0, -60], [60, -30], [0, 0]), paper),
        dot(-14, -30) + dot(14, -30),
        fill(oval(-30, 20, 8, 11), night),
        fill(oval(20, 30, 8, 11) + oval(44, -2, 8, 11) + oval(32, 14, 8, 11), night),
      ),
    )
  );
};

export const paperGame = () =>
  shadow(300) +
  turn(
    -5,
    lit(slab(-150, -160, 290, 310, 6), white, 300),
    repeat(8, (i) => line(`M-140 ${-80 + i * 30}H130`, blue, 2, 0.4)).join(""),
    line("M-80 -150V140M-10 -150V140M60 -150V140", rose, 4),
    fill(slab(-150, -160, 290, 46, 6), turkuaz),
    repeat(12, (i) =>
      line(`M${-136 + (i % 4) * 71} ${-92 + Math.floor(i / 4) * 60}q12 -20 20 0t20 -4`, ink, 6),
    ).join(""),
  ) +
  move(
    110,
    60,
    turn(
      30,
      lit(slab(-14, -160, 28, 200), nar, 4),
      lit(polygon([-14, 40], [14, 40], [0, 80]), cream, 4),
      fill(polygon([-6, 62], [6, 62], [0, 80]), ink),
    ),
  );
