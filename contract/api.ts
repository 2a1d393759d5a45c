import type { Endpoint } from "./endpoint.ts";
import * as account from "./endpoints/account.ts";
import * as accountExport from "./endpoints/account-export.ts";
import * as blocks from "./endpoints/blocks.ts";
import * as challenge from "./endpoints/challenge.ts";
import * as codes from "./endpoints/codes.ts";
import * as completion from "./endpoints/completion.ts";
import * as email from "./endpoints/email.ts";
import * as events from "./endpoints/events.ts";
import * as feed from "./endpoints/feed.ts";
import * as follows from "./endpoints/follows.ts";
import * as invitations from "./endpoints/invitations.ts";
import * as lookups from "./endpoints/lookups.ts";
import * as legalRequests from "./endpoints/moderation/legal-requests.ts";
import * as registrationLinks from "./endpoints/moderation/links.ts";
import * as staffPeople from "./endpoints/moderation/people.ts";
import * as moderationQueue from "./endpoints/moderation/queue.ts";
import * as quietPeriods from "./endpoints/moderation/quiet-periods.ts";
import * as reviewWords from "./endpoints/moderation/review-words.ts";
import * as moderation from "./endpoints/moderation.ts";
import * as moderationCases from "./endpoints/moderation-cases.ts";
import * as notices from "./endpoints/notices.ts";
import * as notifications from "./endpoints/notifications.ts";
import * as oidc from "./endpoints/oidc.ts";
import * as openSessions from "./endpoints/open-sessions.ts";
import * as people from "./endpoints/people.ts";
import * as push from "./endpoints/push.ts";
import * as quizzes from "./endpoints/quizzes.ts";
import * as receipts from "./endpoints/receipts.ts";
import * as report from "./endpoints/report.ts";
import * as secondFactors from "./endpoints/second-factors.ts";
import * as sharing from "./endpoints/sharing.ts";
import * as site from "./endpoints/site.ts";
import * as staff from "./endpoints/staff.ts";
import * as surveyEdits from "./endpoints/survey-edits.ts";
import * as surveys from "./endpoints/surveys.ts";
import * as votes from "./endpoints/votes.ts";

/** Every call of the API by feature, under the name it has in the code. */
export const features = {
  lookups: endpointsOf({ ...lookups, ...site }),
  account: endpointsOf({
    ...account,
    ...email,
    ...codes,
    ...completion,
    ...accountExport,
    ...challenge,
    ...openSessions,
    ...secondFactors,
    ...oidc,
    ...notices,
  }),
  people: endpointsOf(people),
  follows: endpointsOf(follows),
  blocks: endpointsOf(blocks),
  surveys: endpointsOf({ ...surveys, ...surveyEdits }),
  quizzes: endpointsOf(quizzes),
  feed: endpointsOf(feed),
  votes: endpointsOf({ ...votes, ...report }),
  receipts: endpointsOf(receipts),
  sharing: endpointsOf(sharing),
  invitations: endpointsOf(invitations),
  notifications: endpointsOf({ ...notifications, ...push }),
  moderation: endpointsOf({
    ...moderation,
    ...moderationCases,
    ...moderationQueue,
    ...quietPeriods,
    ...legalRequests,
    ...reviewWords,
    ...staff,
    ...staffPeople,
    ...registrationLinks,
  }),
  events: endpointsOf(events),
} as const;

/** The same calls by name, without the features. */
export const api: Readonly<Record<string, Endpoint>> = Object.assign(
  {},
  ...Object.values(features),
);

type EndpointsOf<Module> = {
  readonly [Name in keyof Module as Module[Name] extends Endpoint ? Name : never]: Module[Name];
};

function endpointsOf<Module extends object>(module: Module): EndpointsOf<Module> {
  const endpoints = Object.entries(module).filter(([, value]) => isEndpoint(value));
  return Object.fromEntries(endpoints) as EndpointsOf<Module>;
}

function isEndpoint(value: unknown): value is Endpoint {
  return typeof value === "object" && value !== null && "method" in value && "answers" in value;
}
