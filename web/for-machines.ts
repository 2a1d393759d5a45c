import type { QueryClient } from "@tanstack/react-query";
import type { AnyRouteMatch, AnyRouter } from "@tanstack/react-router";
import { BRAND } from "#contract/brand.ts";
import { personPicturePath } from "#contract/charts.ts";
import type { Person } from "#contract/endpoints/people.ts";
import type { Result } from "#contract/endpoints/votes.ts";
import { escapeMarkup, html } from "#contract/html.ts";
import { LINK_PREVIEW, SURVEY_PICTURES } from "#contract/limits.ts";
import type { Author, Survey } from "#contract/shapes/survey-shapes.ts";
import { resultsQuery } from "./features/results/results.api.ts";
import { isolated } from "./lib/direction.ts";
import { imageUrl } from "./lib/image-url.ts";
import { type LinkPreview, linkPreview } from "./lib/link-preview.ts";
import { pageTitle } from "./lib/page-title.ts";
import { siteOrigin } from "./lib/ssr-context.ts";
import previewPicture from "./styles/link-preview.jpg?url";

/**
 * Adds to a rendered document what only machines read (ADR-063): how the site is installed,
 * structured data (schema.org), the feed of a list, the preview of an invitation, and a survey's
 * question as the title. A script gives the tab the specified title before anything is painted, so
 * that React finds the title that it renders.
 */
export function addForMachines(document: string, router: AnyRouter, nonce: string): string {
  const match = router.state.matches.at(-1);
  const { title, data, feed, preview }: Description =
    match?.status === "success" ? describe(match, router.options.context.queryClient) : {};
  const head = [
    INSTALLED,
    isUnlisted(match) ? NOT_INDEXED : "",
    preview && tagsOf(preview),
    data && `<script type="application/ld+json">${asJson(data)}</script>`,
    feed && feedLink(feed),
  ].join("");
  const titled = title === undefined ? document : withTitle(document, title, nonce);
  return titled.replace("</head>", () => `${head}</head>`);
}

const NOT_INDEXED = `<meta name="robots" content="noindex">`;

/** Whether the page is one of a survey that moderation keeps out of lists (R643). */
const isUnlisted = (match: AnyRouteMatch | undefined): boolean =>
  match?.fullPath.startsWith("/surveys/$id") && match.loaderData?.item?.unlisted === true;

const INSTALLED =
  `<link rel="manifest" href="/manifest.webmanifest">` +
  `<link rel="apple-touch-icon" href="/icons/apple-touch-icon.png">`;

interface Description {
  title?: string;
  data?: object;
  /** The name of the feed in `/feeds/`. */
  feed?: string;
  /** What services that show links say of the page. */
  preview?: LinkPreview;
}

/**
 * The same for every invitation link, whether or not there is such a survey (R60, R536), and without
 * an address, which would name the survey.
 */
const INVITATION: LinkPreview = {
  title: "Özel bir ankete davet edildiniz",
  description: "Anketi yalnız davet edilenler görür. Açmak için bağlantıya dokunun.",
  path: "",
  image: {
    url: previewPicture,
    width: LINK_PREVIEW.width,
    height: LINK_PREVIEW.height,
    alt: BRAND,
  },
};

function describe(
  { fullPath, loaderData, search }: AnyRouteMatch,
  queryClient: QueryClient,
): Description {
  if (isInvitation(fullPath, loaderData)) return { title: INVITATION.title, preview: INVITATION };
  switch (fullPath) {
    case "/":
      return { data: { "@type": "WebSite", name: BRAND, url: siteOrigin() }, feed: "surveys" };
    case "/surveys":
    case "/discovery":
      return { feed: search.category_id ? `category-${search.category_id}` : "surveys" };
    case "/surveys/$id": {
      const survey: Survey | undefined = loaderData?.item;
      if (survey?.visibility !== "public") return {};
      const results = queryClient.getQueryData(resultsQuery(survey.id).queryKey);
      return { title: survey.question, data: questionData(survey, results?.items) };
    }
    case "/profile/$nickname":
      return { data: profileData(loaderData.person), preview: profilePreview(loaderData.person) };
    default:
      return {};
  }
}

