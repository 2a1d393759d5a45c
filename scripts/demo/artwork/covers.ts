import { type SceneName, scenes, type ThingName, things } from "../motifs.ts";
import { type BackdropName, backdrops } from "./backdrops.ts";
import { hue, type SchemeName, schemes } from "./hues.ts";
import { fill, polygon, repeat, slab, within } from "./shapes.ts";

/** The sheet that covers are drawn on. */
export const COVER = { width: 1600, height: 1000 } as const;

/** How the picture above a question is composed. */
export type Cover =
  /** One, three, four or five things on a table; the first stands in front. */
  | { things: ThingName[]; backdrop: BackdropName; scheme: SchemeName }
  /** Two things face to face, each on its own ground. */
  | { duel: [ThingName, ThingName]; schemes: [SchemeName, SchemeName] }
  /** A few things over and over, like printed cloth. */
  | { cloth: ThingName[]; scheme: SchemeName }
  /** Views side by side, as through tall windows. */
  | { panels: SceneName[] }
  /** One pattern from edge to edge. */
  | { pattern: SceneName };

export function drawCover(cover: Cover): string {
  if ("things" in cover) return stillLife(cover.things, cover.backdrop, cover.scheme);
  if ("duel" in cover) return duel(cover.duel, cover.schemes);
  if ("cloth" in cover) return cloth(cover.cloth, cover.scheme);
  if ("panels" in cover) return panels(cover.panels);
  return at(COVER.width / 2, COVER.height / 2, 1.6, scenes[cover.pattern]());
}

const at = (x: number, y: number, scale: number, drawing: string) =>
  `<g transform="translate(${x} ${y}) scale(${scale})">${drawing}</g>`;

/** Puts a thing with its foot on the line `y`. */
const standing = (name: ThingName, x: number, y: number, scale: number) =>
  at(x, y - 160 * scale, scale, things[name]());

const PLACES: Record<number, [x: number, y: number, scale: number][]> = {
  1: [[800, 890, 2.5]],
  3: [
    [330, 830, 1.6],
    [1270, 830, 1.6],
    [800, 910, 2.15],
  ],
  4: [
    [270, 830, 1.55],
    [1330, 830, 1.55],
    [620, 900, 1.8],
    [990, 900, 1.8],
  ],
  5: [
    [190, 820, 1.35],
    [1410, 820, 1.35],
    [470, 860, 1.6],
    [1130, 860, 1.6],
    [800, 920, 1.95],
  ],
};

function stillLife(names: ThingName[], backdrop: BackdropName, scheme: SchemeName): string {
  const places = PLACES[names.length] ?? [];
  // The first name is the one in front, so it is drawn last.
  const order = [...names.slice(1), ...names.slice(0, 1)];
  return (
    backdrops[backdrop](schemes[scheme], COVER.width, COVER.height) +
    places.map(([x, y, scale], i) => standing(order[i] ?? names[0] ?? "tea", x, y, scale)).join("")
  );
}

function duel(
  [left, right]: [ThingName, ThingName],
  [leftScheme, rightScheme]: [SchemeName, SchemeName],
) {
  const { width, height } = COVER;
  const half = polygon([width * 0.56, 0], [width, 0], [width, height], [width * 0.44, height]);
  return (
    backdrops.plain(schemes[leftScheme], width, height) +
    within(
      half,
      at(0, 0, 1, backdrops.plain(schemes[rightScheme], width, height).replaceAll("wash", "wash2")),
    ) +
    `<path d="M${width * 0.56} 0L${width * 0.44} ${height}" stroke="${hue.white}" stroke-width="14"/>` +
    standing(left, width * 0.25, height * 0.84, 1.95) +
    standing(right, width * 0.75, height * 0.84, 1.95)
  );
}

function cloth(names: ThingName[], scheme: SchemeName): string {
  const { width, height } = COVER;
  const step = 290;
  return (
    `<rect width="${width}" height="${height}" fill="${schemes[scheme].high}"/>` +
    repeat(5, (row) =>
      repeat(8, (column) => {
        const x = column * step + (row % 2 ? 0 : step / 2) - 110;
        const y = row * step * 0.86 - 20;
        const name = names[(column + row * 2) % names.length] ?? "tea";
        return (
          fill(`M${x} ${y - 132}a132 132 0 1 0 .1 0Z`, schemes[scheme].low) +
          at(x, y, 0.58, things[name]())
        );
      }).join(""),
    ).join("")
  );
}

function panels(names: SceneName[]): string {
  const { width, height } = COVER;
  const gap = 14;
  const each = (width - gap * (names.length - 1)) / names.length;
  return (
    `<rect width="${width}" height="${height}" fill="${hue.white}"/>` +
    names
      .map((name, i) => {
        const left = i * (each + gap);
        return within(
          slab(left, 0, each, height),
          at(left + each / 2, height / 2, height / 400, scenes[name]()),
        );
      })
      .join("")
  );
}
