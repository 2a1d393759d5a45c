import { sql } from "kysely";
import type { BallotKind, VoteForm } from "#contract/ballots/ballots.ts";
import type { Database } from "#server/db/database.ts";
import {
  ballotOfSurvey,
  storageOfForm,
  takesForm,
} from "#server/features/ballots/ballots.reads.ts";
import { isOpenAt, visibleTo } from "#server/features/visibility/visibility.reads.ts";
import {
  joinExistingVote,
  optionOfVote,
  type VoterId,
} from "#server/features/voters/voters.reads.ts";
import { inputVoter, isDeleted } from "../vote-conditions.reads.ts";
import { changeRows, type VoteChange, WITHDRAWN } from "./vote-changes.reads.ts";

/** A vote as it stands, and the change to it as its index. */
export interface LockedVote {
  place: number;
  survey_id: number;
  voter: VoterId;
  /** `NO_OPTION` where it names none. */
  option_id: number;
  while_private: number | null;
  changeable: number;
  in_steps: number;
  ballot: BallotKind;
  /** The option that the vote's row will name; null where it is withdrawn. */
  next: number | null;
}

/**
 * PostgreSQL must not see that it equals the option's survey: it would then read every vote on the
 * survey for each change.
 */
const SURVEY = sql`input.survey_id + 0`;

/**
 * The statement that locks those of the votes that may be changed, in the order of their keys. A transaction that waits
 * here for another one of the same voter then sees what that one has left.
 */
export const selectLocked = (
  db: Database,
  form: VoteForm | undefined,
  changes: readonly VoteChange[],
  now: number,
  others = sql``,
) => {
  const { offered, fits } = form ? storageOfForm(form) : WITHDRAWN;
  return sql<LockedVote>`select input.place, input.survey_id, input.voter,
      ${optionOfVote} as option_id, votes.while_private, votes.changeable, surveys.in_steps,
      ${ballotOfSurvey} as ballot, ${form ? sql`offered.id` : sql`null`} as next
    from ${changeRows(db, form, changes)}
    join surveys on surveys.id = input.survey_id
    ${joinExistingVote(SURVEY, inputVoter)}
    ${offered ? sql`join ${offered(db)}` : sql``}
    where ${isOpenAt(now)} and ${visibleTo(db, inputVoter)} and votes.changeable is not null
      ${form ? sql`and ${takesForm(form)}` : sql``} ${fits ? sql`and ${fits}` : sql``}
      and not ${isDeleted} ${others}
    order by input.survey_id, input.voter
    ${db.engine === "postgres" ? sql`for update of votes` : sql``}`;
};
