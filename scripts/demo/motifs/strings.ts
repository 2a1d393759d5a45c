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
  scale,
  shadow,
  slab,
  turn,
} from "../artwork/shapes.ts";

const { white, cream, sand, saffron, amber, nar, garnet, ink, cocoa, brown, wood, wheat, stone } =
  hue;

const strings = (n: number, gap: number, top: number, bottom: number) =>
  repeat(n, (i) => line(`M${(i - (n - 1) / 2) * gap} ${top}V${bottom}`, cream, 2.5)).join("");

const leaning = (angle: number, ...parts: string[]) =>
  shadow(220) + turn(angle, scale(0.94, ...parts));

export const saz = () =>
  leaning(
    14,
    lit(slab(-11, -196, 22, 220, 4), brown, 0),
    repeat(6, (i) => line(`M-11 ${-120 + i * 22}H11`, sand, 3)).join(""),
    line("M-24 -184H24M-24 -166H24M-24 -148H24", cocoa, 9),
    lit(
      "M-12 0C-20 30 -84 60 -84 108C-84 148 -46 168 0 168C46 168 84 148 84 108C84 60 20 30 12 0Z",
      wood,
      0,
    ),
    lit(
      "M-8 18C-14 44 -66 68 -66 108C-66 138 -36 154 0 154C36 154 66 138 66 108C66 68 14 44 8 18Z",
      wheat,
      0,
    ),
    fill(oval(0, 92, 9), cocoa),
    fill(slab(-26, 120, 52, 9, 3), cocoa),
    strings(3, 6, -180, 124),
  );

const guitarBody =
  "M-40 -24C-76 -20 -78 20 -58 38C-100 54 -114 150 -40 166Q0 172 40 166C114 150 100 54 58 38C78 20 76 -20 40 -24Q0 -14 -40 -24Z";

export const guitar = () =>
  leaning(
    -12,
    lit(slab(-14, -160, 28, 170), cocoa, 0),
    lit(slab(-24, -206, 48, 54, 8), brown, 0),
    line("M-32 -196H32M-32 -180H32M-32 -164H32", stone, 6),
    lit(guitarBody, amber, 0),
    fill(oval(0, 50, 32), saffron) + fill(oval(0, 50, 25), cocoa),
    fill(slab(-34, 112, 68, 14, 4), cocoa),
    strings(5, 5, -190, 118),
  );

export const electricGuitar = () =>
  leaning(
    -20,
    lit(slab(-12, -170, 24, 190), wood, 0),
    lit("M-16 -206L26 -200L16 -150H-16Z", ink, 0),
    line("M24 -196H36M22 -182H34M20 -168H32", stone, 6),
    lit(
      "M-96 -10C-96 -44 -60 -30 -40 -4C-20 14 20 14 40 -14C70 -50 104 -30 84 14C66 50 110 90 92 132C72 178 -72 178 -92 132C-108 90 -74 60 -96 -10Z",
      nar,
      0,
    ),
    fill("M-10 30C40 16 60 60 58 120C20 100 -20 70 -10 30Z", white),
    fill(slab(-34, 40, 68, 15, 7), ink) + fill(slab(-34, 78, 68, 15, 7), ink),
    fill(slab(-30, 118, 60, 12, 3), stone),
    strings(5, 5, -180, 122),
    fill(oval(62, 110, 9), saffron) + fill(oval(50, 136, 9), saffron),
  );

export const violin = () =>
  leaning(
    10,
    lit(slab(-9, -170, 18, 150), cocoa, 0),
    line("M-4 -168C-10 -206 26 -204 16 -182", brown, 11),
    line("M-22 -156H22M-22 -138H22", cocoa, 8),
    lit(
      "M0 -34C60 -40 76 -4 56 24C44 40 44 52 58 68C92 108 62 166 0 164C-62 166 -92 108 -58 68C-44 52 -44 40 -56 24C-76 -4 -60 -40 0 -34Z",
      garnet,
      0,
    ),
    line("M-32 34C-44 50 -24 66 -34 84M32 34C44 50 24 66 34 84", cocoa, 6),
    lit(polygon([-9, -20], [9, -20], [14, 50], [-14, 50]), cocoa, 0),
    fill(slab(-24, 88, 48, 8, 3), sand),
    fill(polygon([-16, 112], [16, 112], [8, 152], [-8, 152]), cocoa),
    strings(4, 5, -150, 118),
  ) + turn(-32, line("M-40 -176V186", wood, 8) + line("M-52 -166V178", white, 4));

export const oud = () =>
  leaning(
    16,
    lit(slab(-15, -120, 30, 110), brown, 0),
    turn(0, lit("M-15 -118L-86 -168L-66 -186L15 -132Z", cocoa, -40)),
    line("M-84 -150L-62 -192M-58 -134L-36 -176", sand, 6),
    lit(
      "M-15 -20C-30 10 -118 20 -118 92C-118 142 -66 168 0 168C66 168 118 142 118 92C118 20 30 10 15 -20Z",
      wood,
      0,
    ),
    repeat(5, (i) =>
      line(
        `M${-72 + i * 36} 152C${-90 + i * 45} 70 ${-20 + i * 10} 30 ${-10 + i * 5} -14`,
        wheat,
        4,
        0.55,
      ),
    ).join(""),
    fill(oval(0, 66, 34), cocoa) +
      around(8, () => "") +
      move(
        0,
        66,
        around(8, () => line("M0 -10V-28", wheat, 5)),
      ),
    fill(slab(-38, 122, 76, 12, 4), cocoa),
    strings(6, 5, -120, 128),
  );
