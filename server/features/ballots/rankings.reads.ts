import { sql } from "kysely";
import type { RankedBallots } from "#contract/ballots/ranked-count.ts";
import type { Database } from "#server/db/database.ts";
import { joinVote, type VoterId } from "#server/features/voters/voters.reads.ts";

const ROWS_AT_ONCE = 10_000;

/**
 * Returns the rankings of a survey's votes cast in public or, if `whilePrivate`, in private, with
 * options as indices of `optionIds`; equal ones together. A vote that is made anonymous meanwhile gets
 * a lower id, so it is read twice instead of never.
 */
export async function readRankings(
  db: Database,
  { surveyId, whilePrivate }: { surveyId: number; whilePrivate: boolean },
  optionIds: readonly number[],
): Promise<RankedBallots[]> {
  const places = new Map(optionIds.map((id, place) => [id, place]));
  const found = new Map<string, RankedBallots>();
  for (let below: number = Number.MAX_SAFE_INTEGER; ; ) {
    const { rows } = await sql<{ voter: VoterId; option_id: number }>`
      select choices.user_id as voter, choices.option_id from choices
      ${joinVote(sql.ref("choices.survey_id"), sql.ref("choices.user_id"))}
      where choices.survey_id = ${surveyId} and choices.user_id < ${below}
        and ${whilePrivate ? sql`while_private = 1` : sql`while_private is null`}
      order by choices.user_id desc, value limit ${ROWS_AT_ONCE}`.execute(db.aside);
    // The last voter's ranking may go on in the next batch.
    const cut = rows.length < ROWS_AT_ONCE ? undefined : rows.at(-1)?.voter;
    for (const [voter, ranked] of Map.groupBy(rows, (row) => row.voter)) {
      if (voter === cut) continue;
      const ranking = ranked.map(({ option_id }) => places.get(option_id) ?? 0);
      const key = ranking.join();
      const same = found.get(key);
      if (same) same.times++;
      else found.set(key, { ranking, times: 1 });
    }
    if (cut === undefined) return [...found.values()];
    below = cut + 1;
  }
}
