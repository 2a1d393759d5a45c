import { hue } from "../artwork/hues.ts";
import { leafOf, tulipHead } from "../artwork/iznik.ts";
import {
  around,
  fill,
  line,
  move,
  oval,
  petal,
  repeat,
  slab,
  star,
  turn,
} from "../artwork/shapes.ts";

const { white, paper, cream, saffron, nar, garnet, blush, ink, blue, turkuaz, mint, leaf, forest } =
  hue;

/** Four glazed tiles meeting in the middle: the pattern is drawn into one quarter, and turned. */
const panel = (ground: string, corner: string, centre: string, edge: string) =>
  fill(slab(-1000, -600, 2000, 1200), ground) +
  repeat(5, (x) =>
    repeat(3, (y) =>
      move(
        (x - 2) * 400,
        (y - 1) * 400,
        around(4, () => corner),
        centre,
        around(4, () =>
          move(200, 200, fill(star(0, 0, 8, 62, 44), edge), fill(star(0, 0, 8, 34, 20), ground)),
        ),
      ),
    ).join(""),
  ).join("") +
  line("M0 -600V600M-1000 0H1000", ink, 1.5, 0.25);

export const tileTulip = () =>
  panel(
    paper,
    turn(
      45,
      line("M0 0V-130", turkuaz, 7),
      leafOf(0, -46, -52, 90, turkuaz),
      leafOf(0, -46, 52, 90, turkuaz),
      move(0, -112, tulipHead(nar, garnet)),
    ) +
      move(
        0,
        -168,
        fill(oval(0, 0, 18), blue),
        around(6, () => fill(petal(34, 10), blue)),
      ),
    fill(star(0, 0, 8, 50, 32), blue) + fill(star(0, 0, 8, 26, 14), paper),
    blue,
  );

const carnationHead =
  fill(
    "M-12 10H12L20 -20L64 -50L44 -54L58 -84L32 -76L34 -104L12 -88L0 -114L-12 -88L-34 -104L-32 -76L-58 -84L-44 -54L-64 -50L-20 -20Z",
    nar,
  ) +
  line("M0 -16V-84M-8 -20L-30 -72M8 -20L30 -72", blush, 4) +
  fill("M-14 -16H14L8 24H-8Z", leaf);

export const tileCarnation = () =>
  panel(
    turkuaz,
    turn(
      45,
      line("M0 10Q20 -50 0 -104", ink, 7),
      leafOf(2, -40, -70, 70, ink),
      leafOf(4, -60, 64, 70, ink),
      move(0, -112, carnationHead),
    ) + move(0, -180, fill(petal(60, 16), white) + turn(180, fill(petal(60, 16), white))),
    fill(oval(0, 0, 34), white) +
      around(8, () => fill(petal(34, 9), ink)) +
      fill(oval(0, 0, 10), nar),
    white,
  );

export const tilePomegranate = () =>
  panel(
    ink,
    turn(
      45,
      line("M0 0V-100", mint, 7),
      leafOf(0, -30, -64, 74, turkuaz),
      leafOf(0, -30, 64, 74, turkuaz),
      move(
        0,
        -128,
        fill("M-16 -54L-26 -84L-8 -72L0 -92L8 -72L26 -84L16 -54Z", nar),
        fill(oval(0, -8, 58, 54), nar),
        fill("M0 -54C44 -30 40 30 0 46C-40 30 -44 -30 0 -54Z", cream),
        repeat(9, (i) =>
          fill(oval(((i % 3) - 1) * 15, -24 + Math.floor(i / 3) * 18, 7), garnet),
        ).join(""),
      ),
    ),
    fill(star(0, 0, 6, 44, 22), saffron) + fill(oval(0, 0, 12), nar),
    turkuaz,
  );

export const tileHatayi = () =>
  panel(
    blue,
    turn(
      45,
      line("M0 0V-70", mint, 7),
      leafOf(0, -20, -70, 80, mint),
      leafOf(0, -20, 70, 80, mint),
      move(
        0,
        -110,
        around(10, () => fill(petal(74, 22), white)),
        around(10, () => fill(petal(52, 14), turkuaz), 18),
        fill(oval(0, 0, 27), nar),
        around(8, () => fill(oval(0, -17, 5), saffron)),
        fill(oval(0, 0, 9), saffron),
      ),
    ),
    fill(star(0, 0, 8, 46, 26), nar) + fill(oval(0, 0, 12), white),
    white,
  );

export const tileCypress = () =>
  panel(
    cream,
    turn(
      45,
      fill("M0 -188C46 -110 50 -40 0 -20C-50 -40 -46 -110 0 -188Z", forest),
      line("M0 -30V-160M0 -60L-20 -86M0 -60L20 -86M0 -90L-18 -114M0 -90L18 -114", mint, 4),
      line("M0 -20V0", garnet, 9),
    ) +
      move(
        0,
        -150,
        fill(oval(0, 0, 15), nar),
        around(6, () => fill(petal(32, 11), nar)),
        fill(oval(0, 0, 8), saffron),
      ),
    fill(star(0, 0, 8, 40, 24), turkuaz) + fill(oval(0, 0, 10), cream),
    turkuaz,
  );
