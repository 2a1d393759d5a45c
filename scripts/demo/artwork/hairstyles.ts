import { hue } from "./hues.ts";
import { around, fill, line, lit, oval } from "./shapes.ts";

const { white, saffron } = hue;

export interface Paint {
  skin: string;
  shade: string;
  hair: string;
  cloth: string;
  second: string;
}

const earrings = fill(oval(-80, 26, 8) + oval(80, 26, 8), saffron);

/** What lies behind the head, and what falls over it. */
type Style = (paint: Paint) => { behind: string; over: string };

const longHair: Style = ({ hair }) => ({
  behind: fill(
    "M-100 -40C-110 -150 110 -150 100 -40C112 40 116 90 104 150H-104C-116 90 -112 40 -100 -40Z",
    hair,
  ),
  over: fill(
    "M-84 -16C-96 -130 96 -130 84 -16C76 -60 50 -84 10 -90C-20 -60 -60 -50 -84 -16Z",
    hair,
  ),
});
const bob: Style = ({ hair }) => ({
  behind: fill(
    "M-96 -40C-110 -150 110 -150 96 -40C110 20 104 60 92 84H-92C-104 60 -110 20 -96 -40Z",
    hair,
  ),
  over: fill("M-84 -20C-90 -126 90 -126 84 -20Q60 -54 0 -54T-84 -20Z", hair) + earrings,
});
const bun: Style = ({ hair }) => ({
  behind: lit(oval(0, -136, 44), hair, 10),
  over:
    fill("M-86 -10C-100 -136 100 -136 86 -10C80 -60 40 -80 0 -80S-80 -60 -86 -10Z", hair) +
    earrings,
});
const curls: Style = ({ hair }) => ({
  behind:
    around(11, (i) => (i > 3 && i < 8 ? "" : fill(oval(0, -98, 44), hair))) +
    fill(oval(-92, 40, 36) + oval(92, 40, 36), hair),
  over: fill(oval(-54, -84, 32) + oval(0, -96, 36) + oval(54, -84, 32), hair),
});
const headscarf: Style = ({ cloth, second }) => ({
  behind: fill(
    "M-100 -20C-112 -150 112 -150 100 -20C100 70 80 120 130 180H-130C-80 120 -100 70 -100 -20Z",
    second,
  ),
  over:
    `<path fill-rule="evenodd" fill="${second}" d="M-104 -20C-112 -156 112 -156 104 -20C100 80 60 120 0 130S-100 80 -104 -20ZM-70 -24C-66 60 -40 92 0 92S66 60 70 -24C66 -88 -66 -88 -70 -24Z"/>` +
    fill("M-60 100Q0 150 70 96L120 180H-120Z", second) +
    line("M-46 118Q10 140 64 108", cloth, 6, 0.6),
});
const shortHair: Style = ({ hair }) => ({
  behind: "",
  over: fill(
    "M-84 -10C-100 -140 100 -140 84 -10L72 -50C40 -60 -10 -62 -30 -84C-40 -66 -60 -56 -72 -50Z",
    hair,
  ),
});
const sideHair: Style = ({ hair }) => ({
  behind: "",
  over: fill(
    "M-84 -14C-96 -90 -70 -128 -10 -132C60 -140 100 -90 84 -14L74 -54C20 -50 -30 -70 -44 -92C-50 -70 -66 -56 -74 -50Z",
    hair,
  ),
});
const shaven: Style = () => ({ behind: "", over: fill(oval(-26, -84, 22, 10), white, 0.25) });
const beret: Style = ({ cloth, hair }) => ({
  behind: fill("M-92 -30C-96 -90 96 -90 92 -30L88 40H-88Z", hair),
  over:
    lit(
      "M-110 -66C-120 -140 60 -170 112 -96C116 -70 90 -62 80 -60C30 -84 -40 -84 -84 -54Z",
      cloth,
      20,
    ) +
    line("M10 -140L20 -158", cloth, 10) +
    earrings,
});
const cap: Style = ({ cloth, second, hair }) => ({
  behind: fill("M-84 -30C-88 -80 88 -80 84 -30V10H-84Z", hair),
  over:
    lit("M-86 -50C-86 -146 86 -146 86 -50Q0 -76 -86 -50Z", cloth, 20) +
    fill("M-90 -48Q0 -80 90 -48Q120 -30 118 -20Q0 -60 -90 -40Z", second),
});

export const STYLES = {
  women: [longHair, longHair, bob, bun, curls, headscarf, headscarf, beret],
  man: [shortHair, shortHair, sideHair, sideHair, shaven, cap, curls],
  other: [bob, curls, sideHair, beret, cap],
};
