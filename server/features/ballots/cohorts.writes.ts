import { setImmediate as yieldToEventLoop } from "node:timers/promises";
import { type RawBuilder, sql } from "kysely";
import { DAY_MS } from "#contract/durations.ts";
import type { Gender } from "#contract/endpoints/people.ts";
import { AGE_BANDS } from "#contract/shapes/groups.ts";
import { idRows } from "#server/db/bulk.ts";
import type { Database, Transaction } from "#server/db/database.ts";
import { dayInTurkey } from "#server/db/timestamps.ts";
import { transact } from "#server/db/transact.ts";
import { unhurried } from "#server/db/write-deadline.ts";
import {
  joinAccounts,
  NO_OPTION,
  opinionsWithAccounts,
} from "#server/features/voters/voters.reads.ts";
import type { BackgroundTasks } from "#server/processes/background-tasks.ts";
import {
  AGE_STEP,
  addCells,
  cellOf,
  GENDER_STEP,
  GENDERS,
  PRIVATE_BIT,
  packCells,
  UNKNOWN,
} from "#server/statistics/cohort-cells.ts";
import {
  addVote,
  MONTH_OLD,
  noCohorts,
  type OptionCohorts,
  optionOf,
  VERIFIED,
  VOTE,
  WEEK_OLD,
} from "./cohorts.reads.ts";

/**
 * The statement that notes who cast these votes, with ages and accounts as of `now` (R295), as one
 * row for all: a row for each cohort cost a vote as much as everything else about it (ADR-060).
 * `inserted` is a table expression with the columns `option_id`, `user_id`, `while_private` and
 * `changeable`, one row per vote. Votes that may be changed are counted at the end (ADR-073).
 */
export const noteCohorts = (inserted: RawBuilder<unknown>, now: number): RawBuilder<unknown> =>
  sql`insert into cohort_commits (id, votes)
    select ${randomId()}, string_agg(cast(vote as text), ',' order by vote)
    from (select ${cohortAt(now)} as vote
      from ${inserted} ${joinAccounts(sql.ref("user_id"))} where coalesce(changeable, -1) = -1) as voted
    having count(*) > 0`;

/** A vote as it stands in `cohort_commits`, in a statement that reads its columns and its account. */
const cohortAt = (now: number): RawBuilder<number> =>
  sql`option_id * ${sql.lit(VOTE)} + ${genderCell} + ${ageBandAt(now)} + city_id
    + case when while_private = 1 then ${sql.lit(PRIVATE_BIT)} else 0 end
    + case when email_verified_at is not null then ${sql.lit(VERIFIED)} else 0 end
    + ${olderThan(7, now, WEEK_OLD)} + ${olderThan(30, now, MONTH_OLD)}`;

/**
 * Returns the cohorts of a survey's options, counted from its votes with their voters' data as of
 * `now`; votes of deleted accounts are in `UNKNOWN`.
 */
export async function countCohorts(
  db: Database,
  surveyId: number,
  optionIds: readonly number[],
  now: number,
): Promise<Map<number, OptionCohorts>> {
  const cohorts = new Map(optionIds.map((id) => [id, noCohorts()]));
  const { rows } = await sql<{ vote: number; times: number }>`select vote, count(*) as times
    from (select coalesce(${cohortAt(now)}, option_id * ${sql.lit(VOTE)} + ${sql.lit(UNKNOWN)}
        + case when while_private = 1 then ${sql.lit(PRIVATE_BIT)} else 0 end) as vote
      from ${opinionsWithAccounts(surveyId)}) as voted
    group by vote`.execute(db.aside);
  for (const { vote, times } of rows) {
    const ofOption = cohorts.get(optionOf(Number(vote)));
    if (ofOption) addVote(ofOption, Number(vote), Number(times));
  }
  return cohorts;
}

/**
 * Moves votes that were counted without their voter's details to the cell that these give today, in
 * the transaction in which the details come. Each vote may move once.
 */
export async function moveFromUnknown(
  tx: Transaction,
  cast: readonly { option_id: number; while_private: number | null; changeable: number | null }[],
  { gender, birthDate, cityId }: { gender: Gender; birthDate: string; cityId: number },
  now: number,
): Promise<void> {
  // The others are counted at the end, or not at all.
  const votes = cast.filter((vote) => vote.changeable === null && vote.option_id !== NO_OPTION);
  if (votes.length === 0) return;
  const ageBand = ageBandOf(birthDate, dayInTurkey(now));
  const numbers = votes.map(
    ({ option_id, while_private }) =>
      -(option_id * VOTE + cellOf({ gender, ageBand, cityId, whilePrivate: while_private === 1 })),
  );
  // In their order, as of a commit, so that none shows which came first.
  const text = numbers.sort((a, b) => a - b).join();
  await tx.insertInto("cohort_commits").values({ id: randomId(), votes: text }).execute();
}

const randomId = () => Math.floor(Math.random() * Number.MAX_SAFE_INTEGER);

const genderCell = sql<number>`case gender ${sql.join(
  GENDERS.map((gender, i) => sql`when ${sql.lit(gender)} then ${sql.lit(i * GENDER_STEP)}`),
  sql` `,
)} end`;

/** Built once a day: for each commit it would be a tenth of what our process does for it. */
let lastBands: { day: string; cell: RawBuilder<number> } | undefined;

