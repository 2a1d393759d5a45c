import { type RawBuilder, type SqlBool, sql } from "kysely";
import { LRUCache } from "lru-cache";
import type { ErrorCode } from "#contract/errors.ts";
import type { Clock } from "#server/app-context.ts";
import { groupCommit } from "#server/db/group-commit.ts";
import type { Database } from "#server/db/open.ts";
import { transact, withRetry } from "#server/db/transact.ts";
import { ApiError } from "#server/errors.ts";
import { countVotes } from "#server/features/ballots/ballots.writes.ts";
import { visibleTo } from "#server/features/surveys/survey-access.reads.ts";
import type { Mailboxes } from "#server/mailboxes.ts";

export interface NewVote {
  surveyId: number;
  userId: number;
  /** The voter's; see `server/mailboxes.ts`. */
  mailbox: number;
  optionId: number;
}

/** A vote that was cast, and whether it is shown in steps. */
interface CastVote {
  isInSteps: boolean;
}

/**
 * Why a vote was refused. It can be cast again where the reason has gone since (`changed`), and, with
 * its mark, where it came without one to a survey that has marks (`unmarked`).
 */
type Refusal = ErrorCode | "changed" | "unmarked";

const LARGEST_BATCH = 1000;
/** How often a vote is submitted at most, while what speaks against it changes. */
const ATTEMPTS = 4;

/**
 * Answers a function that casts one vote and answers once it is committed and synced. Votes that
 * arrive together share a commit. It throws the code that says why a vote was refused, `overloaded`
 * where nothing spoke against it and it was not entered all the same. `needsVerified`: of verified voters alone.
 */
export function createVoteCaster(
  db: Database,
  clock: Clock,
  mailboxes: Mailboxes,
  needsVerified = false,
): (vote: NewVote) => Promise<CastVote> {
  const submit = groupCommit<MarkedVote, Refusal | CastVote>(
    (votes) => castBatch(db, votes, { now: clock.now(), needsVerified }),
    LARGEST_BATCH,
  );
  // Making a mark takes a fifth of what a vote costs the database, and most surveys have none.
  const surveysWithMarks = new LRUCache<number, true>({ max: 10_000 });
  return async (vote) => {
    const { mailbox, surveyId } = vote;
    let outcome: Refusal | CastVote = "changed";
    for (let attempt = 0; isTransient(outcome) && attempt < ATTEMPTS; attempt++) {
      if (outcome === "unmarked") surveysWithMarks.set(surveyId, true);
      const mark = surveysWithMarks.get(surveyId) ? mailboxes.markOf(mailbox, surveyId) : UNMARKED;
      outcome = await submit({ ...vote, mark });
    }
    if (typeof outcome === "object") return outcome;
    throw new ApiError(isTransient(outcome) ? "overloaded" : outcome);
  };
}

type MarkedVote = NewVote & { mark: number };
/** In place of a vote's mark. It is inserted only where its survey has no marks. */
const UNMARKED = -1;

const isTransient = (outcome: Refusal | CastVote) =>
  outcome === "changed" || outcome === "unmarked";

interface Rules {
  now: number;
  needsVerified: boolean;
}

/** For each vote that it was cast, or why it was refused. */
async function castBatch(
  db: Database,
  votes: readonly MarkedVote[],
  rules: Rules,
): Promise<(Refusal | CastVote)[]> {
  const insertAndCount =
    db.engine === "postgres" ? insertAndCountInOneStatement : insertAndCountInTwo;
  const inserted = await insertAndCount(db, rowsOf(db, votes), rules);
  const inSteps = new Set<number>();
  for (const row of inserted) if (row.in_steps === 1) inSteps.add(row.survey_id);
  const cast = (vote: NewVote) => ({ isInSteps: inSteps.has(vote.surveyId) });
  if (inserted.length === votes.length) return votes.map(cast);

  const chosen = new Map(inserted.map((row) => [keyOf(row.survey_id, row.user_id), row.option_id]));
  const refused = votes.filter((vote) => !chosen.has(keyOf(vote.surveyId, vote.userId)));
  const refusals = await findRefusals(db, refused, rules);
  return votes.map((vote) => {
    const key = keyOf(vote.surveyId, vote.userId);
    // Of several votes of one person in this batch, only the one for the inserted option succeeds.
    if (chosen.get(key) !== vote.optionId) return refusals.get(key) ?? "already_voted";
    chosen.delete(key);
    return cast(vote);
  });
}

const keyOf = (surveyId: number, userId: number) => `${surveyId}:${userId}`;

interface VoteRow {
  survey_id: number;
  user_id: number;
  option_id: number;
}

interface InsertedVote extends VoteRow {
  /** 1 if it was cast in private, and is shown in steps. */
  in_steps: number;
}

/** The votes as the table expression `input`. */
const rowsOf = (db: Database, votes: readonly MarkedVote[]) =>
  db.rows(
    ["survey_id", "user_id", "option_id", "mailbox", "mark"],
    votes.map((vote) => [vote.surveyId, vote.userId, vote.optionId, vote.mailbox, vote.mark]),
  );

/**
 * Inserts and counts the valid votes in one statement: while the database works on it, this process
 * receives the next votes, without a round trip in between.
 */
async function insertAndCountInOneStatement(
  db: Database,
  votes: RawBuilder<unknown>,
  rules: Rules,
): Promise<InsertedVote[]> {
  const statement = sql<InsertedVote>`with inserted as (${insertValid(votes, rules)}),
    counted as (${countVotes(db, "single", sql`inserted`)})
    select survey_id, user_id, option_id, in_steps from inserted`;
  const { rows } = await withRetry(db, () => statement.execute(db.query));
  return rows;
}

