import { type RawBuilder, type SqlBool, sql } from "kysely";
import type { ErrorCode } from "#contract/errors.ts";
import type { Clock } from "#server/app-context.ts";
import { groupCommit } from "#server/db/group-commit.ts";
import type { Database } from "#server/db/open.ts";
import { transact, withRetry } from "#server/db/transact.ts";
import { ApiError } from "#server/errors.ts";
import { visibleTo } from "#server/features/surveys/survey-access.reads.ts";

export interface NewVote {
  surveyId: number;
  userId: number;
  optionId: number;
}

/** Why a vote was not taken; `changed` when what spoke against it is gone meanwhile. */
type Refusal = ErrorCode | "changed";

const LARGEST_BATCH = 1000;
/** How often a vote is submitted at most, while what speaks against it changes. */
const ATTEMPTS = 4;

/**
 * Answers a function that casts one vote and settles once it is committed and synced. Votes that
 * arrive together share a commit. It throws the code that says why a vote was refused, `overloaded`
 * where nothing spoke against it and it was not entered all the same.
 */
export function createVoteCaster(db: Database, clock: Clock): (vote: NewVote) => Promise<void> {
  const submit = groupCommit<NewVote, Refusal | null>(
    (votes) => castTogether(db, votes, clock.now()),
    LARGEST_BATCH,
  );
  return async (vote) => {
    let refusal: Refusal | null = "changed";
    for (let attempt = 0; refusal === "changed" && attempt < ATTEMPTS; attempt++) {
      refusal = await submit(vote);
    }
    if (refusal) throw new ApiError(refusal === "changed" ? "overloaded" : refusal);
  };
}

/** For each vote null, or why it was refused. */
async function castTogether(
  db: Database,
  votes: readonly NewVote[],
  now: number,
): Promise<(Refusal | null)[]> {
  const given = rowsOf(db, votes);
  const entered = await (db.engine === "postgres" ? enterAtOnce : enterInTwo)(db, given, now);
  if (entered.length === votes.length) return votes.map(() => null);

  const taken = new Map(entered.map((row) => [keyOf(row.survey_id, row.user_id), row.option_id]));
  const left = votes.filter((vote) => !taken.has(keyOf(vote.surveyId, vote.userId)));
  const refusals = await reasons(db, left, now);
  return votes.map((vote) => {
    const key = keyOf(vote.surveyId, vote.userId);
    // Of several of one person, that for the option that was entered is the one.
    if (taken.get(key) !== vote.optionId) return refusals.get(key) ?? "already_voted";
    taken.delete(key);
    return null;
  });
}

const keyOf = (surveyId: number, userId: number) => `${surveyId}:${userId}`;

interface Given {
  survey_id: number;
  user_id: number;
  option_id: number;
}

const rowsOf = (db: Database, votes: readonly NewVote[]) =>
  db.rows(
    ["survey_id", "user_id", "option_id"],
    votes.map((vote) => [vote.surveyId, vote.userId, vote.optionId]),
  );

/**
 * Inserts what is valid and counts it, in one statement: while the database works on it, this
 * process receives the next votes, and is not needed in between.
 */
async function enterAtOnce(db: Database, given: RawBuilder<unknown>, now: number) {
  const statement = sql<Given>`with entered as (${insert(given, now)}),
    counted as (${count(db, sql`entered`)})
    select survey_id, user_id, option_id from entered`;
  const { rows } = await withRetry(db, () => statement.execute(db.query));
  return rows;
}

/** The same where a statement cannot hold two writes. */
const enterInTwo = (db: Database, given: RawBuilder<unknown>, now: number) =>
  transact(db, async (tx) => {
    const { rows } = await insert(given, now).execute(tx);
    const entered = db.rows(
      ["option_id"],
      rows.map((row) => [row.option_id]),
    );
    if (rows.length > 0) await count(db, entered).execute(tx);
    return rows;
  });

/** The conditions stand in the statement that inserts, so nothing can change in between. */
const insert = (given: RawBuilder<unknown>, now: number) => sql<Given>`
  insert into votes (survey_id, user_id, option_id)
  select given.survey_id, given.user_id, given.option_id
  from ${given}
  join surveys on surveys.id = given.survey_id
  join options on options.survey_id = given.survey_id and options.id = given.option_id
  where ${open(now)} and ${visibleTo(sql.ref("given.user_id"))}
  on conflict do nothing
  returning survey_id, user_id, option_id`;

const open = (now: number) => sql<SqlBool>`surveys.visibility is not null
  and surveys.start_time <= ${now}
  and (surveys.expire_time is null or surveys.expire_time > ${now})`;

/** Locked in id order, so that two processes committing at once cannot deadlock. */
const count = (db: Database, entered: RawBuilder<unknown>) => sql`
  with given as (select option_id, count(*) as more from ${entered} group by option_id),
    locked as (
      select id, more from given join options on id = option_id order by id ${db.forUpdate})
  update options set vote_count = vote_count + more from locked where options.id = locked.id`;

/** Why each of these votes was not taken. */
async function reasons(
  db: Database,
  refused: readonly NewVote[],
  now: number,
): Promise<Map<string, Refusal>> {
  if (refused.length === 0) return new Map();
  const { rows } = await sql<
    Given & {
      existing: number | null;
      visibility: string | null;
      start_time: number | null;
      expire_time: number | null;
      option: number | null;
      voter: number | null;
    }
  >`select given.survey_id, given.user_id, surveys.id as existing, surveys.visibility,
      surveys.start_time, surveys.expire_time, options.id as option, votes.user_id as voter
    from ${rowsOf(db, refused)}
    left join surveys on surveys.id = given.survey_id and ${visibleTo(sql.ref("given.user_id"))}
    left join options on options.survey_id = given.survey_id and options.id = given.option_id
    left join votes on votes.survey_id = given.survey_id and votes.user_id = given.user_id`.execute(
    db.query,
  );
  const reason = (row: (typeof rows)[number]): Refusal => {
    if (row.existing === null) return "survey_not_found";
    if (row.visibility === null) return "survey_not_published";
    if ((row.start_time ?? 0) > now) return "survey_not_started";
    if (row.voter !== null) return "already_voted";
    if (row.option === null) return "option_not_in_survey";
    return (row.expire_time ?? Infinity) <= now ? "survey_ended" : "changed";
  };
  return new Map(rows.map((row) => [keyOf(row.survey_id, row.user_id), reason(row)]));
}