/** The index in `AGE_BANDS` for a birth date, as a part of a cell. */
const ageBandAt = (now: number): RawBuilder<number> => {
  const today = dayInTurkey(now);
  if (lastBands?.day !== today) lastBands = { day: today, cell: ageBandOn(today) };
  return lastBands.cell;
};

/** The last birth date of each age band but the last, exclusively, in the order of `AGE_BANDS`. */
const bandsBornAfter = (today: string): string[] => {
  const [year, ...day] = today.split("-");
  return AGE_BANDS.slice(1).map((band) =>
    [Number(year) - Number.parseInt(band, 10), ...day].join("-"),
  );
};

const ageBandOf = (birthDate: string, today: string): number => {
  const band = bandsBornAfter(today).findIndex((bornAfter) => birthDate > bornAfter);
  return band < 0 ? AGE_BANDS.length - 1 : band;
};

const ageBandOn = (today: string): RawBuilder<number> => {
  const bands = bandsBornAfter(today).map(
    (bornAfter, i) => sql`when birth_date > ${bornAfter} then ${sql.lit(i * AGE_STEP)}`,
  );
  const last = sql.lit((AGE_BANDS.length - 1) * AGE_STEP);
  return sql`case ${sql.join(bands, sql` `)} else ${last} end`;
};

/** `bit` if the voter's account is at least this many days old. */
const olderThan = (days: number, now: number, bit: number): RawBuilder<number> =>
  sql`case when created_at <= ${now - days * DAY_MS} then ${sql.lit(bit)} else 0 end`;

const FOLDED_AFTER_MS = 1000;

/**
 * Returns a function to call after a vote's commit: within a second its cohort is folded. What a
 * failed fold leaves is folded by the next one, or by maintenance.
 */
export function createCohortFolding({
  db,
  backgroundTasks,
}: {
  db: Database;
  backgroundTasks: BackgroundTasks;
}): () => void {
  let timer: NodeJS.Timeout | undefined;
  const fold = () => {
    timer = undefined;
    backgroundTasks.add(foldCohorts(db));
  };
  backgroundTasks.signal.addEventListener("abort", () => {
    if (!timer) return;
    clearTimeout(timer);
    fold();
  });
  return () => {
    if (!backgroundTasks.signal.aborted) timer ??= setTimeout(fold, FOLDED_AFTER_MS);
  };
}

const COMMITS_AT_ONCE = 500;
const CHARACTERS_AT_ONCE = 200_000;

/**
 * Adds what `noteCohorts` has noted to the options' cohorts, some 15,000 votes in each transaction.
 * Several servers may do so at once: each takes other rows.
 */
export async function foldCohorts(db: Database): Promise<void> {
  while (await unhurried(() => transact(db, (tx) => foldSome(db, tx)))) await yieldToEventLoop();
}

/** Returns whether there may be more. */
async function foldSome(db: Database, tx: Transaction): Promise<boolean> {
  const { rows } = await sql<{ id: number; votes: string }>`select id, votes from cohort_commits
    limit ${COMMITS_AT_ONCE} ${db.forUpdateSkipLocked}`.execute(tx);
  if (rows.length === 0) return false;
  let characters = 0;
  const taken = rows.filter(({ votes }, i) => {
    characters += votes.length;
    return i === 0 || characters <= CHARACTERS_AT_ONCE;
  });
  const ids = idRows(
    db,
    taken.map(({ id }) => id),
  );
  await sql`delete from cohort_commits where id in (select id from ${ids})`.execute(tx);
  await addToOptions(db, tx, byOption(taken.flatMap(({ votes }) => votes.split(",")).map(Number)));
  return taken.length < rows.length || rows.length === COMMITS_AT_ONCE;
}

const byOption = (votes: readonly number[]): Map<number, number[]> => Map.groupBy(votes, optionOf);

async function addToOptions(
  db: Database,
  tx: Transaction,
  votes: ReadonlyMap<number, readonly number[]>,
): Promise<void> {
  const ids = idRows(db, votes.keys());
  // So that each has a row to lock; the survey may have been deleted meanwhile.
  await sql`insert into option_cohorts select options.id, 0, 0, 0, 0, 0, ''
    from options where id in (select id from ${ids})
    order by options.id on conflict do nothing`.execute(tx);
  const { rows } = await sql<{ option_id: number; cells: string }>`select option_id, cells
    from option_cohorts where option_id in (select id from ${ids})
    order by option_id ${db.forUpdate}`.execute(tx);
  const changes = rows.map(({ option_id, cells }) => {
    const added = noCohorts();
    for (const vote of votes.get(option_id) ?? []) addVote(added, vote);
    addCells(cells, added.counts);
    return rowOf(option_id, added);
  });
  await sql`update option_cohorts set
      votes = option_cohorts.votes + input.votes,
      private_votes = option_cohorts.private_votes + input.private_votes,
      verified_votes = option_cohorts.verified_votes + input.verified_votes,
      week_old_votes = option_cohorts.week_old_votes + input.week_old_votes,
      month_old_votes = option_cohorts.month_old_votes + input.month_old_votes,
      cells = input.cells
    from ${db.rows(COLUMNS, changes)} where option_cohorts.option_id = input.option_id`.execute(tx);
}

const COLUMNS = [
  "option_id",
  "votes",
  "private_votes",
  "verified_votes",
  "week_old_votes",
  "month_old_votes",
  "cells",
];

const rowOf = (optionId: number, added: OptionCohorts) => [
  ...[optionId, added.votes, added.in_private],
  ...[added.verified, added.week_old, added.month_old, packCells(added.counts)],
];
