import { type SqlBool, sql } from "kysely";
import type { ErrorCode } from "#contract/errors.ts";
import { groupCommit } from "#server/db/group-commit.ts";
import type { Database, Transaction } from "#server/db/open.ts";
import { transact } from "#server/db/transact.ts";
import { visibleTo } from "#server/features/surveys/survey-access.reads.ts";
import type { Clock } from "#server/house.ts";
import { ApiError } from "#server/http/problem.ts";

export interface NewVote {
  surveyId: number;
  userId: number;
  optionId: number;
}

const LARGEST_BATCH = 1000;

/**
 * Answers a function that casts one vote and settles once it is committed and synced. Votes that
 * arrive together share a commit. It throws the code that says why a vote was refused.
 */
export function createVoteCaster(db: Database, clock: Clock): (vote: NewVote) => Promise<void> {
  const submit = groupCommit<NewVote, ErrorCode | null>(
    (votes) => castTogether(db, votes, clock.now()),
    LARGEST_BATCH,
  );
  return async (vote) => {
    const refusal = await submit(vote);
    if (refusal) throw new ApiError(refusal);
  };
}

type Given = { survey_id: number; user_id: number; option_id: number };
const COLUMNS = ["survey_id", "user_id", "option_id"] as const;

/** One transaction; for each vote null, or why it was refused. */
async function castTogether(
  db: Database,
  votes: readonly NewVote[],
  now: number,
): Promise<(ErrorCode | null)[]> {
  const asked = votes.map((vote) => ({ vote, key: keyOf(vote.surveyId, vote.userId) }));
  const firsts = new Map<string, NewVote>();
  for (const { vote, key } of asked) if (!firsts.has(key)) firsts.set(key, vote);

  const refusals = await transact(db, async (tx) => {
    const given = db.rows(
      COLUMNS,
      [...firsts.values()].map((vote) => [vote.surveyId, vote.userId, vote.optionId]),
    );
    // The conditions stand in the statement that inserts, so nothing can change in between.
    const { rows: cast } = await sql<Given>`
      insert into votes (survey_id, user_id, option_id)
      select given.survey_id, given.user_id, given.option_id
      from ${given}
      join surveys on surveys.id = given.survey_id
      join options on options.survey_id = given.survey_id and options.id = given.option_id
      where ${open(now)} and ${visibleTo(sql.ref("given.user_id"))}
      on conflict do nothing
      returning survey_id, user_id, option_id`.execute(tx);
    await count(
      db,
      tx,
      "options",
      cast.map((vote) => vote.option_id),
    );
    await count(
      db,
      tx,
      "surveys",
      cast.map((vote) => vote.survey_id),
    );

    if (cast.length === firsts.size) return new Map<string, ErrorCode>();
    const counted = new Set(cast.map((row) => keyOf(row.survey_id, row.user_id)));
    const refused = [...firsts].flatMap(([key, vote]) => (counted.has(key) ? [] : vote));
    return reasons(db, tx, refused, now);
  });
  return asked.map(
    ({ vote, key }) => refusals.get(key) ?? (firsts.get(key) === vote ? null : "already_voted"),
  );
}

const keyOf = (surveyId: number, userId: number) => `${surveyId}:${userId}`;

const open = (now: number) => sql<SqlBool>`surveys.visibility is not null
  and surveys.start_time <= ${now}
  and (surveys.expire_time is null or surveys.expire_time > ${now})`;

/** Adds one to the count of each id, as often as it is in `ids`. */
async function count(
  db: Database,
  tx: Transaction,
  table: "options" | "surveys",
  ids: readonly number[],
): Promise<void> {
  const more = new Map<number, number>();
  for (const id of ids) more.set(id, (more.get(id) ?? 0) + 1);
  if (more.size === 0) return;
  const counted = sql.table(table);
  // Locked in id order, so that two processes committing at once cannot deadlock.
  await sql`
    with given as (select id, more from ${db.rows(["id", "more"], [...more])}),
      locked as (
        select id from ${counted} where id in (select id from given) order by id ${db.forUpdate})
    update ${counted} set vote_count = vote_count + given.more
    from given join locked on locked.id = given.id where ${counted}.id = given.id`.execute(tx);
}

/** Why each of these votes was not taken, asked in the transaction that did not take it. */
async function reasons(
  db: Database,
  tx: Transaction,
  refused: readonly NewVote[],
  now: number,
): Promise<Map<string, ErrorCode>> {
  const given = db.rows(
    COLUMNS,
    refused.map((vote) => [vote.surveyId, vote.userId, vote.optionId]),
  );
  const { rows } = await sql<
    Given & {
      existing: number | null;
      visibility: string | null;
      start_time: number | null;
      option: number | null;
      voter: number | null;
    }
  >`select given.*, surveys.id as existing, surveys.visibility, surveys.start_time,
      options.id as option, votes.user_id as voter
    from ${given}
    left join surveys on surveys.id = given.survey_id and ${visibleTo(sql.ref("given.user_id"))}
    left join options on options.survey_id = given.survey_id and options.id = given.option_id
    left join votes on votes.survey_id = given.survey_id and votes.user_id = given.user_id`.execute(
    tx,
  );
  const reason = (row: (typeof rows)[number]): ErrorCode => {
    if (row.existing === null) return "survey_not_found";
    if (row.visibility === null) return "survey_not_published";
    if ((row.start_time ?? 0) > now) return "survey_not_started";
    if (row.voter !== null) return "already_voted";
    if (row.option === null) return "option_not_in_survey";
    return "survey_ended";
  };
  return new Map(rows.map((row) => [keyOf(row.survey_id, row.user_id), reason(row)]));
}
