import { hue, type Scheme } from "./hues.ts";
import { around, fill, line, move, oval, repeat, slab, star, within } from "./shapes.ts";

/** What lies behind the objects of a picture; `w` and `h` are the picture's size. */
export type Backdrop = (scheme: Scheme, w: number, h: number) => string;

const wash = (scheme: Scheme, w: number, h: number) =>
  `<linearGradient id="wash" x2="0" y2="1"><stop stop-color="${scheme.high}"/>` +
  `<stop offset="1" stop-color="${scheme.low}"/></linearGradient>` +
  `<rect width="${w}" height="${h}" fill="url(#wash)"/>`;

/** The line on which objects stand, as a share of the height. */
export const horizon = 0.8;

const table = (scheme: Scheme, w: number, h: number) =>
  fill(slab(0, h * 0.74, w, h), scheme.ground) +
  fill(slab(0, h * 0.74, w, h * 0.018), hue.white, 0.16);
const disc: Backdrop = (scheme, w, h) =>
  wash(scheme, w, h) +
  fill(oval(w / 2, h * 0.48, h * 0.4), scheme.disc, 0.35) +
  fill(oval(w / 2, h * 0.48, h * 0.33), scheme.disc) +
  table(scheme, w, h);

const rays: Backdrop = (scheme, w, h) =>
  wash(scheme, w, h) +
  move(
    w / 2,
    h * 0.74,
    around(24, () => fill(`M0 0L${-w * 0.09} ${-w}H${w * 0.09}Z`, hue.white, 0.16)),
    fill(oval(0, 0, h * 0.5), scheme.disc),
  ) +
  table(scheme, w, h);

const arch: Backdrop = (scheme, w, h) => {
  const niche = (grow: number) => {
    const half = h * 0.33 + grow;
    const top = h * 0.07 - grow;
    return (
      `M${w / 2 - half} ${h}V${h * 0.4}C${w / 2 - half} ${h * 0.2} ${w / 2 - half * 0.35} ${h * 0.2}` +
      ` ${w / 2} ${top}C${w / 2 + half * 0.35} ${h * 0.2} ${w / 2 + half} ${h * 0.2} ${w / 2 + half} ${h * 0.4}V${h}Z`
    );
  };
  return (
    wash(scheme, w, h) +
    fill(niche(h * 0.045), scheme.disc, 0.4) +
    fill(niche(0), scheme.disc) +
    table(scheme, w, h)
  );
};

const tiles: Backdrop = (scheme, w, h) => {
  const size = h / 6;
  const cell =
    fill(star(0, 0, 8, size * 0.5, size * 0.36), scheme.disc, 0.3) +
    fill(star(0, 0, 8, size * 0.2, size * 0.1), scheme.disc, 0.5);
  return (
    wash(scheme, w, h) +
    repeat(Math.ceil(w / size) + 1, (x) =>
      repeat(6, (y) => move(x * size, y * size, cell)).join(""),
    ).join("") +
    fill(oval(w / 2, h * 0.48, h * 0.34), scheme.disc) +
    table(scheme, w, h)
  );
};

const awning: Backdrop = (scheme, w, h) => {
  const width = h / 8;
  return (
    wash(scheme, w, h) +
    repeat(Math.ceil(w / width), (i) =>
      fill(
        `M${i * width} 0h${width}v${h * 0.1}a${width / 2} ${width / 2} 0 0 1 ${-width} 0Z`,
        i % 2 ? hue.white : scheme.edge,
      ),
    ).join("") +
    fill(oval(w / 2, h * 0.5, h * 0.3), scheme.disc) +
    table(scheme, w, h)
  );
};

const hills: Backdrop = (scheme, w, h) =>
  wash(scheme, w, h) +
  fill(oval(w / 2, h * 0.42, h * 0.3), scheme.disc) +
  fill(
    `M0 ${h * 0.62}Q${w * 0.25} ${h * 0.44} ${w * 0.5} ${h * 0.6}T${w} ${h * 0.54}V${h}H0Z`,
    scheme.ground,
    0.5,
  ) +
  fill(
    `M0 ${h * 0.74}Q${w * 0.3} ${h * 0.62} ${w * 0.62} ${h * 0.72}T${w} ${h * 0.7}V${h}H0Z`,
    scheme.ground,
  ) +
  fill(`M0 ${h * 0.93}Q${w * 0.4} ${h * 0.84} ${w} ${h * 0.94}V${h}H0Z`, scheme.edge);

const sea: Backdrop = (scheme, w, h) => {
  const row = (y: number, color: string, shift: number) => {
    const r = h / 12;
    return fill(
      `M${-shift} ${y}${repeat(Math.ceil(w / r) + 2, () => `q${r / 2} ${-r * 0.5} ${r} 0`).join("")}V${h}H${-shift}Z`,
      color,
    );
  };
  return (
    wash(scheme, w, h) +
    fill(oval(w / 2, h * 0.45, h * 0.32), scheme.disc) +
    row(h * 0.76, scheme.ground, 0) +
    row(h * 0.86, scheme.edge, h / 24)
  );
};

const starry: Backdrop = (scheme, w, h) =>
  wash(scheme, w, h) +
  repeat(Math.round(w / 22), (i) =>
    fill(
      oval((i * 379) % w, (i * 233) % (h * 0.95), i % 5 ? 2.2 : 4.5),
      hue.cream,
      i % 3 ? 0.9 : 0.5,
    ),
  ).join("") +
  line(oval(w / 2, h * 0.5, h * 0.43), scheme.disc, 3, 0.35) +
  line(oval(w / 2, h * 0.5, h * 0.35), scheme.disc, 3, 0.2);

const bare: Backdrop = (scheme, w, h) =>
  wash(scheme, w, h) +
  within(
    slab(0, 0, w, h),
    fill(oval(w / 2, h * 0.5, h * 0.42), scheme.disc, 0.9),
    fill(oval(w * 0.02, h * 1.02, h * 0.2), scheme.ground),
    fill(oval(w * 0.98, h * -0.02, h * 0.16), scheme.ground),
  );

/** Wall and table alone. */
const plain: Backdrop = (scheme, w, h) => wash(scheme, w, h) + table(scheme, w, h);

export const backdrops = { plain, disc, rays, arch, tiles, awning, hills, sea, starry, bare };

export type BackdropName = keyof typeof backdrops;