/** The same for SQLite, where a statement cannot hold two writes. */
const insertAndCountInTwo = (
  db: Database,
  votes: RawBuilder<unknown>,
  rules: Rules,
): Promise<InsertedVote[]> =>
  transact(db, async (tx) => {
    const { rows } = await insertValid(votes, rules).execute(tx);
    const inserted = db.rows(
      ["option_id", "while_private"],
      rows.map((row) => [row.option_id, row.while_private ?? 0]),
    );
    if (rows.length > 0) await countVotes(db, "single", inserted).execute(tx);
    return rows;
  });

/** The conditions stand in the statement that inserts, so nothing can change in between. */
const insertValid = (votes: RawBuilder<unknown>, { now, needsVerified }: Rules) => sql<
  InsertedVote & { while_private: number | null }
>`
  insert into votes (survey_id, user_id, option_id, while_private)
  select input.survey_id, input.user_id, input.option_id,
    case when surveys.visibility = 'private' then 1 end
  from ${votes}
  join surveys on surveys.id = input.survey_id
  join options on options.survey_id = input.survey_id and options.id = input.option_id
  where ${isOpen(now)} and ${visibleTo(sql.ref("input.user_id"))}
    and ${mayVote(needsVerified)} and not ${hasVotedBefore} and not ${isDeleted}
  on conflict do nothing
  returning survey_id, user_id, option_id, while_private,
    case when while_private = 1
      then (select in_steps from surveys where surveys.id = votes.survey_id) else 0 end as in_steps`;

const isOpen = (now: number) => sql<SqlBool>`surveys.visibility is not null
  and surveys.start_time <= ${now}
  and (surveys.expire_time is null or surveys.expire_time > ${now})`;

/** Whether the voter's address is verified, where the survey wants that (R254). */
const mayVote = (needsVerified: boolean) => sql<SqlBool>`(
  ${needsVerified ? sql`` : sql`surveys.verified_voters = 0 or`}
  (select email_verified_at from users where users.id = input.user_id) is not null)`;

/** Most of the time nobody has. Looked up once for all votes of a statement. */
const hasAnybodyLeft = sql<SqlBool>`(select 1 from pending_anonymizations limit 1) is not null`;

/**
 * Whether a deleted account of the same mailbox has voted on the survey (R211): a mark says so, until
 * that is made the account's vote. Not `exists`, for which PostgreSQL may read all marks, and no join,
 * for which SQLite reads all votes on the survey.
 */
const hasVotedBefore = sql<SqlBool>`(
  (select 1 from vote_marks where vote_marks.survey_id = input.survey_id
    and vote_marks.mark between input.mark and case input.mark
      when ${sql.lit(UNMARKED)} then ${sql.lit(Number.MAX_SAFE_INTEGER)} else input.mark end
    limit 1) is not null
  or (${hasAnybodyLeft} and (select 1 from pending_anonymizations as deleted
    where deleted.mailbox = input.mailbox and (select 1 from votes
      where votes.survey_id = input.survey_id and votes.user_id = deleted.user_id) is not null
    limit 1) is not null))`;

/** Whether the voter's account was deleted while the vote was on its way. */
const isDeleted = sql<SqlBool>`(${hasAnybodyLeft} and (select 1 from pending_anonymizations as deleted
  where deleted.user_id = input.user_id) is not null)`;

/** Why each of these votes was not inserted, by `keyOf`. */
async function findRefusals(
  db: Database,
  votes: readonly MarkedVote[],
  rules: Rules,
): Promise<Map<string, Refusal>> {
  if (votes.length === 0) return new Map();
  const { rows } = await sql<
    VoteRow & {
      existing: number | null;
      visibility: string | null;
      start_time: number | null;
      expire_time: number | null;
      option: number | null;
      voter: number | null;
      unverified: number;
      marked: number;
      mark: number;
      deleted: number;
    }
  >`select input.survey_id, input.user_id, surveys.id as existing, surveys.visibility,
      surveys.start_time, surveys.expire_time, options.id as option, votes.user_id as voter,
      input.mark,
      case when ${mayVote(rules.needsVerified)} then 0 else 1 end as unverified,
      case when ${hasVotedBefore} then 1 else 0 end as marked,
      case when ${isDeleted} then 1 else 0 end as deleted
    from ${rowsOf(db, votes)}
    left join surveys on surveys.id = input.survey_id and ${visibleTo(sql.ref("input.user_id"))}
    left join options on options.survey_id = input.survey_id and options.id = input.option_id
    left join votes on votes.survey_id = input.survey_id and votes.user_id = input.user_id`.execute(
    db.query,
  );
  const refusalOf = (row: (typeof rows)[number]): Refusal => {
    if (row.deleted === 1) return "invalid_token";
    if (row.existing === null) return "survey_not_found";
    if (row.visibility === null) return "survey_not_published";
    if ((row.start_time ?? 0) > rules.now) return "survey_not_started";
    if (row.voter !== null) return "already_voted";
    if (row.option === null) return "option_not_in_survey";
    if ((row.expire_time ?? Infinity) <= rules.now) return "survey_ended";
    if (row.unverified === 1) return "email_unverified";
    // Last, so that nobody learns it without risking a vote (R213).
    if (row.marked === 1) return row.mark === UNMARKED ? "unmarked" : "already_voted";
    return "changed";
  };
  return new Map(rows.map((row) => [keyOf(row.survey_id, row.user_id), refusalOf(row)]));
}
