import { BRAND } from "#contract/brand.ts";
import { SURVEY_PICTURES } from "#contract/limits.ts";
import type { Survey } from "#contract/shapes/survey-shapes.ts";
import { isolated } from "#web/lib/direction.ts";
import { linkPreview } from "#web/lib/link-preview.ts";
import { pageTitle } from "#web/lib/page-title.ts";
import { siteOrigin } from "#web/lib/ssr-context.ts";

const DESCRIPTION_LENGTH = 200;

/** Link preview of a public survey; a private one gets none (R60). */
export function surveyPreview(survey: Survey | undefined) {
  if (!survey) return {};
  const text = survey.description || `Oyunuzu ${BRAND} üzerinde kullanın.`;
  return preview(survey, { path: "", title: survey.question, description: shorten(text) });
}

interface Described {
  /** Appended to the survey's own path. */
  path: "" | "/results" | "/proof";
  title: string;
  description: string;
  /** Path of a picture other than the survey's. */
  picture?: string | undefined;
}

interface Part extends Omit<Described, "title"> {
  /** What the page shows of the survey, such as "Sonuçlar". */
  what: string;
}

/** Title and link preview of a page about a survey that has its own address (R306). */
export function surveyPartPreview(survey: Survey | undefined, { what, ...part }: Part) {
  if (!survey) return {};
  const title = `${what}: ${isolated(survey.question)}`;
  const { meta, links } = preview(survey, { ...part, title });
  return { meta: [{ title: pageTitle(title) }, ...meta], links };
}

function preview({ id, question, preview_path }: Survey, { path, picture, ...texts }: Described) {
  if (!preview_path) return { meta: [], links: [] };
  const page = `/surveys/${id}${path}`;
  const image = { url: picture ?? preview_path, ...SURVEY_PICTURES.link, alt: question };
  const url = siteOrigin() + page;
  const oembed = `${siteOrigin()}/oembed?format=json&url=${encodeURIComponent(url)}`;
  return {
    ...linkPreview({ ...texts, path: page, image }),
    links: [
      { rel: "canonical", href: url },
      { rel: "alternate", type: "application/json+oembed", href: oembed },
    ],
  };
}

function shorten(text: string): string {
  const characters = [...text.replaceAll(/\s+/g, " ")];
  return characters.length <= DESCRIPTION_LENGTH
    ? characters.join("")
    : `${characters.slice(0, DESCRIPTION_LENGTH - 1).join("")}…`;
}