/** Whether the page is one of a survey that only the browser may ask for, with a link's code. */
const isInvitation = (fullPath: string, loaderData: unknown): boolean =>
  fullPath.startsWith("/surveys/$id") && loaderData === null;

/** Open Graph and Twitter tags, without the description that the page has itself. */
const tagsOf = (preview: LinkPreview): string =>
  linkPreview(preview)
    .meta.map((tag) => {
      if ("property" in tag) return ["property", tag.property, tag.content] as const;
      return ["name", tag.name, tag.content] as const;
    })
    .filter(([, name]) => name !== "description" && (name !== "og:url" || preview.path !== ""))
    .map(([kind, name, content]) => html`<meta ${kind}="${name}" content="${content}">`.text)
    .join("");

function withTitle(document: string, title: string, nonce: string): string {
  return document.replace(
    /<title>([^<]*)<\/title>/,
    (_, specified: string) =>
      `<title>${escapeMarkup(pageTitle(title))}</title>` +
      `<script nonce="${nonce}">document.title=${asJson(specified)}</script>`,
  );
}

/** Search engines document no results for polls: this is the plain vocabulary of a question. */
const questionData = (survey: Survey, results: readonly Result[] | undefined) => ({
  "@type": "Question",
  name: survey.question,
  ...(survey.description && { text: survey.description }),
  url: `${siteOrigin()}/surveys/${survey.id}`,
  image: absolute(survey.image_path),
  inLanguage: "tr",
  dateCreated: survey.start_time,
  ...(survey.edited_at && { dateModified: survey.edited_at }),
  author: personData(survey.user),
  ...(survey.vote_count !== null && { interactionStatistic: counted("Vote", survey.vote_count) }),
  suggestedAnswer: survey.options.map(({ id, content, image }) => {
    const { count, mean } = results?.find(({ option_id }) => option_id === id) ?? {};
    return {
      "@type": "Answer",
      text: content,
      image: absolute(image),
      // A grade is no vote for an option.
      ...(count !== undefined && mean === undefined && { upvoteCount: count }),
    };
  }),
});

const profileData = (person: Person) => ({
  "@type": "ProfilePage",
  mainEntity: {
    ...personData(person),
    ...(person.biography && { description: person.biography }),
    interactionStatistic: counted("Follow", person.follower_count),
    agentInteractionStatistic: counted("Write", person.survey_count),
  },
});

const profilePreview = ({ name, nickname, image, biography, survey_count }: Person) => ({
  title: `${isolated(name)} (@${nickname})`,
  description: biography || `${BRAND} üzerinde sorduğu anketler: ${survey_count}`,
  path: `/profile/${nickname}`,
  image: {
    // Services keep a picture by its address: another one gets another address.
    url: personPicturePath(nickname, /[0-9a-f]{32}/.exec(image ?? "")?.[0] ?? "0"),
    ...SURVEY_PICTURES.link,
    alt: isolated(name),
  },
});

const personData = ({ name, nickname, image }: Omit<Author, "id">) => ({
  "@type": "Person",
  name,
  alternateName: nickname,
  url: `${siteOrigin()}/profile/${nickname}`,
  ...(image && { image: absolute(image) }),
});

const counted = (action: string, count: number) => ({
  "@type": "InteractionCounter",
  interactionType: `https://schema.org/${action}Action`,
  userInteractionCount: count,
});

const absolute = (path: string): string => new URL(imageUrl(path), siteOrigin()).href;

const feedLink = (name: string): string =>
  `<link rel="alternate" type="application/atom+xml" title="Yeni anketler" href="${siteOrigin()}/feeds/${name}.atom">`;

/** JSON for an inline script, which no text in it can end. */
const asJson = (data: object | string): string => {
  const whole = typeof data === "string" ? data : { "@context": "https://schema.org", ...data };
  return JSON.stringify(whole).replaceAll("<", "\\u003c");
};
