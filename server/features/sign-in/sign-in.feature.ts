import { toTimestamp } from "#server/db/timestamps.ts";
import type { Feature } from "../feature.ts";
import { challengeRoutes } from "./challenge.routes.ts";
import { deleteUncompleted } from "./factors/ceremonies.writes.ts";
import { readFactors } from "./factors/factors.reads.ts";
import { factorRoutes } from "./factors/factors.routes.ts";
import { secondStepRoutes } from "./factors/second-step.routes.ts";
import { readKnownPlaces } from "./known-places.reads.ts";
import { forgetPlaces } from "./known-places.writes.ts";
import { readIdentities } from "./oidc/identities.reads.ts";
import { oidcRoutes } from "./oidc/oidc.routes.ts";
import { deleteOldFlows } from "./oidc/provider-flows.writes.ts";
import { passwordChangeRoutes } from "./password-change.routes.ts";
import { readSessions } from "./sessions.reads.ts";
import { sessionRoutes } from "./sessions.routes.ts";
import { deleteExpiredSessions, endSessionsOf, noteSeen } from "./sessions.writes.ts";

const IN_PROGRESS = { notExported: "lasts for minutes", deletedBy: "foreign key" } as const;
const FACTOR = { exported: "second_factors", deletedBy: "foreign key" } as const;
const PLACE = { exported: "known_places", deletedBy: "foreign key" } as const;
const IDENTITY = { exported: "identities", deletedBy: "foreign key" } as const;
const NEWCOMER = {
  notExported: "has no account yet",
  kept: "belongs to no account, and is deleted within the hour",
} as const;

export const signIn: Feature = {
  name: "sign-in",
  tables: {
    credentials: {
      people: { user_id: { notExported: "a password's hash", deletedBy: "foreign key" } },
    },
    sessions: { people: { user_id: { exported: "sessions", deletedBy: "foreign key" } } },
    session_proofs: { notBackedUp: "over by the time a backup is restored" },
    totp: { people: { user_id: FACTOR } },
    passkeys: { people: { user_id: FACTOR } },
    recovery_codes: { people: { user_id: FACTOR } },
    sign_in_tickets: { people: { user_id: IN_PROGRESS } },
    ceremonies: { people: { user_id: IN_PROGRESS } },
    known_places: { people: { user_id: PLACE, place: PLACE } },
    identities: { people: { user_id: IDENTITY, subject: IDENTITY, email: IDENTITY } },
    provider_flows: {
      people: { user_id: IN_PROGRESS },
      notBackedUp: "over by the time a backup is restored",
    },
    newcomers: {
      people: { subject: NEWCOMER, email: NEWCOMER },
      notBackedUp: "over by the time a backup is restored",
    },
  },
  routes(context) {
    const { passwords, tryLogin } = context;
    challengeRoutes(context);
    sessionRoutes(context, passwords, tryLogin);
    passwordChangeRoutes(context, passwords, tryLogin);
    factorRoutes(context);
    secondStepRoutes(context);
    oidcRoutes(context);
  },
  jobs: ({ db, sessions }) => [
    {
      name: "note when sessions were last used",
      stage: "cleanup",
      where: "process",
      run: () => noteSeen(db, sessions.takeSeen()),
    },
    {
      name: "delete expired sessions",
      stage: "cleanup",
      run: ({ now }) => deleteExpiredSessions(db, now),
    },
    {
      name: "delete proofs that are over, and logins that nobody completed",
      stage: "cleanup",
      run: ({ now }) => deleteUncompleted(db, now),
    },
    {
      name: "forget where people signed in long ago",
      stage: "cleanup",
      run: ({ now }) => forgetPlaces(db, now),
    },
    {
      name: "delete sign-ins with providers that nobody finished",
      stage: "cleanup",
      run: ({ now }) => deleteOldFlows(db, now),
    },
  ],
  download: {
    identities: async ({ db }, userId) =>
      (await readIdentities(db, userId)).map(({ linked_at, ...identity }) => ({
        ...identity,
        linked_at: toTimestamp(linked_at),
      })),
    sessions: ({ db }, userId) => readSessions(db, userId),
    known_places: ({ db }, userId) => readKnownPlaces(db, userId),
    async second_factors({ db, mailboxes }, userId) {
      const { totp_since, passkeys, recovery_codes_left } = await readFactors(
        db,
        mailboxes,
        userId,
      );
      return {
        ...{ totp_since, recovery_codes_left },
        passkeys: passkeys.map(({ id: _, ...passkey }) => passkey),
      };
    },
  },
  accountDeletion: {
    async delete({ db }, tx, { userId }, left) {
      const ended = await endSessionsOf(db, tx, userId);
      left.sessions.push(...ended.map(({ token_hash }) => token_hash));
    },
  },
};
