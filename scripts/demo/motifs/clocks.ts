import { hue } from "../artwork/hues.ts";
import {
  around,
  fill,
  line,
  lit,
  mirror,
  move,
  oval,
  polar,
  repeat,
  shadow,
  slice,
} from "../artwork/shapes.ts";

const { white, paper, saffron, nar, garnet, rose, ink, turkuaz, stone } = hue;

/** A wall clock whose dial shows so many minutes as a slice of cake. */
const clock = (minutes: number, color: string) => {
  const part = Math.min(minutes / 60, 0.9999);
  const [x, y] = polar(96, part);
  return (
    shadow(200) +
    lit(oval(0, 4, 156), ink, 20) +
    fill(oval(0, 4, 138), paper) +
    move(
      0,
      4,
      fill(slice(0, 0, 112, 0, part), color),
      minutes > 60 ? fill(slice(0, 0, 70, 0, Math.min((minutes - 60) / 60, 0.9999)), garnet) : "",
      around(12, (i) => line("M0 -120V-130", i % 3 ? stone : ink, i % 3 ? 5 : 8)),
      line("M0 0V-96", ink, 9) + line(`M0 0L${x} ${y}`, ink, 9),
      fill(oval(0, 0, 14), saffron),
    ) +
    ""
  );
};

export const clock30 = () => clock(30, turkuaz);

export const clock45 = () => clock(45, saffron);

export const clock60 = () => clock(60, rose);

export const clock90 = () => clock(90, rose);

export const clock120 = () => clock(120, nar);

/** An alarm clock and as many naps as it was told to wait. */
const alarm = (naps: number) => {
  const z = (x: number, y: number, s: number) =>
    line(`M${x} ${y}h${s}l${-s} ${s}h${s}`, white, s / 3.4);
  const bell =
    fill("M-150 -70A66 66 0 0 1 -52 -136Z", saffron) + line("M-104 -110L-114 -130", saffron, 14);
  return (
    shadow(260) +
    line("M-84 110L-114 154M84 110L114 154", ink, 24) +
    bell +
    mirror(bell) +
    lit(oval(0, 14, 130), nar, 14) +
    fill(oval(0, 14, 104), paper) +
    move(
      0,
      14,
      around(12, (i) => line("M0 -82V-92", i % 3 ? stone : ink, 7)),
      line("M0 0L-46 -26M0 0L20 -66", ink, 10),
      fill(oval(0, 0, 12), nar),
    ) +
    repeat(naps, (i) =>
      z(104 + (i % 3) * 22 - (i > 2 ? 250 : 0), -110 - (i % 3) * 36, 30 - (i % 3) * 5),
    ).join("")
  );
};

export const alarmOnce = () => alarm(0);

export const alarmOneNap = () => alarm(1);

export const alarmFewNaps = () => alarm(3);

export const alarmManyNaps = () => alarm(6);
