import type { FastifyInstance } from "fastify";
import type { AppContext } from "#server/app-context.ts";
import { accountJobs } from "./accounts/accounts.jobs.ts";
import { accountRoutes } from "./accounts/accounts.routes.ts";
import { emailJobs } from "./email/email.jobs.ts";
import { eventRoutes } from "./events/events.routes.ts";
import { followRoutes } from "./follows/follows.routes.ts";
import { invitationRoutes } from "./invitations/invitations.routes.ts";
import { lookupRoutes } from "./lookups/lookups.routes.ts";
import { notificationJobs } from "./notifications/notifications.jobs.ts";
import { notificationRoutes } from "./notifications/notifications.routes.ts";
import { peopleRoutes } from "./people/people.routes.ts";
import { receiptJobs } from "./receipts/receipts.jobs.ts";
import { receiptRoutes } from "./receipts/receipts.routes.ts";
import { reportRoutes } from "./report/report.routes.ts";
import { resultRoutes } from "./results/results.routes.ts";
import { signInJobs } from "./sign-in/sign-in.jobs.ts";
import { surveyJobs } from "./surveys/surveys.jobs.ts";
import { surveyRoutes } from "./surveys/surveys.routes.ts";
import { voteJobs } from "./votes/votes.jobs.ts";
import { voteRoutes } from "./votes/votes.routes.ts";

/** Adds every feature: its routes, and its work beside requests. */
export function registerFeatures(app: FastifyInstance, context: AppContext): void {
  lookupRoutes(context);
  accountRoutes(context);
  peopleRoutes(context);
  followRoutes(context);
  surveyRoutes(context);
  voteRoutes(context);
  const watchResults = resultRoutes(context);
  reportRoutes(context);
  receiptRoutes(app, context);
  invitationRoutes(context);
  eventRoutes(context, { sendUnread: notificationRoutes(context), watchResults });

  surveyJobs(context);
  voteJobs(context);
  receiptJobs(context);
  notificationJobs(context);
  accountJobs(context);
  signInJobs(context);
  emailJobs(context);
}
