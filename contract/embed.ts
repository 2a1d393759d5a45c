/** How a survey is shown in a frame of another site (R299). */

/** In pixels; a frame is as wide as there is room, at most so wide. */
export const EMBED_WIDTH = { usual: 560, least: 280 } as const;
/** What the frame tells the page around it, with its `height` in pixels. */
export const EMBED_MESSAGE = "kanaat:height";

interface Embedded {
  id: number;
  question: string;
  options: readonly { content: string }[];
}

export const embedPath = (id: number): string => `/embed/surveys/${id}`;

const BORDERS = 2;
const AROUND = 2 * 20;
const QUESTION = { line: 28, letter: 11 };
const ROW = { line: 24, letter: 9, rest: 24 };
const FOOT = 204;

/** About how high the frame's content is at a width, in pixels; rather too much than too little. */
export function embedHeight({ question, options }: Embedded, width: number): number {
  const room = Math.max(EMBED_WIDTH.least, width) - AROUND - BORDERS;
  const lines = (text: string, letter: number, inner: number) =>
    Math.max(1, Math.ceil((text.length * letter) / inner));
  const rows = options.map(
    ({ content }) => ROW.rest + ROW.line * lines(content, ROW.letter, room - 64),
  );
  const top = QUESTION.line * lines(question, QUESTION.letter, room);
  return AROUND + BORDERS + top + FOOT + rows.reduce((sum, height) => sum + height, 0);
}

const ESCAPES: Record<string, string> = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;" };
const escaped = (text: string) => text.replace(/[&<>"]/g, (sign) => ESCAPES[sign] ?? "");

/** The frame alone, as markup for any site. */
export function embedFrame(
  survey: Embedded,
  origin: string,
  { width, height }: { width: number; height: number },
): string {
  const src = origin + embedPath(survey.id);
  const title = escaped(`Anket: ${survey.question}`);
  return `<iframe src="${src}" title="${title}" width="${width}" height="${height}" loading="lazy" style="border:0;max-width:100%"></iframe>`;
}

/** Gives the frame before it the height of its content. */
const FIT = `<script>(function(f){addEventListener("message",function(e){if(e.source===f.contentWindow&&e.data&&e.data.type==="${EMBED_MESSAGE}")f.height=e.data.height})})(document.currentScript.previousElementSibling)</script>`;

/** What is pasted into a site: the frame, which follows the height of its content. */
export function embedCode(survey: Embedded, origin: string): string {
  const width = EMBED_WIDTH.usual;
  return `${embedFrame(survey, origin, { width, height: embedHeight(survey, width) })}\n${FIT}`;
}
