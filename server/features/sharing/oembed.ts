import { BRAND } from "#contract/brand.ts";
import { HOUR_S } from "#contract/durations.ts";
import { EMBED_WIDTH, embedFrame, embedHeight } from "#contract/embed.ts";
import { getOembed } from "#contract/endpoints/sharing.ts";
import { SURVEY_PICTURES } from "#contract/limits.ts";
import type { AppContext } from "#server/app-context.ts";
import { ApiError } from "#server/errors.ts";
import { requireShared, type SharedSurvey } from "./shared-survey.ts";

const CACHE_AGE_SECONDS = HOUR_S;
/** Path of a survey's page, or of a page below it. */
const SURVEY_PATH = /^(?:\/embed)?\/surveys\/([1-9]\d{0,14})(?:\/(?:results|proof))?\/?$/;

/** `/oembed`: for sites that show a public survey whose link was pasted there (oEmbed 1.0). */
export function oembedRoute(context: AppContext): void {
  const origin = new URL(context.siteUrl).origin;
  context.defineRoute(getOembed, async ({ query: { url, maxwidth, maxheight }, reading }) => {
    const id = surveyOf(url, origin);
    if (id === undefined) throw new ApiError("survey_not_found");
    const { survey } = await reading(`id,${id}`, () => requireShared(context, id));
    const width = Math.min(EMBED_WIDTH.usual, maxwidth ?? EMBED_WIDTH.usual);
    const height = Math.min(embedHeight(survey, width), maxheight ?? Number.POSITIVE_INFINITY);
    return {
      version: "1.0" as const,
      type: "rich" as const,
      provider_name: BRAND,
      provider_url: origin,
      title: survey.question,
      author_name: survey.user.name,
      author_url: `${origin}/profile/${survey.user.nickname}`,
      cache_age: CACHE_AGE_SECONDS,
      html: embedFrame(survey, origin, { width, height }),
      width,
      height,
      ...thumbnail(survey, origin, { maxwidth, maxheight }),
    };
  });
}

/** Returns the id in a survey's URL at this site, ignoring what does not change the page. */
function surveyOf(url: string, origin: string): number | undefined {
  const address = URL.canParse(url) ? new URL(url) : undefined;
  const isOurs = address?.host === new URL(origin).host && /^https?:$/.test(address.protocol);
  const [, id] = (isOurs && SURVEY_PATH.exec(address.pathname)) || [];
  return id === undefined ? undefined : Number(id);
}

function thumbnail(
  { preview_path }: SharedSurvey["survey"],
  origin: string,
  { maxwidth = Number.POSITIVE_INFINITY, maxheight = Number.POSITIVE_INFINITY },
): { thumbnail_url?: string; thumbnail_width?: number; thumbnail_height?: number } {
  const { width, height } = SURVEY_PICTURES.link;
  if (preview_path === undefined || width > maxwidth || height > maxheight) return {};
  return {
    thumbnail_url: origin + preview_path,
    thumbnail_width: width,
    thumbnail_height: height,
  };
}
