import { hue } from "./hues.ts";
import { fill, line, lit, move, oval, polygon, repeat, scatter, slab, within } from "./shapes.ts";

/** The parts of a view. Heights and widths are in the 400 × 400 box of a scene around (0, 0). */
export const air = (high: string, low: string): string => {
  const id = `air${high.slice(1)}${low.slice(1)}`;
  return (
    `<linearGradient id="${id}" x2="0" y2="1"><stop stop-color="${high}"/><stop offset="1" stop-color="${low}"/></linearGradient>` +
    `<rect x="-1000" y="-200" width="2000" height="400" fill="url(#${id})"/>`
  );
};

export const sun = (x: number, y: number, r: number, color: string): string =>
  fill(oval(x, y, r * 1.28), color, 0.3) + fill(oval(x, y, r), color);

export const cloud = (x: number, y: number, size: number, color: string = hue.white): string =>
  move(
    x,
    y,
    `<g transform="scale(${size / 100})">${fill("M-100 0A30 30 0 0 1 -66 -36A44 44 0 0 1 12 -52A40 40 0 0 1 76 -30A26 26 0 0 1 100 0Z", color, 0.92)}</g>`,
  );

export const ridge = (y: number, swell: number, color: string, shift = 0): string =>
  fill(
    `M-1000 ${y}${repeat(10, (i) => `q50 ${i % 2 ? swell : -swell} 200 ${i % 2 ? shift : -shift}`).join("")}V400H-1000Z`,
    color,
  );

export const water = (y: number, color: string, glint: string): string =>
  fill(slab(-1000, y, 2000, 600), color) +
  scatter(34, [-560, y + 12, 1120, 188 - y], (x, gy, i) =>
    line(`M${x} ${gy}h${18 + (i % 4) * 10}`, glint, 3.5, 0.7),
  );

export const minaret = (
  x: number,
  y: number,
  h: number,
  color: string,
  cap: string = hue.slate,
): string =>
  lit(slab(x - 5, y - h, 10, h), color, x + 1) +
  fill(slab(x - 9, y - h * 0.68, 18, 6, 2), color) +
  fill(slab(x - 8, y - h * 0.95, 16, 5, 2), color) +
  fill(polygon([x - 6, y - h], [x + 6, y - h], [x, y - h - 24]), cap);

export const mosque = (x: number, y: number, w: number, wall: string, dome: string): string => {
  const r = w * 0.3;
  return (
    lit(`M${x - w * 0.18} ${y - w * 0.3}a${w * 0.18} ${w * 0.18} 0 0 1 ${-w * 0.3} 0Z`, dome, x) +
    fill(`M${x - w / 2} ${y - w * 0.26}a${w * 0.17} ${w * 0.17} 0 0 1 ${w * 0.34} 0Z`, dome) +
    fill(`M${x + w * 0.16} ${y - w * 0.26}a${w * 0.17} ${w * 0.17} 0 0 1 ${w * 0.34} 0Z`, dome) +
    lit(slab(x - r, y - w * 0.42, r * 2, w * 0.42), wall, x + r * 0.3) +
    lit(`M${x - r} ${y - w * 0.42}a${r} ${r * 0.98} 0 0 1 ${2 * r} 0Z`, dome, x + r * 0.3) +
    line(`M${x} ${y - w * 0.42 - r * 0.9}v${-w * 0.09}`, hue.saffron, 4) +
    lit(slab(x - w / 2, y - w * 0.26, w, w * 0.26), wall, x + w * 0.2) +
    repeat(5, (i) =>
      fill(
        `M${x - w * 0.42 + i * w * 0.18} ${y - w * 0.03}v${-w * 0.1}a${w * 0.05} ${w * 0.06} 0 0 1 ${w * 0.1} 0v${w * 0.1}Z`,
        hue.ink,
        0.75,
      ),
    ).join("")
  );
};

/** A timber house whose upper floor leans out over the street. */
export const house = (
  x: number,
  y: number,
  w: number,
  h: number,
  wall: string,
  roof: string = hue.nar,
): string => {
  const windows = Math.max(2, Math.round(w / 22));
  const pane = (wx: number, wy: number) =>
    fill(slab(wx - 5, wy, 10, 17, 1), hue.cocoa) + line(`M${wx} ${wy}v17`, hue.cream, 1.5);
  const row = (wy: number) =>
    repeat(windows, (i) => pane(x + (w / windows) * (i + 0.5), wy)).join("");
  return (
    lit(slab(x + 3, y - h * 0.5, w - 6, h * 0.5), hue.stone, x + w * 0.66) +
    lit(slab(x - 3, y - h, w + 6, h * 0.56), wall, x + w * 0.66) +
    line(`M${x - 3} ${y - h * 0.44}h${w + 6}`, hue.brown, 3.5) +
    row(y - h * 0.86) +
    row(y - h * 0.32) +
    fill(
      polygon(
        [x - 12, y - h],
        [x + w + 12, y - h],
        [x + w - 6, y - h - w * 0.2],
        [x + 6, y - h - w * 0.2],
      ),
      roof,
    )
  );
};

export const cypress = (x: number, y: number, h: number, color: string = hue.forest): string =>
  lit(
    `M${x} ${y - h}C${x + h * 0.16} ${y - h * 0.5} ${x + h * 0.15} ${y} ${x} ${y}S${x - h * 0.16} ${y - h * 0.5} ${x} ${y - h}Z`,
    color,
    x + 1,
  );

export const pine = (x: number, y: number, h: number, color: string = hue.forest): string =>
  lit(polygon([x, y - h], [x + h * 0.26, y], [x - h * 0.26, y]), color, x);

export const palm = (x: number, y: number, h: number): string =>
  line(`M${x} ${y}Q${x + 6} ${y - h / 2} ${x} ${y - h}`, hue.brown, 7) +
  move(
    x,
    y - h,
    repeat(
      7,
      (i) =>
        `<g transform="rotate(${-105 + i * 35})">${fill("M0 0C-10 -16 -8 -34 0 -46C8 -34 10 -16 0 0Z", i % 2 ? hue.leaf : hue.forest)}</g>`,
    ).join(""),
  );

export const balloon = (x: number, y: number, r: number, color: string, stripe: string): string => {
  const hull = `M${x - r} ${y}a${r} ${r} 0 0 1 ${2 * r} 0c0 ${r * 0.6} ${-r * 0.6} ${r} ${-r * 0.74} ${r * 1.3}h${-r * 0.52}c${-r * 0.14} ${-r * 0.3} ${-r * 0.74} ${-r * 0.7} ${-r * 0.74} ${-r * 1.3}Z`;
  return (
    fill(hull, color) +
    within(
      hull,
      fill(oval(x, y + r * 0.1, r * 0.56, r * 1.6), stripe),
      fill(oval(x, y + r * 0.1, r * 0.2, r * 1.6), color),
      fill(slab(x + r * 0.3, y - r * 2, r * 2, r * 5), hue.night, 0.14),
    ) +
    line(
      `M${x - r * 0.2} ${y + r * 1.3}v${r * 0.3}M${x + r * 0.2} ${y + r * 1.3}v${r * 0.3}`,
      hue.cocoa,
      r * 0.05,
    ) +
    fill(slab(x - r * 0.24, y + r * 1.58, r * 0.48, r * 0.34, r * 0.06), hue.brown)
  );
};

/** Water from one edge of the picture to the other, and down to its foot. */
export const waves = (y: number, color: string): string =>
  fill(`M-650 ${y}${repeat(26, () => "q25 -22 50 0").join("")}V400H-650Z`, color);
