import * as account from "./account.ts";
import * as accountExport from "./account-export.ts";
import * as challenge from "./challenge.ts";
import * as email from "./email.ts";
import type { Endpoint } from "./endpoint.ts";
import * as events from "./events.ts";
import * as follows from "./follows.ts";
import * as invitations from "./invitations.ts";
import * as lookups from "./lookups.ts";
import * as notifications from "./notifications.ts";
import * as oidc from "./oidc.ts";
import * as openSessions from "./open-sessions.ts";
import * as people from "./people.ts";
import * as receipts from "./receipts.ts";
import * as report from "./report.ts";
import * as secondFactors from "./second-factors.ts";
import * as sharing from "./sharing.ts";
import * as site from "./site.ts";
import * as surveyEdits from "./survey-edits.ts";
import * as surveys from "./surveys.ts";
import * as votes from "./votes.ts";

/** Every call of the API by feature, under the name it has in the code. */
export const features = {
  lookups: endpointsOf({ ...lookups, ...site }),
  account: endpointsOf({
    ...account,
    ...email,
    ...accountExport,
    ...challenge,
    ...openSessions,
    ...secondFactors,
    ...oidc,
  }),
  people: endpointsOf(people),
  follows: endpointsOf(follows),
  surveys: endpointsOf({ ...surveys, ...surveyEdits }),
  votes: endpointsOf({ ...votes, ...report }),
  receipts: endpointsOf(receipts),
  sharing: endpointsOf(sharing),
  invitations: endpointsOf(invitations),
  notifications: endpointsOf(notifications),
  events: endpointsOf(events),
} as const;

/** The same in one list. */
export const api: Readonly<Record<string, Endpoint>> = Object.assign(
  {},
  ...Object.values(features),
);

function endpointsOf(feature: object): Readonly<Record<string, Endpoint>> {
  return Object.fromEntries(
    Object.entries(feature).filter((entry): entry is [string, Endpoint] => isEndpoint(entry[1])),
  );
}

function isEndpoint(value: unknown): value is Endpoint {
  return typeof value === "object" && value !== null && "method" in value && "answers" in value;
}
