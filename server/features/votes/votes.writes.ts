import { setTimeout as sleep } from "node:timers/promises";
import { type RawBuilder, sql } from "kysely";
import { LRUCache } from "lru-cache";
import { formOf, ofEachForm, type VoteForm } from "#contract/ballots/ballots.ts";
import type { Clock } from "#server/clock.ts";
import type { Database } from "#server/db/database.ts";
import { groupCommit } from "#server/db/group-commit.ts";
import { transact, withRetry } from "#server/db/transact.ts";
import { ApiError } from "#server/errors.ts";
import { storageOfForm, takesForm } from "#server/features/ballots/ballots.reads.ts";
import { isOpenAt, PRIVATE, visibleTo } from "#server/features/visibility/visibility.reads.ts";
import { isEstablished, type VoterId } from "#server/features/voters/voters.reads.ts";
import { readVoterNumbers } from "#server/http/identity/voter-numbers.reads.ts";
import { atMost } from "#server/limits/at-most.ts";
import type { Mailboxes } from "#server/secret/pseudonyms.ts";
import {
  findRefusals,
  hasVotedBefore,
  inputVoter,
  isDeleted,
  isStillKnown,
  type MarkedVote,
  mayVote,
  type NewVote,
  type Refusal,
  type Rules,
  rowsOf,
  UNMARKED,
} from "./vote-conditions.reads.ts";

/** A vote that was cast. */
export interface CastVote {
  isInSteps: boolean;
  isChangeable: boolean;
}

const LARGEST_BATCH = 1000;
/** Most attempts to submit a vote while the reasons against it change. */
const ATTEMPTS = 4;
const OUTDATED_PAUSE_MS = 100;

/**
 * Returns a function that casts one vote and resolves once it is committed and synced. Votes of one
 * form that arrive together share a commit. It throws the code of the reason for refusal, or
 * `overloaded` if the vote was not entered although nothing spoke against it. `needsVerified`: only
 * verified voters may vote; `verifies`: only their accounts are established.
 */
export function createVoteCaster(
  db: Database,
  clock: Clock,
  mailboxes: Mailboxes,
  { needsVerified, verifies }: Omit<Rules, "now"> = { needsVerified: false, verifies: false },
): (vote: NewVote) => Promise<CastVote> {
  const submitters = ofEachForm((form) =>
    groupCommit<MarkedVote, Refusal | CastVote>(
      (votes) => castBatch(db, form, votes, { now: clock.now(), needsVerified, verifies }),
      LARGEST_BATCH,
    ),
  );
  // Computing a mark takes a fifth of what a vote costs the database, and most surveys have none.
  const surveysWithMarks = new LRUCache<number, true>(atMost(10_000));
  return async (vote) => {
    const submit = submitters[formOf(vote.vote)];
    const surveyId = vote.vote.survey_id;
    let { voter } = vote;
    let outcome: Refusal | CastVote | undefined;
    for (let attempt = 0; isTransient(outcome) && attempt < ATTEMPTS; attempt++) {
      if (outcome === "unmarked") surveysWithMarks.set(surveyId, true);
      if (outcome === "outdated") {
        // The account may be getting another address at this moment.
        if (attempt > 1) await sleep(OUTDATED_PAUSE_MS);
        const known = await readVoterNumbers(db, mailboxes, voter.id);
        if (!known) throw new ApiError("invalid_token");
        voter = { ...voter, ...known };
      }
      const marks = surveysWithMarks.get(surveyId)
        ? voter.numbers.map((number) => mailboxes.markOf(number, surveyId)).join()
        : UNMARKED;
      outcome = await submit({ ...vote, voter, marks });
    }
    if (typeof outcome === "object") return outcome;
    throw new ApiError(isTransient(outcome) ? "overloaded" : outcome);
  };
}

const isTransient = (
  outcome: Refusal | CastVote | undefined,
): outcome is "changed" | "unmarked" | "outdated" | undefined =>
  outcome === undefined ||
  outcome === "changed" ||
  outcome === "unmarked" ||
  outcome === "outdated";

/** Returns for each vote of one form that it was cast, or why it was refused. */
async function castBatch(
  db: Database,
  form: VoteForm,
  votes: readonly MarkedVote[],
  rules: Rules,
): Promise<(Refusal | CastVote)[]> {
  const tried = firstOfEachVoter(votes);
  const inserted = await insertAndCount(db, form, tried, rules);
  const inSteps = new Set<number>();
  const changeable = new Set<number>();
  for (const row of inserted) {
    if (row.in_steps === 1) inSteps.add(row.survey_id);
    if (row.changeable !== null) changeable.add(row.survey_id);
  }
  const cast = ({ vote }: MarkedVote) => ({
    isInSteps: inSteps.has(vote.survey_id),
    isChangeable: changeable.has(vote.survey_id),
  });
  if (inserted.length === votes.length) return votes.map(cast);

  const insertedKeys = new Set(inserted.map((row) => keyOf(row.survey_id, row.voter)));
  const accepted = new Set(
    tried.filter(({ vote, voter }) => insertedKeys.has(keyOf(vote.survey_id, voter.id))),
  );
  const refused = votes.filter((vote) => !accepted.has(vote));
  const refusals = (await findRefusals(db, form, refused, rules)).values();
  return votes.map((vote) =>
    accepted.has(vote) ? cast(vote) : (refusals.next().value ?? "changed"),
  );
}

