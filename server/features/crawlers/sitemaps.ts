import { html } from "#contract/html.ts";
import { toTimestamp } from "#server/db/timestamps.ts";

/** The pages that are the same for everybody and belong to no survey or person. */
export const PUBLIC_PAGES = [
  ...[
    "/",
    "/surveys",
    "/feed",
    "/discovery",
    "/about",
    "/support",
    "/contact",
    "/team",
    "/company",
  ],
  ...["/blog", "/rules", "/transparency", "/privacy", "/kvkk"],
];

/** What crawlers need not request: calls, pages of one's own account, and what invitations open. */
export const PRIVATE_PATHS = [
  ...["/api/", "/account", "/invitations", "/notifications", "/moderation", "/login", "/logout"],
  ...["/register", "/password/", "/email/", "/code", "/survey/create", "/*?*davet="],
];

export const robotsTxt = (origin: string): string =>
  [
    "User-agent: *",
    ...PRIVATE_PATHS.map((path) => `Disallow: ${path}`),
    "",
    `Sitemap: ${origin}/sitemap.xml`,
    "",
  ].join("\n");

const DECLARATION = '<?xml version="1.0" encoding="UTF-8"?>\n';
const NAMESPACE = "http://www.sitemaps.org/schemas/sitemap/0.9";

/** Names the sitemap of pages and `count` sitemaps of surveys, at most 49,999 (sitemaps.org). */
export function sitemapIndex(origin: string, count: number): string {
  const surveys = Array.from({ length: Math.min(count, 49_999) }, (_, i) => `surveys/${i + 1}`);
  const maps = ["pages", ...surveys].map(
    (name) => html`<sitemap><loc>${origin}/sitemaps/${name}.xml</loc></sitemap>\n`,
  );
  return DECLARATION + html`<sitemapindex xmlns="${NAMESPACE}">\n${maps}</sitemapindex>\n`.text;
}

export const pagesSitemap = (origin: string): string =>
  urlset(PUBLIC_PAGES.map((path) => html`<url><loc>${origin}${path}</loc></url>\n`));

export const surveysSitemap = (
  origin: string,
  surveys: readonly { id: number; changedAt: number }[],
): string =>
  urlset(
    surveys.map(
      ({ id, changedAt }) =>
        html`<url><loc>${origin}/surveys/${id}</loc><lastmod>${toTimestamp(changedAt)}</lastmod></url>\n`,
    ),
  );

const urlset = (urls: Parameters<typeof html>[1]): string =>
  DECLARATION + html`<urlset xmlns="${NAMESPACE}">\n${urls}</urlset>\n`.text;
