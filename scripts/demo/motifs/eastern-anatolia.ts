import { hue } from "../artwork/hues.ts";
import { air, minaret, pine, ridge, sun, water } from "../artwork/landscape.ts";
import {
  fill,
  line,
  lit,
  move,
  oval,
  petal,
  polygon,
  repeat,
  scatter,
  slab,
  star,
  turn,
} from "../artwork/shapes.ts";

const {
  white,
  cream,
  sand,
  amber,
  nar,
  garnet,
  rose,
  blush,
  night,
  ink,
  blue,
  sky,
  mist,
  turkuaz,
  olive,
  leaf,
  forest,
  cocoa,
  brown,
  wood,
  wheat,
  stone,
  slate,
} = hue;

const stoneHouse = (x: number, y: number, w: number, h: number, color: string) =>
  lit(slab(x, y - h, w, h), color, x + w * 0.7) +
  fill(slab(x - 3, y - h - 5, w + 6, 7), color) +
  repeat(Math.round(w / 26), (i) =>
    fill(`M${x + 9 + i * 24} ${y - h * 0.3}v${-h * 0.3}a7 8 0 0 1 14 0v${h * 0.3}Z`, cocoa),
  ).join("");

export const mardin = () =>
  air(blue, blush) +
  sun(110, -90, 46, cream) +
  ridge(30, 14, rose) +
  lit("M-400 200V30L-120 -60L60 -70L200 -10L400 60V200Z", wood, 60) +
  minaret(-10, 10, 150, wheat, brown) +
  stoneHouse(-120, -10, 80, 46, wheat) +
  stoneHouse(30, -16, 90, 44, sand) +
  stoneHouse(-190, 50, 84, 52, sand) +
  stoneHouse(-90, 46, 110, 48, cream) +
  stoneHouse(36, 48, 86, 56, wheat) +
  stoneHouse(130, 56, 80, 60, cream) +
  stoneHouse(-206, 120, 110, 60, wheat) +
  stoneHouse(-80, 122, 90, 66, sand) +
  stoneHouse(24, 120, 110, 60, cream) +
  stoneHouse(144, 130, 70, 62, wheat) +
  lit("M-34 -20a26 26 0 0 1 52 0Z", sand, 4) +
  fill("M-1000 120Q0 104 1000 130V400H-1000Z", olive) +
  repeat(7, (i) =>
    move(-180 + i * 60, 170 + (i % 2) * 12, fill(oval(0, 0, 22, 16), i % 2 ? forest : leaf)),
  ).join("");

export const van = () =>
  air(sky, cream) +
  fill(polygon([-400, 40], [-130, -90], [-60, -40], [60, -130], [200, 0], [400, 40]), blue) +
  fill(polygon([60, -130], [14, -92], [40, -96], [60, -72], [84, -98], [110, -84]), white) +
  fill(polygon([-130, -90], [-160, -72], [-136, -74], [-122, -58], [-104, -70]), white) +
  water(30, turkuaz, white) +
  lit("M-150 90Q-100 50 0 56T160 96Q0 130 -150 90Z", wheat, 40) +
  lit(slab(-46, 0, 96, 66), rose, 12) +
  lit(slab(-28, -56, 60, 66), rose, 10) +
  lit(polygon([-36, -56], [40, -56], [2, -116]), garnet, 2) +
  fill(polygon([-54, 4], [-28, -16], [-28, 4]), garnet) +
  fill(polygon([58, 4], [32, -16], [32, 4]), garnet) +
  repeat(3, (i) => fill(slab(-18 + i * 16, -40, 8, 26, 4), cocoa)).join("") +
  fill("M-8 66V38a10 10 0 0 1 20 0V66Z", cocoa) +
  line("M2 -116V-132M-5 -126H9", cocoa, 3) +
  [-100, 92, 118]
    .map(
      (x) =>
        line(`M${x} 84V60`, brown, 4) +
        fill(oval(x, 50, 17), rose) +
        fill(oval(x - 5, 46, 10), blush),
    )
    .join("") +
  move(-90, 160, fill("M-30 0H36L26 16H-20Z", ink), lit("M2 -44L30 -4H2Z", white, 400));

const shellNut = (x: number, y: number, angle: number, s: number) =>
  move(
    x,
    y,
    turn(
      angle,
      `<g transform="scale(${s})">${lit("M0 -70C60 -60 70 40 0 70C-70 40 -60 -60 0 -70Z", wheat, 10)}${fill("M0 -62C26 -30 26 30 0 60C-26 30 -26 -30 0 -62Z", garnet)}${fill("M0 -46C20 -20 20 24 0 48C-20 24 -20 -20 0 -46Z", olive)}</g>`,
    ),
  );

export const gaziantep = () =>
  air(nar, garnet) +
  sun(0, 0, 140, amber) +
  line("M-220 150C-100 60 0 0 220 -150", brown, 14) +
  [
    [-120, 70, -100],
    [-60, 30, 10],
    [40, -36, -90],
    [100, -76, 20],
    [-20, 20, 150],
    [130, -80, 120],
  ]
    .map(([x = 0, y = 0, a = 0]) =>
      move(x, y, turn(a, lit(petal(110, 36), leaf, 0), line("M0 0V-96", forest, 3))),
    )
    .join("") +
  shellNut(-60, -54, -24, 0.9) +
  shellNut(58, 66, 30, 1.05) +
  shellNut(-84, 120, -50, 0.7) +
  shellNut(96, -22, 64, 0.7) +
  shellNut(0, 150, 8, 0.6);

export const erzurum = () =>
  air(blue, mist) +
  fill(polygon([-400, 60], [-140, -60], [-40, 0], [90, -90], [400, 60]), slate) +
  fill(polygon([90, -90], [40, -44], [70, -50], [96, -26], [120, -52], [160, -46]), white) +
  [-96, 54]
    .map(
      (x) =>
        lit(slab(x, -140, 42, 190, 4), garnet, x + 26) +
        repeat(5, (i) => line(`M${x + 5 + i * 8} -130V30`, nar, 3)).join("") +
        fill(slab(x - 6, -128, 54, 10), turkuaz) +
        fill(slab(x - 4, -20, 50, 8), turkuaz),
    )
    .join("") +
  lit(slab(-120, 20, 240, 110), stone, 30) +
  lit(slab(-48, -10, 96, 140), wheat, 8) +
  fill("M-30 130V64Q-30 30 0 12Q30 30 30 64V130Z", brown) +
  fill("M-16 130V84Q-16 62 0 52Q16 62 16 84V130Z", night) +
  move(-84, 76, fill(star(0, 0, 8, 22, 14), turkuaz)) +
  move(84, 76, fill(star(0, 0, 8, 22, 14), turkuaz)) +
  fill("M-1000 130Q-80 110 60 134T1000 124V400H-1000Z", white) +
  fill("M-1000 170Q-80 150 60 174T1000 164V400H-1000Z", mist) +
  scatter(40, [-195, -195, 390, 380], (x, y, i) => fill(oval(x, y, 2.5 + (i % 3)), white, 0.9)) +
  pine(-160, 150, 80) +
  pine(164, 156, 96) +
  pine(130, 164, 60);