/** Of several votes of a person on a survey, only the first is tried: so it is known which was cast. */
function firstOfEachVoter(votes: readonly MarkedVote[]): readonly MarkedVote[] {
  // Texts as keys cost several times as much as the voters' numbers.
  if (new Set(votes.map(({ voter }) => voter.id)).size === votes.length) return votes;
  const keys = new Set<string>();
  return votes.filter(
    ({ vote, voter }) => keys.size < keys.add(keyOf(vote.survey_id, voter.id)).size,
  );
}

const keyOf = (surveyId: number, voter: VoterId) => `${surveyId}:${voter}`;

interface InsertedVote {
  survey_id: number;
  voter: VoterId;
  /** 1 if it was cast in private and is shown in steps. */
  in_steps: number;
  changeable: number | null;
}

/** Inserts and counts the valid ones of votes of one form, at most one per voter and survey. */
const insertAndCount = (
  db: Database,
  form: VoteForm,
  votes: readonly MarkedVote[],
  rules: Rules,
): Promise<InsertedVote[]> => {
  const storage = storageOfForm(form);
  const insert = insertValid(db, form, rowsOf(db, storage, votes), rules);
  const count = (inserted: RawBuilder<unknown>) => storage.counts(db, inserted, rules.now, votes);
  return db.engine === "postgres"
    ? inOneStatement(db, insert, count)
    : inOneTransaction(db, insert, count);
};

type CountStatements = (inserted: RawBuilder<unknown>) => readonly RawBuilder<unknown>[];

/**
 * In one statement, without a round trip in between: while the database works on it, this process
 * receives the next votes.
 */
async function inOneStatement(
  db: Database,
  insert: InsertStatement,
  count: CountStatements,
): Promise<InsertedVote[]> {
  const counts = count(sql`inserted`).map(
    (one, i) => sql`, counted_${sql.raw(String(i))} as (${one})`,
  );
  const statement = sql<InsertedVote>`with inserted as (${insert})${sql.join(counts, sql``)}
    select survey_id, user_id as voter, in_steps, changeable from inserted`;
  const { rows } = await withRetry(db, () => statement.execute(db.query));
  return rows;
}

/** The same for SQLite, where a statement cannot hold two writes. */
const inOneTransaction = (
  db: Database,
  insert: InsertStatement,
  count: CountStatements,
): Promise<InsertedVote[]> =>
  transact(db, async (tx) => {
    const { rows } = await insert.execute(tx);
    if (rows.length === 0) return [];
    const inserted = db.rows(
      ["option_id", "user_id", "survey_id", "while_private", "established", "changeable"],
      rows.map((row) => [
        ...[row.option_id, row.user_id, row.survey_id],
        ...[row.while_private ?? 0, row.established, row.changeable ?? -1],
      ]),
    );
    for (const statement of count(inserted)) await statement.execute(tx);
    return rows.map(({ user_id: voter, ...row }) => ({ ...row, voter }));
  });

type InsertStatement = ReturnType<typeof insertValid>;

/**
 * The other conditions look so costly that PostgreSQL, which takes costs within a hundredth for equal,
 * would read all surveys and options for each vote rather than find its own along an index.
 */
const PLANNED_APART = sql`offset 0`;

/** The conditions are part of the insert statement, so nothing can change in between. */
const insertValid = (
  db: Database,
  form: VoteForm,
  votes: RawBuilder<unknown>,
  { now, needsVerified, verifies }: Rules,
) => {
  const { offered, fits, isOpinion = true } = storageOfForm(form);
  return sql<{
    survey_id: number;
    user_id: VoterId;
    option_id: number;
    while_private: number | null;
    /** 1 if cast in private by an established account (R451). */
    established: number;
    changeable: number | null;
    in_steps: number;
  }>`
  insert into votes (survey_id, user_id, option_id${isOpinion ? sql`` : sql`, no_opinion`},
    while_private, changeable)
  select input.survey_id, input.voter, input.offered_id${isOpinion ? sql`` : sql`, 1`}, input.in_private,
    case when input.changeable_votes = 1 then case when input.in_private = 1
      and ${isEstablished(inputVoter, now, verifies)} then 1 else 0 end end
  from (select input.*, offered.id as offered_id, surveys.changeable_votes,
      case when ${PRIVATE} then 1 end as in_private
    from ${votes}
    join surveys on surveys.id = input.survey_id
    join ${offered(db)}
    where ${isOpenAt(now)} and ${visibleTo(db, inputVoter)} and ${takesForm(form)}${fits ? sql` and ${fits}` : sql``}
      and ${mayVote(needsVerified)} ${db.engine === "postgres" ? PLANNED_APART : sql``}) as input
  where ${isStillKnown(now)} and not ${hasVotedBefore(db)} and not ${isDeleted}
  on conflict do nothing
  returning survey_id, user_id, option_id, while_private, changeable,
    case when while_private = 1
      then case when ${isEstablished(sql.ref("votes.user_id"), now, verifies)} then 1 else 0 end
      else 0 end as established,
    case when while_private = 1
      then (select in_steps from surveys where surveys.id = votes.survey_id) else 0 end as in_steps`;
};
