import { hue } from "../artwork/hues.ts";
import {
  around,
  fill,
  line,
  lit,
  mirror,
  move,
  oval,
  polygon,
  repeat,
  scatter,
  shadow,
  slab,
  star,
  turn,
  within,
} from "../artwork/shapes.ts";

const {
  white,
  cream,
  saffron,
  nar,
  garnet,
  rose,
  plum,
  aubergine,
  night,
  ink,
  turkuaz,
  teal,
  forest,
  cocoa,
  brown,
  stone,
  slate,
} = hue;

const seatRow = (y: number, color: string, shift: number) =>
  repeat(7, (i) =>
    lit(slab(-216 + shift + i * 66, y, 56, 90, 18), color, -216 + shift + i * 66 + 36),
  ).join("");

export const cinema = () => {
  const hall = slab(-186, -150, 372, 312, 16);
  const curtain =
    fill("M-186 -150H-104C-110 -50 -130 20 -186 60Z", nar) +
    line("M-160 -150C-164 -60 -170 0 -182 40M-132 -150C-136 -60 -146 -10 -168 40", garnet, 8);
  return (
    shadow(370) +
    within(
      hall,
      fill(slab(-200, -160, 400, 330), aubergine),
      fill(slab(-140, -122, 280, 160), cream),
      fill(oval(60, -50, 46), saffron) +
        fill("M-140 38L-60 -50L0 10L50 -30L140 38Z", turkuaz) +
        fill("M-140 38L-90 0L-30 38Z", teal),
      curtain,
      mirror(curtain),
      fill(
        "M-190 -160H190V-122Q160 -100 127 -122Q95 -100 63 -122Q32 -100 0 -122Q-32 -100 -63 -122Q-95 -100 -127 -122Q-160 -100 -190 -122Z",
        garnet,
      ),
      seatRow(74, nar, 0),
      seatRow(116, garnet, 32),
    )
  );
};

export const sofaAndScreen = () =>
  shadow(370) +
  lit(slab(-120, -176, 240, 136, 12), night, 400) +
  fill(slab(-108, -164, 216, 112, 6), turkuaz) +
  fill(polygon([-22, -140], [34, -108], [-22, -76]), white) +
  lit(slab(-150, 0, 300, 110, 34), nar, 40) +
  lit(slab(-130, 66, 260, 70, 18), rose, 40) +
  line("M0 70V130", garnet, 4, 0.6) +
  lit(slab(-184, 34, 68, 116, 30), nar, 400) +
  lit(slab(116, 34, 68, 116, 30), garnet, 400) +
  fill(slab(-150, 140, 24, 20), cocoa) +
  fill(slab(126, 140, 24, 20), cocoa) +
  move(
    -80,
    46,
    turn(-14, lit(slab(-34, -34, 68, 68, 10), saffron, 0), fill(star(0, 0, 8, 22, 13), nar)),
  );

export const openAirCinema = () => {
  const air = slab(-186, -160, 372, 322, 16);
  return (
    shadow(370) +
    within(
      air,
      fill(slab(-200, -170, 400, 340), night),
      fill(slab(-200, -10, 400, 200), ink),
      scatter(26, [-180, -155, 360, 150], (x, y, i) => fill(oval(x, y, i % 4 ? 2.5 : 4.5), cream)),
      fill(oval(130, -116, 28), cream) + fill(oval(142, -124, 24), night),
      fill(polygon([-200, 60], [-140, -20], [-100, 60]), forest) +
        fill(polygon([90, 60], [150, -40], [210, 60]), forest),
      line("M-96 60V110M96 60V110", slate, 8),
      fill(slab(-112, -84, 224, 150, 8), white),
      fill(slab(-102, -74, 204, 130), rose),
      fill(oval(0, -4, 40), saffron),
      fill("M-102 56V20Q-50 -10 0 24T102 14V56Z", plum),
      fill(slab(-200, 96, 400, 90), forest),
      repeat(5, (i) =>
        move(
          -148 + i * 74,
          150,
          lit(slab(-26, -40, 52, 70, 12), i % 2 ? saffron : nar, 8),
          fill(oval(0, -52, 17), i % 2 ? cocoa : brown),
        ),
      ).join(""),
    )
  );
};

export const tablet = () =>
  shadow(300) +
  turn(
    -8,
    lit(slab(-150, -114, 300, 220, 22), ink, 400),
    fill(slab(-132, -96, 264, 184, 8), saffron),
    within(
      slab(-132, -96, 264, 184, 8),
      fill(oval(50, 10, 64), nar),
      fill("M-132 88V40Q-60 -30 10 40T132 30V88Z", teal),
      fill("M-132 88V70Q-20 20 132 76V88Z", forest),
    ),
    fill(oval(0, -4, 40), white, 0.92),
    fill(polygon([-12, -24], [24, -4], [-12, 16]), nar),
  ) +
  line("M-80 158Q0 118 80 158", slate, 14);

export const filmReel = () =>
  shadow(300) +
  lit(oval(0, 4, 154), slate, 10) +
  lit(oval(0, 4, 134), stone, 10) +
  move(
    0,
    4,
    around(5, () => fill(oval(0, -78, 38), night)),
    fill(oval(0, 0, 22), night),
    around(5, () => fill(oval(0, -30, 6), night), 36),
  ) +
  line("M0 158C90 158 130 130 190 140", night, 34) +
  line("M20 157C90 156 130 132 186 140", cream, 20) +
  line("M30 156C90 154 130 132 180 139", night, 20, 1).replace("/>", ' stroke-dasharray="4 34"/>');

export const clapperboard = () =>
  shadow(320) +
  lit(slab(-160, -40, 320, 196, 12), ink, 40) +
  line("M-130 20H130M-130 66H130M-30 20V66M60 66V120", slate, 5) +
  fill(slab(-120, 84, 150, 16, 6), saffron) +
  turn(
    -9,
    within(
      slab(-166, -120, 330, 58, 8),
      fill(slab(-170, -130, 340, 80), white),
      repeat(6, (i) =>
        fill(
          polygon(
            [-180 + i * 68, -120],
            [-146 + i * 68, -120],
            [-172 + i * 68, -60],
            [-206 + i * 68, -60],
          ),
          nar,
        ),
      ).join(""),
    ),
  ) +
  fill(oval(-150, -48, 12), saffron);
