import { type SqlBool, sql } from "kysely";
import { ballotNameOf } from "#contract/ballots/ballots.ts";
import type { SealedResults, SealedVoting } from "#contract/proof/sealed-results.ts";
import type { Database } from "#server/db/database.ts";
import { toTimestamp } from "#server/db/timestamps.ts";
import { ballotOfSurvey } from "#server/features/ballots/ballots.reads.ts";
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
const withPrivate = <Counted extends { votes: number; private_votes: number | null }>(
  counted: Counted,
) => ({ ...counted, votes: counted.votes + (counted.private_votes ?? 0), private_votes: null });

/** For a private survey made public after its end: since then all its votes count separately. */
export const asOnePart = ({
  options,
  voters,
  no_opinion,
}: Pick<Ended, "options" | "voters" | "no_opinion">) => ({
  private_part: "none" as const,
  ...(voters && { voters: withPrivate(voters) }),
  ...(no_opinion && { no_opinion: withPrivate(no_opinion) }),
  options: options.map((option) => {
    const { ratings, private_ratings: apart } = option;
    return {
      ...withPrivate(option),
      ...(ratings && {
        ratings: ratings.map((times, i) => times + (apart?.[i] ?? 0)),
        private_ratings: null,
      }),
    };
  }),
});

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
