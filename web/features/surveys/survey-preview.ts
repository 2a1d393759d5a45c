import { BRAND } from "#contract/brand.ts";
import type { Survey } from "#contract/survey-shapes.ts";
import { imageUrl } from "#web/lib/image-url.ts";
import { siteOrigin } from "#web/lib/server-side.ts";

const DESCRIPTION_SHOWN = 200;

/** What a shared link shows of a public survey; of any other nothing (decision 16). */
export function surveyPreview(survey: Survey | undefined) {
  if (survey?.visibility !== "public") return [];
  const description = shorten(survey.description || `Oyunuzu ${BRAND} üzerinde kullanın.`);
  const image = new URL(imageUrl(survey.image_path), siteOrigin()).href;
  const properties = {
    "og:type": "website",
    "og:site_name": BRAND,
    "og:locale": "tr_TR",
    "og:title": survey.question,
    "og:description": description,
    "og:url": `${siteOrigin()}/surveys/${survey.id}`,
    "og:image": image,
  };
  const names = {
    description,
    "twitter:card": "summary_large_image",
    "twitter:title": survey.question,
    "twitter:description": description,
    "twitter:image": image,
  };
  return [
    ...Object.entries(properties).map(([property, content]) => ({ property, content })),
    ...Object.entries(names).map(([name, content]) => ({ name, content })),
  ];
}

function shorten(text: string): string {
  const characters = [...text.replaceAll(/\s+/g, " ")];
  return characters.length <= DESCRIPTION_SHOWN
    ? characters.join("")
    : `${characters.slice(0, DESCRIPTION_SHOWN - 1).join("")}…`;
}
