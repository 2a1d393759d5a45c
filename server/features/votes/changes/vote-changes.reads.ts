import { type RawBuilder, sql } from "kysely";
import type { VoteForm } from "#contract/ballots/ballots.ts";
import type { Vote } from "#contract/ballots/vote.ts";
import type { Visibility } from "#contract/shapes/survey-shapes.ts";
import type { Database } from "#server/db/database.ts";
import type { VoteStorage } from "#server/features/ballots/ballot-storage.reads.ts";
import { storageOfForm, takesForm } from "#server/features/ballots/ballots.reads.ts";
import {
  isClosed,
  isDraft,
  isHidden,
  surveyState,
  visibleTo,
} from "#server/features/visibility/visibility.reads.ts";
import { hasVote, joinVote, type VoterId } from "#server/features/voters/voters.reads.ts";
import { inputVoter, isDeleted, type Refusal } from "../vote-conditions.reads.ts";

/** What becomes of somebody's vote. */
export interface VoteChange {
  surveyId: number;
  voter: VoterId;
  /** Absent where the vote is withdrawn. */
  vote?: Vote;
}

/** In place of how votes of a form are stored, where they are withdrawn. */
export const WITHDRAWN: Partial<VoteStorage> = {};

/** The changes as the table expression `input`, numbered by `place`. */
export const changeRows = (
  db: Database,
  form: VoteForm | undefined,
  changes: readonly VoteChange[],
): RawBuilder<unknown> =>
  db.rows(
    ["survey_id", "voter", "place", ...(form ? storageOfForm(form).columns : [])],
    changes.map(({ surveyId, voter, vote }, place) => [
      ...[surveyId, voter, place],
      ...(form && vote ? storageOfForm(form).values(vote) : []),
    ]),
  );

/** Why each of these changes was not made, to votes of one form or, without it, to withdrawn ones. */
export async function findChangeRefusals(
  db: Database,
  {
    form,
    changes,
    now,
  }: { form: VoteForm | undefined; changes: readonly VoteChange[]; now: number },
): Promise<Refusal[]> {
  if (changes.length === 0) return [];
  const { offered, fits } = form ? storageOfForm(form) : WITHDRAWN;
  const { rows } = await sql<{
    existing: number | null;
    visibility: Visibility | null;
    hidden: Visibility | null;
    start_time: number;
    expire_time: number | null;
    seal_state: number;
    changeable_votes: number;
    voted: number;
    of_kind: number;
    choosable: number;
    fitting: number;
    deleted: number;
  }>`select surveys.id as existing, surveys.visibility, surveys.hidden, surveys.start_time,
      surveys.expire_time, surveys.seal_state, surveys.changeable_votes, ${hasVote} as voted,
      ${form ? sql`case when ${takesForm(form)} then 1 else 0 end` : sql.lit(1)} as of_kind,
      ${offered ? sql`case when offered.survey_id is not null then 1 else 0 end` : sql.lit(1)}
        as choosable,
      ${fits ? sql`case when ${fits} then 1 else 0 end` : sql.lit(1)} as fitting,
      case when ${isDeleted} then 1 else 0 end as deleted
    from ${changeRows(db, form, changes)}
    left join surveys on surveys.id = input.survey_id and ${visibleTo(db, inputVoter)}
    ${offered ? sql`left join ${offered(db)}` : sql``}
    ${joinVote(sql.ref("input.survey_id"), inputVoter)}
    order by input.place`.execute(db.query);
  return rows.map((row): Refusal => {
    if (row.deleted === 1) return "invalid_token";
    if (row.existing === null) return "survey_not_found";
    if (isDraft(row)) return "survey_not_published";
    // Only its owner gets here.
    if (isHidden(row)) return "survey_hidden";
    if (surveyState(row, now) === "scheduled") return "survey_not_started";
    if (row.changeable_votes === 0) return "vote_fixed";
    if (isClosed(row, now)) return "survey_ended";
    if (row.voted === 0) return "vote_not_found";
    if (row.of_kind === 0) return "wrong_ballot";
    if (row.choosable === 0) return "option_not_in_survey";
    return row.fitting === 0 ? "choice_count_out_of_range" : "changed";
  });
}
