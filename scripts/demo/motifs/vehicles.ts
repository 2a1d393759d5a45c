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
  turn,
  within,
} from "../artwork/shapes.ts";

const {
  white,
  cream,
  saffron,
  nar,
  garnet,
  night,
  ink,
  sky,
  mist,
  turkuaz,
  teal,
  cocoa,
  brown,
  wood,
  stone,
  slate,
} = hue;

export const steamTrain = () =>
  fill(slab(-196, 146, 392, 12), brown) +
  fill(oval(-90, -150, 34) + oval(-40, -170, 26) + oval(-136, -130, 24), white, 0.85) +
  lit(slab(-130, -96, 44, 80), ink, -104) +
  fill(slab(-142, -110, 68, 20, 6), garnet) +
  lit(slab(-160, -24, 230, 104, 40), teal, 0) +
  fill(slab(-120, -24, 14, 104), saffron) +
  fill(slab(-30, -24, 14, 104), saffron) +
  lit(slab(-20, -60, 40, 40, 18), saffron, 4) +
  lit(slab(50, -100, 124, 180, 6), nar, 120) +
  fill(slab(38, -116, 148, 22, 8), ink) +
  fill(slab(70, -76, 84, 60, 6), sky) +
  fill(slab(-170, 74, 350, 24), ink) +
  fill(polygon([-170, 98], [-190, 146], [-140, 146], [-140, 98]), garnet) +
  [-100, -10, 100]
    .map(
      (x) =>
        fill(oval(x, 110, 38), garnet) +
        fill(oval(x, 110, 27), nar) +
        move(
          x,
          110,
          around(6, () => line("M0 0V-24", cream, 4)),
        ) +
        fill(oval(x, 110, 8), ink),
    )
    .join("") +
  line("M-100 118H100", stone, 8) +
  fill(oval(-166, 20, 14), saffron);

const tyre = (x: number, r = 34) =>
  fill(oval(x, 160 - r, r), night) +
  fill(oval(x, 160 - r, r * 0.5), stone) +
  fill(oval(x, 160 - r, r * 0.2), slate);

export const bus = () => {
  const body = slab(-188, -110, 376, 240, 34);
  return (
    shadow(390) +
    lit(body, nar, 400) +
    within(
      body,
      fill(slab(-200, 46, 400, 100), cream),
      fill(slab(-200, 40, 400, 14), saffron),
      repeat(
        5,
        (i) =>
          fill(slab(-172 + i * 68, -76, 58, 80, 10), i === 4 ? mist : sky) +
          fill(
            polygon(
              [-172 + i * 68, 4],
              [-140 + i * 68, -76],
              [-124 + i * 68, -76],
              [-156 + i * 68, 4],
            ),
            white,
            0.5,
          ),
      ).join(""),
      fill(slab(-200, 96, 400, 8), garnet),
    ) +
    fill(slab(164, 56, 22, 22, 6), saffron) +
    fill(slab(-130, -124, 180, 18, 8), garnet) +
    tyre(-104, 40) +
    tyre(104, 40)
  );
};

export const train = () => {
  const body = "M-200 -70H60C140 -70 196 20 196 70Q196 104 160 104H-200Z";
  return (
    fill(slab(-200, 142, 400, 12), brown) +
    repeat(9, (i) => fill(slab(-190 + i * 46, 150, 26, 14), cocoa)).join("") +
    line("M-200 138H200", stone, 8) +
    lit(body, white, 400) +
    within(
      body,
      fill(slab(-220, 46, 440, 20), turkuaz),
      fill(slab(-220, 70, 440, 50), nar),
      repeat(4, (i) => fill(slab(-190 + i * 62, -40, 46, 52, 12), ink)).join(""),
      fill("M70 -40H84C130 -40 150 -10 164 12H70Z", ink),
      fill("M-220 84H220V130H-220Z", night, 0.14),
    ) +
    fill(oval(172, 58, 10), saffron) +
    repeat(
      5,
      (i) => fill(oval(-160 + i * 74, 118, 20), night) + fill(oval(-160 + i * 74, 118, 9), slate),
    ).join("")
  );
};

export const plane = () =>
  turn(
    -14,
    fill("M-30 -30L-120 -150H-76L50 -30Z", slate),
    lit("M-190 -20C-150 -40 120 -60 170 -20Q200 6 160 24C100 44 -120 44 -170 20Z", white, 400),
    fill("M-172 -16L-214 -96H-174L-118 -30Z", nar),
    within(
      "M-190 -20C-150 -40 120 -60 170 -20Q200 6 160 24C100 44 -120 44 -170 20Z",
      fill(slab(-220, 12, 440, 60), nar),
      fill("M120 -30H200V-8H130Z", ink),
    ),
    repeat(7, (i) => fill(oval(-100 + i * 30, -10, 9, 11), turkuaz)).join(""),
    lit("M-10 14H70L-40 150H-90Z", garnet, 400),
    lit(slab(-30, 50, 66, 28, 14), stone, 400),
  ) + line("M-196 120H-120M-186 150H-90M80 140H150", white, 9, 0.7);

export const car = () =>
  shadow(380) +
  lit("M-120 10C-100 -60 -80 -84 -40 -84H50C90 -84 110 -50 130 10Z", turkuaz, 400) +
  fill("M-96 6C-84 -44 -70 -62 -40 -62H0V6Z", mist) +
  fill("M14 -62H46C74 -62 90 -40 104 6H14Z", mist) +
  fill(polygon([-60, 6], [-30, -62], [-16, -62], [-46, 6]), white, 0.7) +
  lit(
    "M-188 60Q-188 14 -150 8H140Q188 14 190 70V110Q190 126 172 126H-172Q-188 126 -188 110Z",
    turkuaz,
    400,
  ) +
  fill("M-188 88H190V110Q190 126 172 126H-172Q-188 126 -188 110Z", teal) +
  fill(oval(168, 56, 16), saffron) +
  fill(slab(-188, 46, 18, 26, 6), nar) +
  line("M-30 34H0M46 34H76", teal, 8) +
  fill(slab(-90, -112, 150, 24, 8), wood) +
  fill(slab(-70, -140, 80, 30, 6), nar) +
  line("M4 12V120", teal, 4) +
  tyre(-104, 42) +
  tyre(108, 42);
