import { CHARTS, type Chart } from "./charts.ts";
import { html } from "./html.ts";
import { sponsorsOf } from "./shapes/sponsors.ts";
import type { Sponsors } from "./shapes/survey-shapes.ts";

/** How a survey, or a chart of its results, is shown in a frame of another site (R299, R533). */

/** In pixels. A frame fills the available width, up to `usual`. */
export const EMBED_WIDTH = { usual: 560, least: 280 } as const;
/** The widths on offer. */
export const EMBED_WIDTHS = [320, EMBED_WIDTH.usual, 800] as const;
/** Type of the message that tells the surrounding page the frame's `height` in pixels. */
export const EMBED_MESSAGE = "kanaat:height";

interface Embedded extends Sponsors {
  id: number;
  question: string;
  options: readonly { content: string }[];
}

export const embedPath = (id: number, chart?: Chart | undefined): string =>
  `/embed/surveys/${id}${chart ? `/${chart}` : ""}`;

/** Of a chart's frame until its content reports its own; charts differ in their rows. */
const CHART_HEIGHT = 480;

const BORDERS = 2;
const AROUND = 2 * 20;
const QUESTION = { line: 28, letter: 11 };
const ROW = { line: 24, letter: 9, rest: 24 };
const FOOT = 204;
const SPONSORS = { line: 23, letter: 9, above: 8 };

/** Estimates the height of the frame's content at a width, in pixels; errs on the high side. */
export function embedHeight(survey: Embedded, width: number): number {
  const { question, options } = survey;
  const room = Math.max(EMBED_WIDTH.least, width) - AROUND - BORDERS;
  const lines = (text: string, letter: number, inner: number) =>
    Math.max(1, Math.ceil((text.length * letter) / inner));
  const rows = options.map(
    ({ content }) => ROW.rest + ROW.line * lines(content, ROW.letter, room - 64),
  );
  const top = QUESTION.line * lines(question, QUESTION.letter, room);
  const { line, letter, above } = SPONSORS;
  const sponsors = sponsorsOf(survey).map(
    ({ label, name }) => line * lines(`${label}: ${name}`, letter, room),
  );
  const told = sponsors.reduce((sum, height) => sum + height, sponsors.length && above);
  return AROUND + BORDERS + top + told + FOOT + rows.reduce((sum, height) => sum + height, 0);
}

/** HTML of the frame alone, for any site; of a chart if one is named. */
export function embedFrame(
  survey: Embedded,
  origin: string,
  { width, height, chart }: { width: number; height: number; chart?: Chart | undefined },
): string {
  const src = origin + embedPath(survey.id, chart);
  const title = `${chart ? CHARTS[chart] : "Anket"}: ${survey.question}`;
  return html`<iframe src="${src}" title="${title}" width="${width}" height="${height}" loading="lazy" style="border:0;max-width:100%"></iframe>`
    .text;
}

/** Script that sets the height of the preceding frame to that of its content. */
const FIT = `<script>(function(f){addEventListener("message",function(e){if(e.source===f.contentWindow&&e.data&&e.data.type==="${EMBED_MESSAGE}")f.height=e.data.height})})(document.currentScript.previousElementSibling)</script>`;

/** HTML to paste into a site: the frame, with a script that fits its height to its content. */
export function embedCode(
  survey: Embedded,
  origin: string,
  { width = EMBED_WIDTH.usual, chart }: { width?: number; chart?: Chart | undefined } = {},
): string {
  const height = chart ? CHART_HEIGHT : embedHeight(survey, width);
  return `${embedFrame(survey, origin, { width, height, chart })}\n${FIT}`;
}
