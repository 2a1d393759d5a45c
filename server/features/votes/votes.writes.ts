import { type RawBuilder, sql } from "kysely";
import { LRUCache } from "lru-cache";
import type { Clock } from "#server/clock.ts";
import type { Database } from "#server/db/database.ts";
import { groupCommit } from "#server/db/group-commit.ts";
import { transact, withRetry } from "#server/db/transact.ts";
import { ApiError } from "#server/errors.ts";
import { countCohorts } from "#server/features/ballots/cohorts.writes.ts";
import { countVotes } from "#server/features/ballots/counting.writes.ts";
import { visibleTo } from "#server/features/surveys/survey-access.reads.ts";
import type { Mailboxes } from "#server/secret/pseudonyms.ts";
import {
  findRefusals,
  hasVotedBefore,
  isDeleted,
  isOpen,
  keyOf,
  type MarkedVote,
  mayVote,
  type NewVote,
  type Refusal,
  type Rules,
  rowsOf,
  UNMARKED,
  type VoteRow,
} from "./vote-conditions.reads.ts";

/** A vote that was cast. */
interface CastVote {
  isInSteps: boolean;
}

const LARGEST_BATCH = 1000;
/** Most attempts to submit a vote while the reasons against it change. */
const ATTEMPTS = 4;

/**
 * Returns a function that casts one vote and resolves once it is committed and synced. Votes that
 * arrive together share a commit. It throws the code of the reason for refusal, or `overloaded` if
 * the vote was not entered although nothing spoke against it. `needsVerified`: only verified voters
 * may vote.
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
  // Computing a mark takes a fifth of what a vote costs the database, and most surveys have none.
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

const isTransient = (outcome: Refusal | CastVote) =>
  outcome === "changed" || outcome === "unmarked";

/** Returns for each vote that it was cast, or why it was refused. */
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
    // Of several votes by one person in this batch, only the one for the inserted option succeeds.
    if (chosen.get(key) !== vote.optionId) return refusals.get(key) ?? "already_voted";
    chosen.delete(key);
    return cast(vote);
  });
}

interface InsertedVote extends VoteRow {
  /** 1 if it was cast in private and is shown in steps. */
  in_steps: number;
}

/**
 * Inserts and counts the valid votes in one statement, without a round trip in between: while the
 * database works on it, this process receives the next votes.
 */
async function insertAndCountInOneStatement(
  db: Database,
  votes: RawBuilder<unknown>,
  rules: Rules,
): Promise<InsertedVote[]> {
  const statement = sql<InsertedVote>`with inserted as (${insertValid(votes, rules)}),
    counted as (${countVotes(db, "single", sql`inserted`)}),
    cohorts as (${countCohorts(sql`inserted`, rules.now)})
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
    if (rows.length === 0) return rows;
    const inserted = db.rows(
      ["option_id", "user_id", "while_private"],
      rows.map((row) => [row.option_id, row.user_id, row.while_private ?? 0]),
    );
    await countVotes(db, "single", inserted).execute(tx);
    await countCohorts(inserted, rules.now).execute(tx);
    return rows;
  });

/** The conditions are part of the insert statement, so nothing can change in between. */
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
