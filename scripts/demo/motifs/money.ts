import { hue } from "../artwork/hues.ts";
import {
  fill,
  line,
  lit,
  mirror,
  move,
  oval,
  repeat,
  scatter,
  shadow,
  slab,
  turn,
} from "../artwork/shapes.ts";

const {
  white,
  cream,
  saffron,
  amber,
  nar,
  garnet,
  rose,
  ink,
  mint,
  leaf,
  cocoa,
  brown,
  wheat,
  stone,
} = hue;

const torn = repeat(9, () => "l11 14l11 -14").join("");

export const receipt = () =>
  shadow(200) +
  lit(`M-100 -176H98V140${torn.replaceAll("l11", "l-11")}Z`, white, 40, 0.1) +
  fill(slab(-60, -146, 120, 22, 6), nar) +
  repeat(5, (i) =>
    line(`M-74 ${-92 + i * 34}H${-10 + ((i * 17) % 30)}M46 ${-92 + i * 34}H72`, stone, 9),
  ).join("") +
  line("M-74 78H72", ink, 5) +
  line("M-74 108H-20M30 108H72", nar, 13);

export const wallet = () =>
  shadow(330) +
  move(
    -30,
    -86,
    turn(
      -8,
      lit(slab(-100, -60, 210, 130, 10), leaf, 40),
      fill(oval(6, 4, 34), mint),
      line(slab(-84, -44, 178, 98, 6), mint, 5),
    ),
  ) +
  move(
    20,
    -60,
    turn(6, lit(slab(-110, -50, 210, 120, 12), saffron, 40), fill(slab(-110, -24, 210, 26), ink)),
  ) +
  lit(slab(-160, -40, 310, 196, 26), brown, 50) +
  line("M-138 -16H128M-138 134H128", wheat, 4).replace("/>", ' stroke-dasharray="14 12"/>') +
  lit(slab(70, 20, 106, 76, 20), cocoa, 300) +
  fill(oval(104, 58, 17), saffron);

export const coins = () => {
  const pile = (x: number, n: number) =>
    repeat(n, (i) =>
      move(
        x,
        144 - i * 26,
        lit(slab(-58, -14, 116, 26, 12), i % 2 ? saffron : amber, 20),
        line("M-36 -2H36", cream, 4, 0.7),
      ),
    ).join("");
  return (
    shadow(360) +
    pile(-116, 3) +
    pile(0, 7) +
    pile(116, 5) +
    move(
      64,
      -96,
      lit(oval(0, 0, 58), saffron, 14),
      line(oval(0, 0, 44), amber, 6),
      line("M-8 -28V24Q26 24 26 -4M-24 -2L14 -16M-24 14L14 0", brown, 8),
    )
  );
};

export const gift = () =>
  shadow(290) +
  lit(slab(-130, -30, 260, 188, 10), nar, 40) +
  fill(slab(-26, -30, 52, 188), saffron) +
  lit(slab(-150, -76, 300, 60, 10), garnet, 40) +
  fill(slab(-28, -76, 56, 60), saffron) +
  (() => {
    const loop = line("M-4 -84C-40 -170 -130 -160 -110 -110C-96 -84 -40 -80 -4 -84Z", saffron, 20);
    return loop + mirror(loop);
  })() +
  paperDots();

const paperDots = () =>
  scatter(10, [-110, 0, 70, 140], (x, y) => fill(oval(x, y, 6), rose)) +
  fill(oval(0, -86, 17), amber);
