// Who votes. Nobody is shown whose a vote is: only voters see their own votes, and of others only
// how many accounts of a group voted. The table `votes` names a voter as `user_id`.

import { randomBytes } from "node:crypto";
import { type Expression, type RawBuilder, type SqlBool, sql } from "kysely";
import { DAY_MS } from "#contract/durations.ts";
import { ESTABLISHED_DAYS } from "#contract/limits.ts";
import type { Database, Transaction } from "#server/db/database.ts";
import type { VoterId } from "#server/db/tables/voter-id.ts";
import type { Member } from "#server/http/identity/viewer.ts";
import type { VoterNumbers } from "#server/http/identity/voter-numbers.reads.ts";

export type { VoterId } from "#server/db/tables/voter-id.ts";

/** A person who votes: today always one with an account. */
export interface Voter extends VoterNumbers {
  id: VoterId;
}

export const voterOf = ({
  id,
  ...known
}: Omit<Member, "role" | "isSuspended" | "missing">): Voter => ({
  ...{ id: voterOfAccount(id), numbers: known.numbers },
  ...{ verifiedAt: known.verifiedAt, knownSince: known.knownSince },
});

export const voterOfAccount = (accountId: number): VoterId => accountId as VoterId;

/** Whether nothing shows any more who cast the vote, since the account was deleted. */
export const isAnonymous = (voter: VoterId): boolean => voter < 0;

/** Returns a new voter for a vote whose account is being deleted, of 52 random bits. */
export const anonymousVoter = (): VoterId =>
  (-1 - Number(randomBytes(8).readBigUInt64BE() >> 12n)) as VoterId;

/** A voter in a statement: a value, or a column. */
type VoterExpression = VoterId | Expression<unknown>;

/** Joins the vote of `voter` on a survey; without a row if there is none. */
export const joinExistingVote = (surveyId: RawBuilder<unknown>, voter: VoterExpression) =>
  sql`join votes on votes.survey_id = ${surveyId} and votes.user_id = ${voter}`;

/** The same with a row in any case, for `hasVote`. */
export const joinVote = (surveyId: RawBuilder<unknown>, voter: VoterExpression) =>
  sql`left ${joinExistingVote(surveyId, voter)}`;

/** 1 if `joinVote` found a vote, otherwise 0. */
export const hasVote: RawBuilder<number> = sql`case when votes.user_id is null then 0 else 1 end`;

/** Whether the vote is this voter's, in a query that reads `votes`. */
export const isVoteOf = (voter: VoterId) => sql<SqlBool>`votes.user_id = ${voter}`;

/**
 * Whether the voter has voted on the survey. Not `exists`, for which PostgreSQL may read all of a
 * survey's votes.
 */
export const hasVotedOn = (surveyId: RawBuilder<unknown>, voter: VoterExpression) =>
  sql<SqlBool>`(select 1 from votes
    where votes.survey_id = ${surveyId} and votes.user_id = ${voter}) is not null`;

export async function hasVoted(db: Database, surveyId: number, voter: VoterId): Promise<boolean> {
  const vote = await db.query
    .selectFrom("votes")
    .select("survey_id")
    .where("survey_id", "=", surveyId)
    .where(isVoteOf(voter))
    .executeTakeFirst();
  return vote !== undefined;
}

/** Stands for the option of a vote without one; no option has this id. */
export const NO_OPTION = 0;

/** The option of a vote or `NO_OPTION`: a column for a query that reads `votes`. */
export const optionOfVote: RawBuilder<number> = sql`case when votes.no_opinion = 1
  then ${sql.lit(NO_OPTION)} else votes.option_id end`;

/** Whether a vote names an option, in such a query. */
export const IS_OPINION = sql<SqlBool>`votes.no_opinion is null`;

/** Returns all votes of a voter, with `NO_OPTION` where they name none. */
export const readVotesOf = (tx: Transaction, voter: VoterId) =>
  tx
    .selectFrom("votes")
    .select(["survey_id", optionOfVote.as("option_id"), "while_private", "changeable"])
    .where(isVoteOf(voter))
    .execute();

/** Joins `users`, the accounts of voters; without a row for those that were deleted. */
export const joinAccounts = (voter: RawBuilder<unknown>) => sql`join users on users.id = ${voter}`;

/** A survey's votes for options with their voters' accounts, where these still exist, for `from`. */
export const opinionsWithAccounts = (surveyId: number) =>
  sql`votes left ${joinAccounts(sql.ref("votes.user_id"))}
    where votes.survey_id = ${surveyId} and ${IS_OPINION}`;

/**
 * Whether the voter's account has been known by the same address and identities since `knownSince`,
 * and its address has been verified since `verifiedAt`; 0 as in `VoterNumbers`.
 */
export const isKnownSince = (
  voter: RawBuilder<unknown>,
  { knownSince, verifiedAt }: Record<"knownSince" | "verifiedAt", RawBuilder<number>>,
) => sql<SqlBool>`(select coalesce(email_verified_at, 0) from users
  where users.id = ${voter} and coalesce(known_since, 0) = ${knownSince}) = ${verifiedAt}`;

/**
 * Whether the voter's account counts where results wait for votes (R451): 30 days old and, where
 * addresses are verified, with a verified one.
 */
export const isEstablished = (voter: RawBuilder<unknown>, now: number, verifies: boolean) =>
  sql<SqlBool>`(select 1 from users where users.id = ${voter}
    and users.created_at <= ${now - ESTABLISHED_DAYS * DAY_MS}
    ${verifies ? sql`and users.email_verified_at is not null` : sql``}) is not null`;

/** Lists accounts that voted on a survey, by ascending id after `after`. */
export async function listAccounts(
  db: Database,
  surveyId: number,
  { after, atMost }: { after: number; atMost: number },
): Promise<number[]> {
  // Voters whose account was deleted are below zero.
  const above = voterOfAccount(Math.max(after, 0));
  const votes = await db.query
    .selectFrom("votes")
    .select("user_id")
    .where("survey_id", "=", surveyId)
    .where("user_id", ">", above)
    .orderBy("user_id")
    .limit(atMost)
    .execute();
  return votes.map((vote) => vote.user_id);
}
