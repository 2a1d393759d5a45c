import { setImmediate as yieldToEventLoop } from "node:timers/promises";
import { kindOf } from "#contract/ballots/ballots.ts";
import type { Database } from "#server/db/database.ts";
import { storageOf } from "#server/features/ballots/ballots.reads.ts";
import { NO_OPTION, optionOfVote, type VoterId } from "#server/features/voters/voters.reads.ts";
import type { Ended } from "./ended-surveys.reads.ts";

const ROWS_AT_ONCE = 1000;
/** Higher and lower than all voters' ids. */
export const ABOVE_ALL = Number.MAX_SAFE_INTEGER as VoterId;
export const BELOW_ALL = Number.MIN_SAFE_INTEGER as VoterId;

export interface VoteRow {
  voter: VoterId;
  /** `NO_OPTION` where it names none. */
  option_id: number;
  while_private: number | null;
}

/**
 * Yields a survey's votes in batches, by descending voter id, from below a given id. A vote that is
 * made anonymous meanwhile gets a lower id, so it is read twice instead of never.
 */
export async function* votesOf(
  db: Database,
  surveyId: number,
  below = ABOVE_ALL,
): AsyncGenerator<VoteRow[]> {
  for (let last = below; ; ) {
    const votes = await db.query
      .selectFrom("votes")
      .select(["user_id as voter", optionOfVote.as("option_id"), "while_private"])
      .where("survey_id", "=", surveyId)
      .where("user_id", "<", last)
      .orderBy("user_id", "desc")
      .limit(ROWS_AT_ONCE)
      .execute();
    if (votes.length === 0) return;
    last = votes.at(-1)?.voter ?? last;
    yield votes;
    // SQLite queries do not wait, so requests get a turn only between them.
    await yieldToEventLoop();
  }
}

/** Whether a vote is included in a document's numbers, and has a receipt there. */
export const isCounted = (part: Ended["private_part"], while_private: number | null): boolean =>
  !(part === "hidden" && while_private === 1);

type Counts = "votes" | "private_votes";

/** Counts votes as a sealed document does, from their rows. */
export class RowCounts {
  readonly #part: Ended["private_part"];
  readonly #votes = new Map<number, number>();
  readonly #privateVotes = new Map<number, number>();

  constructor(part: Ended["private_part"]) {
    this.#part = part;
  }

  /** Returns false for a vote that no number of the document includes. */
  add({ option_id, while_private }: Omit<VoteRow, "voter">, votes = 1): boolean {
    const isApart = this.#part !== "none" && while_private === 1;
    const counts = isApart ? this.#privateVotes : this.#votes;
    counts.set(option_id, (counts.get(option_id) ?? 0) + votes);
    return isCounted(this.#part, while_private);
  }

  /**
   * Whether the numbers of rows are the document's. Where it counts choices, rows count nothing but
   * voters, whose number is compared anyway.
   */
  fit({ options, ballot, no_opinion }: Pick<Ended, "options" | "ballot" | "no_opinion">): boolean {
    const none = { id: NO_OPTION, ...(no_opinion ?? { votes: 0, private_votes: 0 }) };
    if (!this.#fits(none)) return false;
    if (storageOf(kindOf({ ballot })).tally) return true;
    const known = new Set([NO_OPTION, ...options.map(({ id }) => id)]);
    const rows = [...this.#votes.keys(), ...this.#privateVotes.keys()];
    return rows.every((id) => known.has(id)) && options.every((option) => this.#fits(option));
  }

  #fits({ id, votes, private_votes: apart }: Pick<Ended["options"][number], "id" | Counts>) {
    return (
      (this.#votes.get(id) ?? 0) === votes &&
      (apart === null || (this.#privateVotes.get(id) ?? 0) === apart)
    );
  }
}

/**
 * Yields receipts of votes whose accounts were deleted, in batches, from after `after`; without
 * those of votes that no number includes.
 */
export async function* keptOf(
  db: Database,
  surveyId: number,
  part: Ended["private_part"],
  after = "",
): AsyncGenerator<string[]> {
  for (let last = after; ; ) {
    const rows = await db.query
      .selectFrom("kept_receipts")
      .select("receipt")
      .where("survey_id", "=", surveyId)
      .where("receipt", ">", last)
      .$if(part === "hidden", (query) => query.where("while_private", "is", null))
      .orderBy("receipt")
      .limit(ROWS_AT_ONCE)
      .execute();
    if (rows.length === 0) return;
    last = rows.at(-1)?.receipt ?? last;
    yield rows.map(({ receipt }) => receipt);
    await yieldToEventLoop();
  }
}
