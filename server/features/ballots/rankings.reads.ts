import { join } from "node:path";
import { type SqlBool, sql } from "kysely";
import { countRanked, END_OF_RANKING, type RankedCount } from "#contract/ballots/ranked-count.ts";
import type { Database } from "#server/db/database.ts";
import { voterOfAccount } from "#server/features/voters/voters.reads.ts";
import { createThread } from "#server/limits/one-thread.ts";
import type { PackedRankings } from "./ranked-count-thread.ts";

/** Few enough that reading them keeps requests waiting for some milliseconds. */
const VOTERS_AT_ONCE = 1000;
/** Shorter ones are counted in less time than a thread takes to start. */
const FOR_THREAD_BYTES = 64 * 1024;

const inThread = createThread<PackedRankings, RankedCount>({
  filename: join(import.meta.dirname, "ranked-count-thread.ts"),
  name: "countInThread",
  heapMb: 512,
});

/** Counts rankings of so many options as `countRanked` does; many in a thread. */
export async function countRankings(rankings: Uint8Array, options: number): Promise<RankedCount> {
  if (rankings.length < FOR_THREAD_BYTES) return countRanked(rankings, options);
  return inThread({ rankings, options });
}

/** The options of a vote's ranking, the best first; null without any. */
const RANKING = sql<string | null>`(select
  string_agg(cast(choices.option_id as text), ',' order by choices.value)
  from choices where choices.survey_id = vote.survey_id and choices.user_id = vote.user_id)`;

/**
 * Returns the rankings of a survey's votes cast in public or, if `whilePrivate`, in private, in the
 * form of `countRanked`, with options as indices of `optionIds`. A vote that is made anonymous
 * meanwhile gets a lower id, so it is read twice instead of never. Throws once `stop` is aborted.
 */
export async function readRankings(
  db: Database,
  { surveyId, whilePrivate }: { surveyId: number; whilePrivate: boolean },
  optionIds: readonly number[],
  stop?: AbortSignal,
): Promise<Uint8Array> {
  const places = new Map(optionIds.map((id, place) => [String(id), place]));
  const read: Uint8Array[] = [];
  for (let below = voterOfAccount(Number.MAX_SAFE_INTEGER); ; ) {
    stop?.throwIfAborted();
    // Not joined and grouped: PostgreSQL might read all votes for each part.
    const rows = await db.aside
      .selectFrom("votes as vote")
      .select(["user_id as voter", RANKING.as("ranking")])
      .where("survey_id", "=", surveyId)
      .where("user_id", "<", below)
      .where(whilePrivate ? sql<SqlBool>`while_private = 1` : sql<SqlBool>`while_private is null`)
      .orderBy("user_id", "desc")
      .limit(VOTERS_AT_ONCE)
      .execute();
    read.push(Uint8Array.from(rows.flatMap(packed)));
    const last = rows.at(-1);
    if (!last || rows.length < VOTERS_AT_ONCE) return Buffer.concat(read);
    below = last.voter;
  }

  function packed({ ranking }: { ranking: string | null }): number[] {
    // The previous release takes votes without choices.
    if (ranking === null) return [];
    const ranked = ranking.split(",").map((id) => places.get(id) ?? 0);
    return [...ranked, END_OF_RANKING];
  }
}
