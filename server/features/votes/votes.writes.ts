import { type RawBuilder, type SqlBool, sql } from "kysely";
import type { ErrorCode } from "#contract/errors.ts";
import type { Clock } from "#server/app-context.ts";
import { groupCommit } from "#server/db/group-commit.ts";
import type { Database } from "#server/db/open.ts";
import { transact, withRetry } from "#server/db/transact.ts";
import { ApiError } from "#server/errors.ts";
import { countVotes } from "#server/features/ballots/ballots.writes.ts";
import { visibleTo } from "#server/features/surveys/survey-access.reads.ts";

export interface NewVote {
  surveyId: number;
  userId: number;
  optionId: number;
}

/** A vote that was cast, and whether its survey shows results in steps. */
interface CastVote {
  isInSteps: boolean;
}

/** Why a vote was refused; `changed` where the reason has gone since, so that it can be cast again. */
type Refusal = ErrorCode | "changed";

const LARGEST_BATCH = 1000;
/** How often a vote is submitted at most, while what speaks against it changes. */
const ATTEMPTS = 4;

/**
 * Answers a function that casts one vote and answers once it is committed and synced. Votes that
 * arrive together share a commit. It throws the code that says why a vote was refused, `overloaded`
 * where nothing spoke against it and it was not entered all the same.
 */
export function createVoteCaster(db: Database, clock: Clock): (vote: NewVote) => Promise<CastVote> {
  const submit = groupCommit<NewVote, Refusal | CastVote>(
    (votes) => castBatch(db, votes, clock.now()),
    LARGEST_BATCH,
  );
  return async (vote) => {
    let outcome: Refusal | CastVote = "changed";
    for (let attempt = 0; outcome === "changed" && attempt < ATTEMPTS; attempt++) {
      outcome = await submit(vote);
    }
    if (typeof outcome === "object") return outcome;
    throw new ApiError(outcome === "changed" ? "overloaded" : outcome);
  };
}

/** For each vote that it was cast, or why it was refused. */
async function castBatch(
  db: Database,
  votes: readonly NewVote[],
  now: number,
): Promise<(Refusal | CastVote)[]> {
  const insertAndCount =
    db.engine === "postgres" ? insertAndCountInOneStatement : insertAndCountInTwo;
  const inserted = await insertAndCount(db, rowsOf(db, votes), now);
  const inSteps = new Set<number>();
  for (const row of inserted) if (row.in_steps === 1) inSteps.add(row.survey_id);
  const cast = (vote: NewVote) => ({ isInSteps: inSteps.has(vote.surveyId) });
  if (inserted.length === votes.length) return votes.map(cast);

  const chosen = new Map(inserted.map((row) => [keyOf(row.survey_id, row.user_id), row.option_id]));
  const refused = votes.filter((vote) => !chosen.has(keyOf(vote.surveyId, vote.userId)));
  const refusals = await findRefusals(db, refused, now);
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
  /** That of its survey. */
  in_steps: number;
}

/** The votes as the table expression `input`. */
const rowsOf = (db: Database, votes: readonly NewVote[]) =>
  db.rows(
    ["survey_id", "user_id", "option_id"],
    votes.map((vote) => [vote.surveyId, vote.userId, vote.optionId]),
  );

/**
 * Inserts and counts the valid votes in one statement: while the database works on it, this process
 * receives the next votes, without a round trip in between.
 */
async function insertAndCountInOneStatement(
  db: Database,
  votes: RawBuilder<unknown>,
  now: number,
): Promise<InsertedVote[]> {
  const statement = sql<InsertedVote>`with inserted as (${insertValid(votes, now)}),
    counted as (${countVotes(db, "single", sql`inserted`)})
    select survey_id, user_id, option_id, in_steps from inserted`;
  const { rows } = await withRetry(db, () => statement.execute(db.query));
  return rows;
}

/** The same for SQLite, where a statement cannot hold two writes. */
const insertAndCountInTwo = (
  db: Database,
  votes: RawBuilder<unknown>,
  now: number,
): Promise<InsertedVote[]> =>
  transact(db, async (tx) => {
    const { rows } = await insertValid(votes, now).execute(tx);
    const inserted = db.rows(
      ["option_id"],
      rows.map((row) => [row.option_id]),
    );
    if (rows.length > 0) await countVotes(db, "single", inserted).execute(tx);
    return rows;
  });

/** The conditions stand in the statement that inserts, so nothing can change in between. */
const insertValid = (votes: RawBuilder<unknown>, now: number) => sql<InsertedVote>`
  insert into votes (survey_id, user_id, option_id)
  select input.survey_id, input.user_id, input.option_id
  from ${votes}
  join surveys on surveys.id = input.survey_id
  join options on options.survey_id = input.survey_id and options.id = input.option_id
  where ${isOpen(now)} and ${visibleTo(sql.ref("input.user_id"))}
  on conflict do nothing
  returning survey_id, user_id, option_id,
    (select in_steps from surveys where surveys.id = votes.survey_id) as in_steps`;

const isOpen = (now: number) => sql<SqlBool>`surveys.visibility is not null
  and surveys.start_time <= ${now}
  and (surveys.expire_time is null or surveys.expire_time > ${now})`;

/** Why each of these votes was not inserted, by `keyOf`. */
async function findRefusals(
  db: Database,
  votes: readonly NewVote[],
  now: number,
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
    }
  >`select input.survey_id, input.user_id, surveys.id as existing, surveys.visibility,
      surveys.start_time, surveys.expire_time, options.id as option, votes.user_id as voter
    from ${rowsOf(db, votes)}
    left join surveys on surveys.id = input.survey_id and ${visibleTo(sql.ref("input.user_id"))}
    left join options on options.survey_id = input.survey_id and options.id = input.option_id
    left join votes on votes.survey_id = input.survey_id and votes.user_id = input.user_id`.execute(
    db.query,
  );
  const refusalOf = (row: (typeof rows)[number]): Refusal => {
    if (row.existing === null) return "survey_not_found";
    if (row.visibility === null) return "survey_not_published";
    if ((row.start_time ?? 0) > now) return "survey_not_started";
    if (row.voter !== null) return "already_voted";
    if (row.option === null) return "option_not_in_survey";
    return (row.expire_time ?? Infinity) <= now ? "survey_ended" : "changed";
  };
  return new Map(rows.map((row) => [keyOf(row.survey_id, row.user_id), refusalOf(row)]));
}
