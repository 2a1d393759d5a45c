import type { FastifyInstance } from "fastify";
import type { AppContext } from "#server/app-context.ts";
import { provenRoutes } from "#server/http/routing/proven-routes.ts";
import { accounts } from "./accounts/accounts.feature.ts";
import { ballots } from "./ballots/ballots.feature.ts";
import { blocks } from "./blocks/blocks.feature.ts";
import { codes } from "./codes/codes.feature.ts";
import { crawlers } from "./crawlers/crawlers.feature.ts";
import { email } from "./email/email.feature.ts";
import { events } from "./events/events.feature.ts";
import type { Feature, FeatureContext } from "./feature.ts";
import { feed } from "./feed/feed.feature.ts";
import { follows } from "./follows/follows.feature.ts";
import { installedApp } from "./installed-app/installed-app.feature.ts";
import { invitations } from "./invitations/invitations.feature.ts";
import { legalRequests } from "./legal-requests/legal-requests.feature.ts";
import { lookups } from "./lookups/lookups.feature.ts";
import { moderation } from "./moderation/moderation.feature.ts";
import { notifications } from "./notifications/notifications.feature.ts";
import { people } from "./people/people.feature.ts";
import { push } from "./push/push.feature.ts";
import { quietPeriods } from "./quiet-periods/quiet-periods.feature.ts";
import { quizzes } from "./quizzes/quizzes.feature.ts";
import { quotas } from "./quotas/quotas.feature.ts";
import { receipts } from "./receipts/receipts.feature.ts";
import { report } from "./report/report.feature.ts";
import { results } from "./results/results.feature.ts";
import { reviewWords } from "./review-words/review-words.feature.ts";
import { sharing } from "./sharing/sharing.feature.ts";
import { createOwnerChecks } from "./sign-in/owner-checks.ts";
import { signIn } from "./sign-in/sign-in.feature.ts";
import { surveys } from "./surveys/surveys.feature.ts";
import { createVoteCasting } from "./votes/cast-vote.ts";
import { votes } from "./votes/votes.feature.ts";

/**
 * Every feature, in the order in which an account is deleted: `follows` locks the people, then
 * surveys are locked, and the account's own row goes last. Jobs of a stage run in the same order.
 */
export const FEATURES: readonly Feature[] = [
  follows,
  blocks,
  surveys,
  ballots,
  invitations,
  quizzes,
  votes,
  results,
  report,
  receipts,
  moderation,
  quietPeriods,
  legalRequests,
  reviewWords,
  notifications,
  push,
  people,
  quotas,
  sharing,
  crawlers,
  installedApp,
  feed,
  lookups,
  events,
  codes,
  signIn,
  email,
  accounts,
];

/** Adds every feature: its routes, and its work outside of requests. */
export function registerFeatures(app: FastifyInstance, appContext: AppContext): void {
  const checks = createOwnerChecks(appContext);
  const defineRoute = provenRoutes(appContext.defineRoute, checks.stepUp);
  const context: FeatureContext = {
    ...{ ...appContext, ...checks, ...createVoteCasting(appContext) },
    ...{ defineRoute, features: FEATURES },
  };
  for (const feature of FEATURES) feature.routes?.(context, app);
  for (const feature of FEATURES) context.jobs.push(...(feature.jobs?.(context) ?? []));
}
