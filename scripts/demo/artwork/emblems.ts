import { CLOTHS, GROUNDS } from "./color-pairs.ts";
import { hue } from "./hues.ts";
import type { Random } from "./random.ts";
import { around, fill, oval, petal, repeat, slab, star } from "./shapes.ts";

const { saffron } = hue;

/** For those who show no face: a flower, a star or a shore. */
export function emblem(random: Random): string {
  const [ground, deep] = random.pick(GROUNDS);
  const [first, second] = random.pick(
    CLOTHS.filter(([color]) => color !== ground && color !== deep),
  );
  const petals = random.pick([6, 8, 10]);
  const drawings = [
    around(petals, () => fill(petal(160, 46), first)) +
      around(petals, () => fill(petal(104, 28), second), 180 / petals) +
      fill(oval(0, 0, 30), saffron),
    fill(star(0, 0, 8, 160, 112), first) +
      fill(star(0, 0, 8, 108, 70), second) +
      fill(star(0, 0, 8, 56, 30), deep),
    fill(oval(30, -40, 86), first) +
      fill("M-200 60Q-100 10 0 60T200 50V200H-200Z", second) +
      fill("M-200 120Q-80 70 20 120T200 110V200H-200Z", deep),
    repeat(4, (i) => fill(oval(0, 200, 190 - i * 46), i % 2 ? second : first)).join("") +
      fill(oval(90, -100, 40), saffron),
  ];
  return fill(slab(-200, -200, 400, 400), ground) + random.pick(drawings);
}
