import { BRAND } from "#contract/brand.ts";
import { SURVEY_PICTURES } from "#contract/limits.ts";
import type { Survey } from "#contract/survey-shapes.ts";
import { linkPreview } from "#web/lib/link-preview.ts";
import { siteOrigin } from "#web/lib/ssr-context.ts";

const DESCRIPTION_LENGTH = 200;

/** Link preview of a public survey; a private one gets none (R60). */
export function surveyPreview(survey: Survey | undefined) {
  if (!survey?.preview_path) return {};
  const { id, question, description, preview_path } = survey;
  const path = `/surveys/${id}`;
  const { meta, links } = linkPreview({
    title: question,
    description: shorten(description || `Oyunuzu ${BRAND} üzerinde kullanın.`),
    path,
    image: { url: preview_path, ...SURVEY_PICTURES.link, alt: question },
  });
  const url = encodeURIComponent(siteOrigin() + path);
  const href = `${siteOrigin()}/oembed?format=json&url=${url}`;
  return { meta, links: [...links, { rel: "alternate", type: "application/json+oembed", href }] };
}

function shorten(text: string): string {
  const characters = [...text.replaceAll(/\s+/g, " ")];
  return characters.length <= DESCRIPTION_LENGTH
    ? characters.join("")
    : `${characters.slice(0, DESCRIPTION_LENGTH - 1).join("")}…`;
}
