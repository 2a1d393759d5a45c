import { DAY_MS, HOUR_MS } from "#contract/durations.ts";
import { dayInTurkey } from "#server/db/timestamps.ts";
import { voterOfAccount } from "#server/features/voters/voters.reads.ts";
import type { MaintenanceJob } from "#server/maintenance/maintenance.ts";
import type { Feature, FeatureContext } from "../feature.ts";
import { anonymizeVotes, noteDeletedVoter } from "./anonymous-votes.writes.ts";
import { deleteEndedReservations } from "./former-identities.writes.ts";
import { rankAfterQuiet, rankHidden, rankListed } from "./ranking.writes.ts";
import { exportVotes } from "./vote-export.reads.ts";
import { createMarkForgetting } from "./vote-marks.writes.ts";
import { WRONG_VOTE_COUNTERS } from "./votes.reads.ts";
import { voteRoutes } from "./votes.routes.ts";
import { forgetDailyVotes } from "./votes-by-time.writes.ts";

const KEPT_MS = 30 * DAY_MS;
const MARKS_LIMIT_MS = 10_000;

const PENDING = {
  notExported: "exists only once the account is deleted",
  kept: "until the account's votes are made anonymous, within minutes",
} as const;

const FORMER = {
  notExported: "numbers from which nobody can read an address",
  kept: "refuses second votes; without the account's id once its votes are anonymous, and no longer than reserved (R396)",
} as const;

export const votes: Feature = {
  name: "votes",
  tables: {
    choices: {
      people: {
        user_id: { exported: "votes", kept: "follows the vote, whose voter becomes nobody (R114)" },
      },
      ofSurvey: { user_id: Number.MIN_SAFE_INTEGER, option_id: 0 },
    },
    votes: {
      people: {
        user_id: {
          exported: "votes",
          kept: "votes stay counted; within minutes nothing shows whose they are (R114)",
        },
      },
      ofSurvey: { user_id: Number.MIN_SAFE_INTEGER },
    },
    hourly_votes: {},
    hourly_origins: {},
    daily_votes: {},
    vote_marks: {
      people: {
        mark: {
          notExported: "exists only once the account is deleted",
          kept: "refuses a second vote from the mailbox, until a month after the end (R211)",
        },
      },
      ofSurvey: { mark: Number.MIN_SAFE_INTEGER },
    },
    former_identities: { people: { user_id: FORMER } },
    pending_anonymizations: { people: { user_id: PENDING, mailbox: PENDING } },
  },
  routes: voteRoutes,
  jobs: voteJobs,
  download: {
    votes: ({ db, sealer }, userId, { choices }) =>
      exportVotes(db, sealer, { voter: voterOfAccount(userId), choices }),
  },
  accountDeletion: {
    delete: ({ mailboxes }, tx, { userId, now }) => noteDeletedVoter(mailboxes, tx, userId, now),
  },
  wrongCounters: WRONG_VOTE_COUNTERS,
};

function voteJobs(context: FeatureContext): MaintenanceJob[] {
  const { db } = context;
  const forgetMarks = createMarkForgetting(db);
  return [
    {
      name: "make the votes of deleted accounts anonymous",
      stage: "prompt",
      run: ({ now }) => anonymizeVotes(context, now),
    },
    {
      name: "delete what deleted accounts no longer reserve",
      stage: "cleanup",
      run: ({ now }) => deleteEndedReservations(db, now),
    },
    {
      name: "rank the surveys that a crash left unranked",
      stage: "start",
      where: "process",
      run: ({ now, signal }) => rankListed(db, signal, now),
    },
    {
      name: "rank surveys with hidden results",
      stage: "last",
      everyMs: HOUR_MS,
      run: async ({ now, signal }) => {
        await rankHidden(db, signal);
        await rankAfterQuiet(db, signal, now);
      },
    },
    {
      name: "forget the votes of days long past",
      stage: "cleanup",
      run: ({ now }) => forgetDailyVotes(db, dayInTurkey(now - KEPT_MS)),
    },
    {
      name: "forget which deleted accounts voted on surveys that ended long ago",
      stage: "last",
      timeLimitMs: MARKS_LIMIT_MS,
      run: ({ now, signal }) => forgetMarks(now, signal),
    },
  ];
}
