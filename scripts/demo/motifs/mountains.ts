import { hue } from "../artwork/hues.ts";
import { fill, line, move, oval, polygon, repeat, slab, within } from "../artwork/shapes.ts";

const {
  white,
  cream,
  saffron,
  nar,
  rose,
  plum,
  night,
  blue,
  turkuaz,
  teal,
  mint,
  olive,
  leaf,
  forest,
  brown,
  wheat,
  slate,
} = hue;

/** A mountain framed by its own sky: rock, sunlit flank, snow line and what lies at its foot. */
const mountain = (
  peak: string,
  flank: string,
  snow: string,
  rock: string,
  sun: string,
  ...foot: string[]
) =>
  fill(oval(90, -90, 64), sun) +
  fill(peak, rock) +
  within(peak, fill(flank, night, 0.22), fill(snow, white)) +
  foot.join("");

const widePeak = "M-640 170L-260 60L-150 20L0 -150Q14 -164 30 -150L130 10L300 90L640 170Z";

export const ararat = () =>
  mountain(
    `${widePeak}M160 60L240 -30L340 80Z`,
    "M20 -170L40 -40L0 40L60 170H640V-170Z",
    "M-120 -200H170V-10L120 -20L96 -50L60 -16L36 -60L0 -20L-30 -50L-70 10H-120ZM190 -60H290V14L252 -4L232 10L214 -6L190 14Z",
    slate,
    rose,
    fill("M-650 150Q-200 90 60 140T650 120V400H-650Z", olive),
    fill("M-650 210Q-100 150 650 220V400H-650Z", forest),
  );

export const erciyes = () =>
  mountain(
    "M-640 170L-230 100L-60 -120Q0 -170 60 -120L230 100L640 170Z",
    "M0 -170L30 -60L-10 30L40 170H640V-170Z",
    "M-200 -200H200V20L140 -20L110 20L70 -40L30 20L0 -40L-40 10L-80 -30L-130 30H-200Z",
    plum,
    saffron,
    fill("M-650 160Q-100 110 650 160V400H-650Z", wheat),
    repeat(26, (i) =>
      fill(
        polygon([-620 + i * 50, 226], [-600 + i * 50, 170], [-580 + i * 50, 226]),
        i % 2 ? leaf : forest,
      ),
    ).join(""),
    fill("M-650 220H650V400H-650Z", olive),
  );

export const suphan = () =>
  mountain(
    "M-640 150L-200 60L-90 -70L70 -80L210 60L640 150Z",
    "M30 -170L60 -20L20 60L70 170H640V-170Z",
    "M-200 -200H200V-20L120 -30L80 0L50 -40L10 0L-30 -40L-60 -10L-120 -6H-200Z",
    blue,
    cream,
    fill("M-650 110H650V400H-650Z", turkuaz),
    line(
      "M-500 160H-300M-160 150H20M120 190H300M-260 210H-80M330 150H480M-20 240H180",
      mint,
      9,
      0.8,
    ),
    fill("M-650 300Q-200 210 80 290V400H-650Z", forest),
  );

export const kackar = () =>
  mountain(
    "M-640 170L-330 20L-250 60L-170 -60L-110 -10L-20 -160L60 -40L110 -90L200 30L300 -20L640 170Z",
    "M-20 -200L10 -60L-40 20L20 170H640V-200Z",
    "M-400 -200H400V-40L300 20L260 -10L200 40L130 -40L90 -60L60 -20L20 -60L-10 -90L-50 -70L-90 0L-150 -20L-200 10L-400 60Z",
    teal,
    saffron,
    fill("M-650 140Q-300 60 0 120T650 90V400H-650Z", leaf),
    repeat(18, (i) =>
      move(
        -480 + i * 60,
        190 + ((i * 37) % 50),
        fill(polygon([-26, 40], [0, -50], [26, 40]), forest),
      ),
    ).join(""),
    move(
      100,
      130,
      fill(polygon([-40, 0], [0, -34], [40, 0]), nar),
      fill(slab(-30, 0, 60, 36), brown),
      fill(slab(-8, 12, 16, 24), cream),
    ),
  );
