import { hue } from "../artwork/hues.ts";
import {
  fill,
  line,
  lit,
  mirror,
  oval,
  polygon,
  repeat,
  shadow,
  within,
} from "../artwork/shapes.ts";

const {
  white,
  cream,
  saffron,
  amber,
  nar,
  garnet,
  rose,
  blush,
  night,
  ink,
  turkuaz,
  leaf,
  forest,
  brown,
  wood,
  stone,
  slate,
} = hue;

type Coat = {
  fur: string;
  belly: string;
  stripe?: string;
  patch?: string;
  eyes: string;
  collar: string;
};

/** A sitting cat, seen from the front. */
const cat = ({ fur, belly, stripe, patch, eyes, collar }: Coat) => {
  const body =
    "M0 -20C70 -20 118 60 118 120Q118 160 76 160H-76Q-118 160 -118 120C-118 60 -70 -20 0 -20Z";
  const head =
    "M-104 -150C-104 -170 -92 -172 -80 -162L-36 -128Q0 -138 36 -128L80 -162C92 -172 104 -170 104 -150L110 -70C110 -6 60 20 0 20S-110 -6 -110 -70Z";
  const whiskers = line("M-52 -30L-140 -44M-52 -20L-138 -14", night, 3, 0.5);
  const eye =
    fill(oval(-46, -62, 19, 22), eyes) +
    fill(oval(-46, -62, 7, 19), night) +
    fill(oval(-51, -70, 5), white);
  return (
    shadow(260) +
    line("M96 140C170 140 190 80 158 40Q146 26 156 10", fur, 32) +
    (stripe ? line("M158 40Q146 26 156 10", stripe, 32) : "") +
    lit(body, fur, 24) +
    within(
      body,
      stripe
        ? repeat(4, (i) =>
            line(`M-130 ${50 + i * 30}q34 4 46 20M130 ${50 + i * 30}q-34 4 -46 20`, stripe, 11),
          ).join("")
        : "",
      patch ? fill(oval(-90, 110, 70, 60), patch) : "",
      fill(oval(0, 90, 52, 80), belly),
    ) +
    line("M-26 158V110M26 158V110", night, 4, 0.25) +
    fill(oval(-40, 150, 34, 14) + oval(40, 150, 34, 14), belly) +
    lit(head, fur, 24, 0.12) +
    within(
      head,
      patch ? fill(oval(70, -110, 66, 70), patch) : "",
      stripe
        ? line(
            "M0 -140V-104M-26 -140L-20 -110M26 -140L20 -110M-120 -60h34M-120 -36h30M120 -60h-34M120 -36h-30",
            stripe,
            11,
          )
        : "",
      fill(oval(0, -10, 54, 34), belly),
    ) +
    fill(polygon([-92, -148], [-62, -128], [-90, -104]), blush) +
    fill(polygon([92, -148], [62, -128], [90, -104]), blush) +
    eye +
    mirror(eye) +
    fill("M-12 -32H12L0 -18Z", rose) +
    line("M0 -18V-8M0 -8Q-14 6 -26 -4M0 -8Q14 6 26 -4", night, 4, 0.7) +
    whiskers +
    mirror(whiskers) +
    line("M-62 14Q0 40 62 14", collar, 14) +
    fill(oval(0, 36, 14), saffron)
  );
};

export const catSmoke = () => cat({ fur: slate, belly: stone, eyes: saffron, collar: nar });

export const catTabby = () =>
  cat({ fur: wood, belly: cream, stripe: brown, eyes: leaf, collar: turkuaz });

export const catSnow = () => cat({ fur: white, belly: cream, eyes: turkuaz, collar: nar });

export const catOlive = () => cat({ fur: night, belly: ink, eyes: saffron, collar: nar });

export const catLemon = () =>
  cat({ fur: saffron, belly: cream, stripe: amber, eyes: forest, collar: turkuaz });

export const catPatches = () =>
  cat({ fur: white, belly: white, patch: amber, eyes: leaf, collar: garnet });
