import { createHash } from "node:crypto";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { CHART_NAMES, CHARTS, type Chart } from "#contract/charts.ts";
import { LINK_PREVIEW, type PictureShape, SURVEY_PICTURES } from "#contract/limits.ts";
import { PathId } from "#contract/shapes/shapes.ts";
import type { AppContext } from "#server/app-context.ts";
import { ApiError } from "#server/errors.ts";
import { resultColor } from "#server/features/results/result-colors.ts";
import type { PublicSurvey } from "#server/features/surveys/survey-access.reads.ts";
import { pictureVersion, type ShownSurvey } from "#server/features/surveys/survey-picture.ts";
import { readShownSurvey } from "#server/features/surveys/surveys.reads.ts";
import { cacheKey } from "#server/http/cache/json-cache.ts";
import type { Drawing } from "#server/images/drawing/draw.ts";
import { readChart, type ShownChart } from "./charts.ts";
import { createPictures, type Picture, readStored } from "./pictures.ts";
import { requirePublic } from "./shared-survey.ts";

const SHAPES = Object.keys(SURVEY_PICTURES);
const FILE = new RegExp(
  `^(?:(${CHART_NAMES.join("|")})-)?(${SHAPES.join("|")})-([\\w-]{1,32})\\.(?:png|jpg)$`,
);
/** The widths of stored pictures on others, in pixels: of two in a question, or a leader's. */
const PHOTOGRAPHS: Record<PictureShape, number> = { link: 640, square: 800, story: 1280 };
/** Of more than two, which are at most half as wide as the drawing. */
const SMALL_PHOTOGRAPH = 640;
const THUMBNAIL = 320;

/**
 * `/surveys/{id}/picture/{shape}-{version}.jpg`: a public survey's question with its options'
 * pictures; `{chart}-{shape}-{version}.png`: a chart of its results as everybody may see them, or
 * the question where they are hidden. Drawn at the first request. Any version returns the current
 * picture. If too many are waiting, or drawing fails, it redirects to the survey's own picture.
 */
export function surveyPictureRoute(app: FastifyInstance, context: AppContext): void {
  const send = createPictures(context);

  app.get<{ Params: { id: string; file: string } }>(
    "/surveys/:id/picture/:file",
    async (request, reply) => {
      const id = PathId.safeParse(request.params.id);
      const [, chart, shape, version] = FILE.exec(request.params.file) ?? [];
      if (!id.success || !shape) throw new ApiError("not_found");
      const asked = { id: id.data, chart, shape, version } as Asked;
      return context.reading(request.raw, `id,${id.data}`, () => answer(request, reply, asked));
    },
  );

  async function answer(request: FastifyRequest, reply: FastifyReply, asked: Asked) {
    const survey = await requirePublic(context, asked.id);
    const shown = await readShown(context, survey);
    const hasResults = shown.options.some(({ share }) => share !== null);
    const picture =
      asked.chart && hasResults
        ? await pictureOfChart(context, shown, { ...asked, chart: asked.chart })
        : pictureOfQuestion(context, shown, asked);
    return send(request, reply, { ...picture, otherwise: ownPicture(survey, context) });
  }
}

interface Asked {
  id: number;
  chart: Chart | undefined;
  shape: PictureShape;
  version: string;
}
type Shown = Omit<Picture, "otherwise">;

const readShown = async ({ db, clock, cachedValue }: AppContext, survey: PublicSurvey) =>
  (await cachedValue(cacheKey(`survey:${survey.id}:picture`, survey), () =>
    readShownSurvey(db, survey, clock.now()),
  )) as ShownSurvey;

const ownPicture = ({ image }: PublicSurvey, { config }: AppContext): string =>
  (config.imageBaseUrl ?? "") + image.replace(/[^/]+$/, LINK_PREVIEW.name);

const nameOf = (...shown: unknown[]): string =>
  createHash("sha1").update(JSON.stringify(shown)).digest("base64url");

function pictureOfQuestion(
  { images }: AppContext,
  shown: ShownSurvey,
  { shape, version }: Asked,
): Shown {
  const { question, note } = shown;
  const offered = shown.options.map(({ content, image }) => ({ content, image }));
  // A scored test offers no options: its own picture takes their place.
  const options = offered.length > 0 ? offered : [{ content: "", image: shown.image }];
  const width = options.length > 2 ? SMALL_PHOTOGRAPH : PHOTOGRAPHS[shape];
  const toDrawing = async (): Promise<Drawing> => ({
    kind: "survey",
    ...{ shape, question, note },
    options: await Promise.all(
      options.map(async ({ content, image }) => ({
        content,
        stored: await readStored(images, image, width),
      })),
    ),
  });
  const name = nameOf(shape, question, options, note);
  return { name, type: "image/jpeg", toDrawing, isNamed: version === pictureVersion(shown) };
}

/** Throws `not_found` for a chart that these results do not have. */
async function pictureOfChart(
  context: AppContext,
  shown: ShownSurvey,
  { id, chart, shape, version }: Asked & { chart: Chart },
): Promise<Shown> {
  const { question } = shown;
  const isPlain = chart === "results";
  const content = isPlain ? plainResults(shown) : await readChart(context, id, chart);
  if (!content) throw new ApiError("not_found");
  const lead = isPlain && shape === "story" ? leadOf(shown) : undefined;
  const toDrawing = async (): Promise<Drawing> => ({
    kind: "chart",
    ...{ shape, question, legend: content.legend, note: content.note },
    ...(!isPlain && { title: content.name ?? CHARTS[chart] }),
    ...(content.line && { line: content.line }),
    ...(content.map && { map: content.map }),
    ...(lead && {
      lead: {
        stored: await readStored(context.images, lead.image, PHOTOGRAPHS.story),
        sentence: lead.sentence,
      },
    }),
    rows: await Promise.all(
      content.rows.map(async ({ option, ...row }) => {
        const { image } = shown.options[option ?? -1] ?? {};
        return image === undefined
          ? row
          : { ...row, stored: await readStored(context.images, image, THUMBNAIL) };
      }),
    ),
  });
  const images = shown.options.map(({ image }) => image);
  const name = nameOf(chart, shape, question, images, content, lead);
  const isNamed = isPlain && version === pictureVersion(shown);
  return { name, type: "image/png", toDrawing, isNamed };
}

/** In the steps in which addresses of pictures change. */
function plainResults({ options, votes, hasEnded }: ShownSurvey): ShownChart {
  const rows = options
    .map(({ content, share }, option) => ({
      ...{ label: content, detail: "", value: `%${share ?? 0}`, option },
      parts: [{ share: share ?? 0, color: resultColor(option) }],
    }))
    .sort((a, b) => (b.parts[0]?.share ?? 0) - (a.parts[0]?.share ?? 0));
  return { legend: [], rows, note: hasEnded ? `Sona erdi · ${votes}` : votes };
}

/** The leading option, or the survey's own picture where none is said to lead. */
function leadOf({ options, leader, hasEnded, image }: ShownSurvey) {
  const option = options[leader ?? -1];
  if (!option) return { image, sentence: null };
  return { image: option.image, sentence: `${option.content} ${hasEnded ? "birinci." : "önde."}` };
}
