import { hue } from "./hues.ts";

/** An outline in the syntax of SVG's `d` attribute. */
export type Outline = string;

export const oval = (x: number, y: number, rx: number, ry = rx): Outline =>
  `M${x - rx} ${y}a${rx} ${ry} 0 1 0 ${2 * rx} 0a${rx} ${ry} 0 1 0 ${-2 * rx} 0Z`;

export const slab = (x: number, y: number, w: number, h: number, r = 0): Outline =>
  `M${x + r} ${y}h${w - 2 * r}a${r} ${r} 0 0 1 ${r} ${r}v${h - 2 * r}a${r} ${r} 0 0 1 ${-r} ${r}` +
  `h${-(w - 2 * r)}a${r} ${r} 0 0 1 ${-r} ${-r}v${-(h - 2 * r)}a${r} ${r} 0 0 1 ${r} ${-r}Z`;

/** A doorway: upright sides under a half circle, or under a pointed Ottoman arch. */
export const doorway = (x: number, y: number, w: number, h: number, pointed = false): Outline => {
  const half = w / 2;
  const spring = y + (pointed ? w * 0.62 : half);
  const top = pointed
    ? `C${x} ${y + w * 0.24} ${x + w * 0.3} ${y + w * 0.2} ${x + half} ${y}` +
      `C${x + w * 0.7} ${y + w * 0.2} ${x + w} ${y + w * 0.24} ${x + w} ${spring}`
    : `A${half} ${half} 0 0 1 ${x + w} ${spring}`;
  return `M${x} ${y + h}V${spring}${top}V${y + h}Z`;
};

export const polygon = (...points: [number, number][]): Outline => `M${points.join("L")}Z`;

/** `n` corners on a circle, the first at the top; with `inner` the corners of a star. */
export const star = (x: number, y: number, n: number, outer: number, inner = outer): Outline => {
  const corners = inner === outer ? n : 2 * n;
  return polygon(
    ...repeat(corners, (i): [number, number] => {
      const [dx, dy] = polar(i % 2 && inner !== outer ? inner : outer, i / corners);
      return [x + dx, y + dy];
    }),
  );
};

/** The slice of a round cake between two fractions of a full turn, clockwise from the top. */
export const slice = (x: number, y: number, r: number, from: number, to: number): Outline => {
  const [x1, y1] = polar(r, from);
  const [x2, y2] = polar(r, to);
  return `M${x} ${y}L${x + x1} ${y + y1}A${r} ${r} 0 ${to - from > 0.5 ? 1 : 0} 1 ${x + x2} ${y + y2}Z`;
};

/** A leaf or petal from its stalk at (0, 0) up to its tip. */
export const petal = (length: number, width: number): Outline =>
  `M0 0C${-width} ${-length * 0.3} ${-width * 0.8} ${-length * 0.75} 0 ${-length}` +
  `C${width * 0.8} ${-length * 0.75} ${width} ${-length * 0.3} 0 0Z`;

export function polar(r: number, turn: number): [number, number] {
  const angle = (turn - 0.25) * 2 * Math.PI;
  return [Math.round(r * Math.cos(angle) * 10) / 10, Math.round(r * Math.sin(angle) * 10) / 10];
}

export const repeat = <T>(n: number, make: (i: number) => T): T[] =>
  Array.from({ length: n }, (_, i) => make(i));

/** `n` parts spread evenly, yet without a visible grid, over a rectangle. */
export const scatter = (
  n: number,
  [x, y, w, h]: [number, number, number, number],
  part: (x: number, y: number, i: number) => string,
): string =>
  // The R2 sequence: https://extremelearning.com.au/unreasonable-effectiveness-of-quasirandom-sequences/
  repeat(n, (i) =>
    part(
      Math.round(x + w * ((0.5 + i * 0.75488) % 1)),
      Math.round(y + h * ((0.5 + i * 0.56984) % 1)),
      i,
    ),
  ).join("");

export const fill = (d: Outline, color: string, opacity = 1): string =>
  `<path d="${d}" fill="${color}"${opacity < 1 ? ` opacity="${opacity}"` : ""}/>`;

export const line = (d: Outline, color: string, width: number, opacity = 1): string =>
  `<path d="${d}" fill="none" stroke="${color}" stroke-width="${width}" stroke-linecap="round"` +
  ` stroke-linejoin="round"${opacity < 1 ? ` opacity="${opacity}"` : ""}/>`;

/** Everything drawn inside the outline and cut off at its edge. */
export const within = (d: Outline, ...parts: string[]): string => {
  const id = `c${hash(d)}`;
  return `<clipPath id="${id}"><path d="${d}"/></clipPath><g clip-path="url(#${id})">${parts.join("")}</g>`;
};

/** A filled outline whose part right of `from` lies in shade: the light comes from the left. */
export const lit = (d: Outline, color: string, from = 20, strength = 0.15): string =>
  fill(d, color) + within(d, fill(slab(from, -2000, 4000, 4000), hue.night, strength));

export const move = (x: number, y: number, ...parts: string[]): string =>
  `<g transform="translate(${x} ${y})">${parts.join("")}</g>`;

export const turn = (degrees: number, ...parts: string[]): string =>
  `<g transform="rotate(${degrees})">${parts.join("")}</g>`;

export const scale = (factor: number, ...parts: string[]): string =>
  `<g transform="scale(${factor})">${parts.join("")}</g>`;

export const mirror = (...parts: string[]): string =>
  `<g transform="scale(-1 1)">${parts.join("")}</g>`;

/** The same parts `n` times around the origin. */
export const around = (n: number, part: (i: number) => string, offset = 0): string =>
  repeat(n, (i) => turn((i * 360) / n + offset, part(i))).join("");

/** What an object that stands on y = 160 casts on the table. */
export const shadow = (width: number, x = 0): string =>
  fill(oval(x, 160, width / 2, Math.min(18, width / 14)), hue.night, 0.22);

function hash(text: string): string {
  let h = 5381;
  for (let i = 0; i < text.length; i++) h = (h * 33 + text.charCodeAt(i)) | 0;
  return (h >>> 0).toString(36);
}
