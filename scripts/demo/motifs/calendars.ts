import { hue } from "../artwork/hues.ts";
import { fill, line, lit, oval, repeat, shadow, slab } from "../artwork/shapes.ts";

const { white, nar, ink, mist, turkuaz, mint } = hue;

/** A wall calendar on which one day of the working week is ringed. */
const calendar = (day: number) =>
  shadow(300) +
  lit(slab(-160, -140, 320, 298, 18), white, 300) +
  fill("M-160 -60V-122Q-160 -140 -142 -140H142Q160 -140 160 -122V-60Z", nar) +
  line("M-90 -168V-116M90 -168V-116", ink, 17) +
  repeat(15, (i) =>
    fill(
      slab(-134 + (i % 5) * 56, -34 + Math.floor(i / 5) * 60, 42, 42, 8),
      i % 5 === day ? mint : mist,
    ),
  ).join("") +
  line(oval(-113 + day * 56, 47, 37), turkuaz, 11) +
  line(`M${-127 + day * 56} 47l10 12l20 -26`, ink, 9);

export const calendarMonday = () => calendar(0);

export const calendarWednesday = () => calendar(2);

export const calendarThursday = () => calendar(3);

export const calendarFriday = () => calendar(4);
