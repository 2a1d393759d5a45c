import { setImmediate as yieldToEventLoop } from "node:timers/promises";
import { type SqlBool, sql } from "kysely";
import { ballotNameOf, kindOf } from "#contract/ballots/ballots.ts";
import type { SealedResults, SealedVoting } from "#contract/proof/sealed-results.ts";
import type { Database } from "#server/db/database.ts";
import { toTimestamp } from "#server/db/timestamps.ts";
import { ballotOfSurvey, storageOf } from "#server/features/ballots/ballots.reads.ts";
import { readTallies } from "#server/features/ballots/choices.reads.ts";
import {
  PRIVATE_NO_OPINIONS,
  shownNoOpinions,
  shownPrivateNoOpinions,
} from "#server/features/ballots/no-opinion.reads.ts";
import {
  isEnoughApart,
  shownCount,
  shownPrivateCount,
  votersIn,
} from "#server/features/ballots/shown-counts.reads.ts";
import { toSponsors } from "#server/features/surveys/sponsors.ts";
import { HAS_END, hasEndedAt, PUBLISHED } from "#server/features/visibility/visibility.reads.ts";
import { NO_OPTION, optionOfVote, type VoterId } from "#server/features/voters/voters.reads.ts";

/** The part of a sealed document that can be read again from the tables, in its current state. */
export interface Ended
  extends Pick<SealedResults, "survey" | "private_part" | "no_opinion">,
    Pick<SealedVoting, "options">,
    Partial<Omit<SealedVoting, "options">> {
  /** Whether its votes were cast while it was private, and it still is. */
  while_private: boolean;
}

/** Returns a survey as results show it at its end; undefined if it has not ended or is gone. */
export async function readEnded(
  db: Database,
  surveyId: number,
  now: number,
): Promise<Ended | undefined> {
  const options = await db.query
    .selectFrom("options")
    .innerJoin("surveys", "surveys.id", "survey_id")
    .select(["surveys.id as survey_id", "type", "question", "description", "asked_by", "paid_by"])
    .select(["start_time", "expire_time", "in_steps", "was_public", "instant_results"])
    .select(["options.id", "content", "changeable_votes", ballotOfSurvey.as("ballot")])
    .select([shownCount(now).as("votes"), shownPrivateCount(now).as("private_votes")])
    .select("options.private_votes as all_private")
    .select([shownNoOpinions(now).as("no_opinion"), PRIVATE_NO_OPINIONS.as("all_private_none")])
    .select(shownPrivateNoOpinions(now).as("private_no_opinion"))
    .where("survey_id", "=", surveyId)
    .where(PUBLISHED)
    .where(hasEndedAt(now))
    .orderBy("position")
    .execute();
  const [survey] = options;
  if (!survey) return undefined;
  const { type, question, description, start_time, expire_time } = survey;
  const part = partOf(survey, options);
  const { ballot } = ballotNameOf(survey);
  const tallies = ballot && (await readTallies(db, [surveyId], now));
  const apart = (votes: number) => (part === "shown" ? votes : null);
  return {
    ...(ballot && {
      ballot,
      voters: { votes: votersIn(options), private_votes: apart(privateVotersIn(options)) },
    }),
    survey: {
      ...{ id: survey.survey_id, type, question, description },
      start_time: toTimestamp(start_time),
      end_time: toTimestamp(expire_time ?? now),
      ...(survey.changeable_votes === 1 && { vote_change: "until_end" as const }),
      ...toSponsors(survey),
    },
    private_part: part,
    ...(survey.no_opinion !== null && {
      no_opinion: {
        votes: survey.no_opinion,
        private_votes: apart(survey.private_no_opinion ?? 0),
      },
    }),
    while_private: survey.was_public === 0,
    options: options.map(({ id, content, votes, private_votes }) => {
      const tally = tallies?.get(id);
      const { spread: ratings } = tally?.shown ?? {};
      return {
        ...{ id, content, votes: tally?.shown.count ?? votes },
        private_votes: apart(tally?.apart.count ?? private_votes),
        ...(ratings && {
          ratings,
          private_ratings: part === "shown" ? (tally?.apart.spread ?? null) : null,
        }),
      };
    }),
  };
}

const privateVotersIn = (options: readonly { private_votes: number }[]): number =>
  options.reduce((sum, { private_votes }) => sum + private_votes, 0);

/** With both parts of votes as one. */
export const withPrivate = <Counted extends { votes: number; private_votes: number | null }>(
  counted: Counted,
) => ({ ...counted, votes: counted.votes + (counted.private_votes ?? 0), private_votes: null });

/** Whether and how results show votes cast in private (R210). What they show in part has no receipts. */
function partOf(
  survey: {
    in_steps: number;
    was_public: number;
    instant_results: number;
    private_no_opinion: number | null;
    all_private_none: number | null;
  },
  options: readonly { private_votes: number; all_private: number }[],
): Ended["private_part"] {
  const votes = privateVotersIn(options);
  const hasPrivate = survey.in_steps === 1 || votes > 0 || (survey.all_private_none ?? 0) > 0;
  if (survey.was_public === 0 || !hasPrivate) return "none";
  const isWhole =
    survey.private_no_opinion === survey.all_private_none &&
    options.every((option) => option.private_votes === option.all_private);
  return isWhole && isEnoughApart(survey, votes) ? "shown" : "hidden";
}

/** Whether results of a private survey that has ended hide its last votes for good (R450). */
export async function hidesVotes(db: Database, surveyId: number, now: number): Promise<boolean> {
  const option = await db.query
    .selectFrom("options")
    .innerJoin("surveys", "surveys.id", "survey_id")
    .select("options.id")
    .where("survey_id", "=", surveyId)
    .where("was_public", "=", 0)
    .where(
      sql<SqlBool>`(${shownPrivateCount(now)} <> options.private_votes
        or ${shownPrivateNoOpinions(now)} <> ${PRIVATE_NO_OPINIONS})`,
    )
    .limit(1)
    .executeTakeFirst();
  return option !== undefined;
}

/** Returns changes of a survey after the first vote, oldest first. */
export async function readEdits(db: Database, surveyId: number): Promise<SealedResults["edits"]> {
  const rows = await db.query
    .selectFrom("survey_edits")
    .select(["edited_at", "field", "was", "became"])
    .where("survey_id", "=", surveyId)
    .orderBy("number")
    .execute();
  return rows.map(({ edited_at, ...edit }) => ({ edited_at: toTimestamp(edited_at), ...edit }));
}

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

/** Lists ended surveys in this state of sealing, ordered by end, after the given one. */
export async function listToSeal(
  db: Database,
  state: 0 | 2 | 3,
  endedBy: number,
  after: { expire_time: number; id: number },
): Promise<{ expire_time: number; id: number }[]> {
  // The literal 1 lets the planner see that the index of surveys to seal contains all of these.
  const { rows } = await sql<{
    expire_time: number;
    id: number;
  }>`select expire_time, id from surveys
    where seal_state <> 1 and ${PUBLISHED} and ${HAS_END}
      and seal_state = ${state} and ${hasEndedAt(endedBy)}
      and (expire_time, id) > (${after.expire_time}, ${after.id})
    order by expire_time, id limit 100`.execute(db.query);
  return rows;
}
