import { type RawBuilder, type SqlBool, sql } from "kysely";
import type { BallotKind } from "#contract/ballots/ballots.ts";
import type { BallotStorage } from "./ballot-storage.reads.ts";
import { singleStorage } from "./single.writes.ts";

const STORAGE: Record<BallotKind, BallotStorage> = { single: singleStorage };

export const storageOf = (kind: BallotKind): BallotStorage => STORAGE[kind];

/** A survey's kind of ballot: a column for a query that reads `surveys`. All are `single`. */
export const ballotOfSurvey: RawBuilder<BallotKind> = sql.lit("single");

export const isOfKind = (kind: BallotKind) => sql<SqlBool>`${ballotOfSurvey} = ${sql.lit(kind)}`;

/** The number of votes of a survey of any kind; see `BallotStorage.total`. */
export function totalOf(counter: RawBuilder<number>): RawBuilder<number> {
  const totals = Object.entries(STORAGE).map(
    ([kind, { total }]) => sql`when ${sql.lit(kind)} then ${total(counter)}`,
  );
  return sql`case ${ballotOfSurvey} ${sql.join(totals, sql` `)} end`;
}
