import { type SqlBool, sql } from "kysely";
import type { CountableVote, VoteForm } from "#contract/ballots/ballots.ts";
import type { ErrorCode } from "#contract/errors.ts";
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
import {
  hasVote,
  hasVotedOn,
  isKnownSince,
  joinVote,
  type Voter,
  type VoterId,
} from "#server/features/voters/voters.reads.ts";

export interface NewVote {
  vote: CountableVote;
  voter: Voter;
}

/** `marks` are those of the voter's numbers, separated by commas. */
export type MarkedVote = NewVote & { marks: string };
/** Stands for missing marks. Such a vote is inserted only if its survey has no marks. */
export const UNMARKED = "";

/**
 * Why a vote was refused. It can be cast again if the reason no longer holds (`changed`), with its
 * marks if it had none and the survey has marks (`unmarked`), or with what the voter is known by now
 * if that has changed meanwhile (`outdated`).
 */
export type Refusal = ErrorCode | "changed" | "unmarked" | "outdated";

export interface Rules {
  now: number;
  needsVerified: boolean;
  /** Whether this installation verifies addresses. */
  verifies: boolean;
}

/** Votes of one form as the table expression `input`, numbered by `place`. */
export const rowsOf = (
  db: Database,
  { columns, values }: VoteStorage,
  votes: readonly MarkedVote[],
) =>
  db.rows(
    ["survey_id", "voter", "numbers", "verified_at", "known_since", "marks", "place", ...columns],
    votes.map(({ vote, voter, marks }, place) => [
      vote.survey_id,
      voter.id,
      voter.numbers.join(),
      voter.verifiedAt,
      voter.knownSince,
      marks,
      place,
      ...values(vote),
    ]),
  );

/** The voter's column in `input`. */
export const inputVoter = sql.ref<VoterId>("input.voter");

/** Whether the voter's address is verified, if the survey requires that (R254). */
export const mayVote = (needsVerified: boolean) => sql<SqlBool>`(
  ${needsVerified ? sql`` : sql`surveys.verified_voters = 0 or`} input.verified_at > 0)`;

/**
 * Whether the account still is what the voter was known by when the request came, and is not
 * becoming something else (ADR-058). A vote whose body comes late must not count for a verified
 * address with the marks of another one.
 */
export const isStillKnown = (now: number) =>
  sql<SqlBool>`(${isKnownSince(inputVoter, {
    knownSince: sql.ref("input.known_since"),
    verifiedAt: sql.ref("input.verified_at"),
  })} and input.known_since <= ${now})`;

/** Usually false. Looked up once for all votes of a statement. */
const hasAnybodyLeft = sql<SqlBool>`(select 1 from pending_anonymizations limit 1) is not null`;

/** Whether a deleted account, as the table expression `deleted`, has voted on the survey. */
const deletedHasVoted = hasVotedOn(sql.ref("input.survey_id"), sql.ref("deleted.user_id"));

/**
 * Whether a former account of one of the voter's mailboxes and identities has voted on the survey
 * (R211, R395): a mark shows it or, until that is made, the deleted account's vote. Not `exists`,
 * for which PostgreSQL may read all marks, and no join, for which SQLite reads all votes on the
 * survey.
 */
export const hasVotedBefore = ({ isOneOf }: Database) => sql<SqlBool>`(
  case input.marks when ${sql.lit(UNMARKED)}
    then (select 1 from vote_marks where vote_marks.survey_id = input.survey_id limit 1)
    else (select 1 from vote_marks where vote_marks.survey_id = input.survey_id
      and ${isOneOf(sql.ref("vote_marks.mark"), sql.ref("input.marks"))} limit 1) end is not null
  or (${hasAnybodyLeft} and (
    (select 1 from pending_anonymizations as deleted
      where ${isOneOf(sql.ref("deleted.mailbox"), sql.ref("input.numbers"))}
        and ${deletedHasVoted} limit 1) is not null
    or (select 1 from former_identities as deleted
      where ${isOneOf(sql.ref("deleted.number"), sql.ref("input.numbers"))} and deleted.proven = 1
        and (select 1 from pending_anonymizations
          where pending_anonymizations.user_id = deleted.user_id) is not null
        and ${deletedHasVoted} limit 1) is not null)))`;

/** Whether the voter's account was deleted while the vote was being cast. */
export const isDeleted = sql<SqlBool>`(${hasAnybodyLeft} and (select 1 from pending_anonymizations as deleted
  where deleted.user_id = input.voter) is not null)`;

/** Why each of these votes of one form was not inserted, in their order. */
export async function findRefusals(
  db: Database,
  form: VoteForm,
  votes: readonly MarkedVote[],
  rules: Rules,
): Promise<Refusal[]> {
  const storage = storageOfForm(form);
  const { offered, fits } = storage;
  const { rows } = await sql<{
    existing: number | null;
    visibility: Visibility | null;
    hidden: Visibility | null;
    start_time: number;
    expire_time: number | null;
    seal_state: number;
    of_kind: number;
    choosable: number;
    fitting: number;
    voted: number;
    unverified: number;
    known: number;
    marked: number;
    marks: string;
    deleted: number;
  }>`select surveys.id as existing, surveys.visibility, surveys.hidden,
      surveys.start_time, surveys.expire_time, surveys.seal_state, input.marks,
      ${hasVote} as voted,
      case when ${takesForm(form)} then 1 else 0 end as of_kind,
      case when offered.survey_id is not null then 1 else 0 end as choosable,
      ${fits ? sql`case when ${fits} then 1 else 0 end` : sql.lit(1)} as fitting,
      case when ${mayVote(rules.needsVerified)} then 0 else 1 end as unverified,
      case when ${isStillKnown(rules.now)} then 1 else 0 end as known,
      case when ${hasVotedBefore(db)} then 1 else 0 end as marked,
      case when ${isDeleted} then 1 else 0 end as deleted
    from ${rowsOf(db, storage, votes)}
    left join surveys on surveys.id = input.survey_id and ${visibleTo(db, inputVoter)}
    left join ${offered(db)}
    ${joinVote(sql.ref("input.survey_id"), inputVoter)}
    order by input.place`.execute(db.query);
  const refusalOf = (row: (typeof rows)[number]): Refusal => {
    if (row.deleted === 1) return "invalid_token";
    if (row.existing === null) return "survey_not_found";
    if (isDraft(row)) return "survey_not_published";
    // Only its owner gets here.
    if (isHidden(row)) return "survey_hidden";
    if (surveyState(row, rules.now) === "scheduled") return "survey_not_started";
    if (row.voted === 1) return "already_voted";
    if (row.of_kind === 0) return "wrong_ballot";
    if (row.choosable === 0) return "option_not_in_survey";
    if (row.fitting === 0) return "choice_count_out_of_range";
    if (isClosed(row, rules.now)) return "survey_ended";
    if (row.known === 0) return "outdated";
    if (row.unverified === 1) return "email_unverified";
    // Checked last, so that nobody learns it without risking a vote (R213).
    if (row.marked === 1) return row.marks === UNMARKED ? "unmarked" : "already_voted";
    return "changed";
  };
  return rows.map(refusalOf);
}
