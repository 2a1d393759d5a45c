import { BRAND } from "#contract/brand.ts";
import { LINK_PREVIEW } from "#contract/limits.ts";
import type { Survey } from "#contract/survey-shapes.ts";
import { linkPreviewUrl } from "#web/lib/image-url.ts";
import { linkPreview } from "#web/lib/link-preview.ts";

const DESCRIPTION_SHOWN = 200;

/** What a shared link shows of a public survey; of any other nothing (R60). */
export function surveyPreview(survey: Survey | undefined) {
  if (survey?.visibility !== "public") return {};
  const { id, question, description, image_path } = survey;
  const { width, height } = LINK_PREVIEW;
  return linkPreview({
    title: question,
    description: shorten(description || `Oyunuzu ${BRAND} üzerinde kullanın.`),
    path: `/surveys/${id}`,
    image: { url: linkPreviewUrl(image_path), width, height, alt: question },
  });
}

function shorten(text: string): string {
  const characters = [...text.replaceAll(/\s+/g, " ")];
  return characters.length <= DESCRIPTION_SHOWN
    ? characters.join("")
    : `${characters.slice(0, DESCRIPTION_SHOWN - 1).join("")}…`;
}
