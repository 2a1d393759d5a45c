import { hue } from "../artwork/hues.ts";
import {
  around,
  fill,
  line,
  lit,
  move,
  oval,
  petal,
  polygon,
  repeat,
  scatter,
  shadow,
  slab,
  turn,
  within,
} from "../artwork/shapes.ts";

const {
  white,
  paper,
  cream,
  sand,
  saffron,
  amber,
  nar,
  garnet,
  plum,
  night,
  ink,
  turkuaz,
  teal,
  olive,
  leaf,
  forest,
  stone,
  slate,
} = hue;

/** A standing hardback; its picture is drawn in a box 200 wide and 240 high around (0, 0). */
const book = (cover: string, band: string, ...picture: string[]) =>
  shadow(250) +
  lit(slab(-122, -168, 262, 326, 8), stone, 300) +
  fill(slab(-116, -160, 250, 310, 4), paper) +
  repeat(4, (i) => line(`M${128 + i * 3} -158V150`, sand, 1)).join("") +
  lit(slab(-128, -172, 244, 330, 8), cover, 300) +
  within(slab(-96, -172, 212, 330), move(10, -20, ...picture)) +
  fill(slab(-128, -172, 32, 330, 8), night, 0.22) +
  fill(slab(-66, 106, 152, 12, 6), band) +
  fill(slab(-36, 128, 92, 9, 4), band, 0.7);

const thistle = (x: number, y: number, turned: number) =>
  move(
    x,
    y,
    turn(
      turned,
      line("M0 0V-110", forest, 7),
      move(
        0,
        -110,
        around(9, (i) => (i < 3 || i > 6 ? fill(petal(50, 9), plum) : "")),
        lit(oval(0, 8, 26, 22), olive, 4),
      ),
      move(0, -40, turn(-60, fill(petal(46, 12), forest))),
      move(0, -60, turn(60, fill(petal(46, 12), forest))),
    ),
  );

export const bookThistle = () =>
  book(
    saffron,
    garnet,
    fill(oval(0, -30, 84), nar),
    fill("M-120 60Q-40 10 30 50T130 40V110H-120Z", amber),
    thistle(-46, 96, -10),
    thistle(4, 100, 2),
    thistle(52, 96, 12),
  );

export const bookMountain = () =>
  book(
    ink,
    cream,
    fill(oval(36, -70, 36), cream),
    fill(polygon([-130, 90], [-30, -80], [20, 0], [50, -36], [140, 90]), turkuaz),
    fill(polygon([-30, -80], [-58, -34], [-36, -44], [-22, -26], [-6, -46]), white),
    fill("M-120 100V70Q0 30 130 80V100Z", teal),
  );

export const bookSnake = () =>
  book(
    leaf,
    saffron,
    line("M-70 80C-70 30 70 60 70 10S-60 10 -60 -40S60 -50 40 -100", forest, 38),
    line("M-70 80C-70 30 70 60 70 10S-60 10 -60 -40S60 -50 40 -100", saffron, 28),
    line("M-70 80C-70 30 70 60 70 10S-60 10 -60 -40S60 -50 40 -100", nar, 9).replace(
      "/>",
      ' stroke-dasharray="1 24"/>',
    ),
    fill(oval(38, -102, 24, 18), saffron),
    fill(oval(32, -106, 4), ink),
    line("M60 -108l18 -8M60 -104l18 6", nar, 4),
  );

export const bookLegend = () =>
  book(
    nar,
    cream,
    fill(oval(0, -40, 76), saffron),
    fill(polygon([-140, 100], [0, -110], [140, 100]), garnet),
    fill(polygon([0, -110], [-38, -52], [-14, -64], [4, -44], [20, -66], [38, -52]), white),
    move(
      0,
      60,
      fill("M-58 30C-60 -14 -20 -20 0 -16L34 -50L52 -42L48 -20L40 30L30 30L26 4H-36L-40 30Z", ink),
    ),
  );

export const bookTin = () =>
  book(
    turkuaz,
    cream,
    fill(slab(-50, -60, 100, 130, 6), stone),
    fill(slab(10, -60, 40, 130), slate, 0.5),
    fill(oval(0, -60, 50, 14), paper),
    line("M-50 -20H50M-50 34H50", slate, 5),
    fill("M-130 76q20 -18 40 0t40 0t40 0t40 0t40 0t40 0V120H-130Z", teal),
    scatter(7, [-90, -120, 180, 50], (x, y) => line(`M${x} ${y}l-6 18`, paper, 5)),
  );
