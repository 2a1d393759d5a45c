import { BRAND } from "#contract/brand.ts";
import type { Category } from "#contract/endpoints/lookups.ts";
import { html } from "#contract/html.ts";
import { toTimestamp } from "#server/db/timestamps.ts";
import { categoryName } from "#server/features/lookups/categories.ts";
import type { FedSurvey } from "./crawlers.reads.ts";

/** Characters that no XML document may contain, not even escaped. */
const NOT_XML = /[^\t\n\r -\uD7FF\uE000-\uFFFD\u{10000}-\u{10FFFF}]/gu;

const plain = (text: string): string => text.replaceAll(NOT_XML, "");

/** An Atom feed (RFC 4287) of new surveys, of one category or all, newest first. */
export function surveyFeed(
  origin: string,
  category: Category | undefined,
  surveys: readonly FedSurvey[],
): string {
  const path = `/feeds/${category ? `category-${category.id}` : "surveys"}.atom`;
  const page = category ? `/discovery?category_id=${category.id}` : "/surveys";
  // A feed without surveys has to name some time; this one does not change.
  const updated = Math.max(0, ...surveys.map(({ changedAt }) => changedAt));
  return `<?xml version="1.0" encoding="UTF-8"?>\n${
    html`<feed xmlns="http://www.w3.org/2005/Atom" xml:lang="tr">
<id>${origin}${path}</id>
<title>${BRAND}: ${category ? `${category.name} anketleri` : "Yeni anketler"}</title>
<updated>${toTimestamp(updated)}</updated>
<link rel="self" type="application/atom+xml" href="${origin}${path}"/>
<link rel="alternate" type="text/html" href="${origin}${page}"/>
${surveys.map((survey) => entry(origin, survey))}</feed>
`.text
  }`;
}

function entry(origin: string, survey: FedSurvey) {
  const address = `${origin}/surveys/${survey.id}`;
  const choices = survey.options.map((content) => `“${content}”`).join(", ");
  return html`<entry>
<id>${address}</id>
<title>${plain(survey.question)}</title>
<published>${toTimestamp(survey.startTime)}</published>
<updated>${toTimestamp(survey.changedAt)}</updated>
<author><name>${plain(survey.owner.name)}</name><uri>${origin}/profile/${survey.owner.nickname}</uri></author>
<category term="${survey.categoryId}" label="${categoryName(survey.categoryId)}"/>
<link rel="alternate" type="text/html" href="${address}"/>
<summary>${plain(`Şıklar: ${choices}`)}</summary>
</entry>
`;
}
