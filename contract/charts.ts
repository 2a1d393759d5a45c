import type { PictureShape } from "./limits.ts";

/** The charts of results that have pictures and frames of their own, with their names (R532). */
export const CHARTS = {
  results: "Sonuç",
  gender: "Cinsiyete göre",
  age: "Yaşa göre",
  region: "Bölgelere göre",
  province: "İllere göre",
  weighted: "Türkiye’ye göre",
  timeline: "Zaman içinde",
} as const;
export type Chart = keyof typeof CHARTS;
export const CHART_NAMES = Object.keys(CHARTS) as Chart[];

export const isChart = (name: string): name is Chart => Object.hasOwn(CHARTS, name);

/** Stands for a version where a picture's current state is wanted. */
const CURRENT = "current";

/** Path of a picture of a public survey; without a chart, of its question. */
export const surveyPicturePath = (
  surveyId: number,
  { chart, shape, version = CURRENT }: { chart?: Chart; shape: PictureShape; version?: string },
): string => `/surveys/${surveyId}/picture/${fileOf(chart, shape, version)}`;

/** Charts are PNGs, questions with their photographs JPEGs. */
const fileOf = (chart: Chart | undefined, shape: PictureShape, version: string): string =>
  chart ? `${chart}-${shape}-${version}.png` : `${shape}-${version}.jpg`;

/** The same picture's path in another shape, or of a chart, from a `preview_path`. */
export const relatedPicture = (
  previewPath: string,
  { chart, shape }: { chart?: Chart; shape: PictureShape },
): string =>
  previewPath.replace(/link-([\w-]+)\.jpg$/, (_, version: string) => fileOf(chart, shape, version));

/** Path of the picture of a person for links to the profile. */
export const personPicturePath = (nickname: string, version: string): string =>
  `/profile/${nickname}/picture/link-${version}.png`;
