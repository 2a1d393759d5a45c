import { hue } from "../artwork/hues.ts";
import {
  fill,
  line,
  lit,
  move,
  oval,
  polygon,
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
  plum,
  night,
  ink,
  blue,
  turkuaz,
  teal,
  leaf,
  cocoa,
  brown,
  wood,
  wheat,
  stone,
} = hue;

export const parkTree = () =>
  shadow(360) +
  line("M-40 160V10M-40 60L-84 14M-40 40L10 -6", brown, 26) +
  lit(oval(-40, -80, 130, 100), leaf, 0) +
  fill(oval(-104, -20, 60, 48) + oval(36, -24, 66, 52), leaf) +
  fill(oval(36, -24, 66, 52), night, 0.12) +
  scatter(12, [-130, -150, 200, 140], (x, y) => fill(oval(x, y, 9), saffron)) +
  fill(slab(40, 84, 144, 14, 4), wood) +
  fill(slab(40, 58, 144, 12, 4), wood) +
  fill(slab(40, 36, 144, 12, 4), wheat) +
  line("M56 30V158M168 30V158", ink, 10) +
  move(92, 78, turn(-10, fill(slab(-22, -14, 46, 16, 3), nar)));

/** A block of flats in which the windows of so many neighbours are lit. */
const apartments = (awake: number) =>
  shadow(300) +
  lit(slab(-130, -170, 260, 330, 6), rose, 50) +
  fill(slab(-142, -186, 284, 24, 4), garnet) +
  lit(slab(-30, 96, 60, 64, 4), cocoa, 8) +
  fill(oval(16, 130, 5), saffron) +
  repeat(9, (i) => {
    const x = -104 + (i % 3) * 74;
    const y = -142 + Math.floor(i / 3) * 76;
    const on = (i * 5) % 9 < awake;
    return (
      fill(slab(x - 5, y - 5, 70, 58, 4), white) +
      fill(slab(x, y, 60, 48), on ? saffron : ink) +
      (on
        ? fill(oval(x + 30, y + 26, 10), brown) +
          fill(`M${x + 12} ${y + 48}q18 -26 36 0Z`, [nar, turkuaz, plum][i % 3] ?? nar)
        : fill(polygon([x, y + 48], [x + 30, y], [x + 44, y], [x + 14, y + 48]), blue, 0.6))
    );
  }).join("") +
  fill(slab(-112, 84, 60, 44), cream) +
  fill(slab(52, 84, 60, 44), cream) +
  repeat(2, (i) => move(-82 + i * 164, 84, fill("M-34 44V24Q-20 0 0 22T34 24V44Z", leaf))).join("");

export const flatsAsleep = () => apartments(0);

export const flatsFew = () => apartments(2);

export const flatsHalf = () => apartments(5);

export const flatsLively = () => apartments(9);

export const marketStall = () =>
  shadow(370) +
  line("M-160 -60V156M160 -60V156", brown, 12) +
  lit(slab(-180, 60, 360, 98, 6), wood, 60) +
  line("M-176 92H176M-176 124H176", brown, 4) +
  repeat(6, (i) => fill(oval(-150 + i * 26, 50 - (i % 2) * 14, 19), nar)).join("") +
  repeat(5, (i) => fill(oval(14 + i * 22, 50 - (i % 2) * 16, 18), saffron)).join("") +
  repeat(4, (i) => fill(oval(116 + i * 16, 48 - (i % 2) * 14, 14, 20), leaf)).join("") +
  repeat(8, (i) =>
    fill(`M${-192 + i * 48} -150H${-144 + i * 48}V-60a24 24 0 0 1 -48 0Z`, i % 2 ? white : turkuaz),
  ).join("") +
  fill(slab(-192, -158, 384, 16, 6), teal) +
  fill("M60 -150H192V-60a24 24 0 0 1 -48 0a24 24 0 0 1 -48 0Z", night, 0.1);

export const shoppingCart = () =>
  shadow(300) +
  fill(oval(-40, -60, 46), leaf) +
  fill(slab(0, -130, 44, 90, 8), nar) +
  fill(slab(54, -110, 50, 70, 6), saffron) +
  line("M-20 -60L10 -140", cream, 24) +
  line("M-186 -120H-146L-92 92H120", ink, 15) +
  lit(polygon([-134, -64], [166, -64], [128, 62], [-102, 62]), turkuaz, 60) +
  repeat(6, (i) => line(`M${-100 + i * 46} -64L${-76 + i * 36} 62`, teal, 6)).join("") +
  line("M-122 -20H152M-112 22H140", teal, 6) +
  fill(oval(-66, 130, 28) + oval(92, 130, 28), night) +
  fill(oval(-66, 130, 11) + oval(92, 130, 11), stone);

export const streetLamp = () =>
  shadow(160) +
  fill(polygon([-40, -90], [40, -90], [150, 160], [-150, 160]), saffron, 0.35) +
  line("M0 -70V150", ink, 16) +
  lit(slab(-36, 134, 72, 26, 6), ink, 10) +
  line("M-50 -20Q0 -44 50 -20", ink, 9) +
  fill(polygon([-34, -70], [34, -70], [48, -150], [-48, -150]), saffron) +
  lit("M-60 -150H60L0 -196Z", ink, 0) +
  line("M0 -150V-70", amber, 5);
