import { type RawBuilder, sql } from "kysely";
import type { QuizVote } from "#contract/ballots/quiz.ts";
import type { ErrorCode } from "#contract/errors.ts";
import { OPTION_COUNT } from "#contract/limits.ts";
import type { NewQuizOption } from "#contract/shapes/quiz-shapes.ts";
import type { Database, Transaction } from "#server/db/database.ts";
import type { VoterId } from "#server/db/tables/voter-id.ts";
import type { BallotStorage } from "./ballot-storage.reads.ts";
import { noteCohorts } from "./cohorts.writes.ts";
import { countVotes, UNLIMITED } from "./single.writes.ts";

/**
 * Each voter answers a test's questions. The vote's row names the option that the answers add up to;
 * the answers and the score are beside it (ADR-078).
 */
export const quizStorage: BallotStorage<QuizVote> = {
  verb: "çöz",
  invites: "Siz de çözün",
  limits: () => UNLIMITED,
  missing: findMissing,
  columns: ["option_id"],
  values: ({ graded_option_id }) => [graded_option_id],
  offered: () => sql`options as offered
    on offered.survey_id = input.survey_id and offered.id = input.option_id`,
  counts(db, inserted, now, votes) {
    const attempts = attemptsOf(db, inserted, votes);
    // PostgreSQL locks the options first, as steps do.
    return [
      sql`insert into quiz_attempts (survey_id, user_id, score, answers)
        select survey_id, user_id, score, answers from ${attempts}`,
      countScores(attempts),
      noteCohorts(inserted, now),
      countVotes(db, inserted),
    ];
  },
};

/** A test of types has each type that its options name among its own; another has its one option. */
async function findMissing(
  tx: Transaction,
  surveyId: number,
  options: number,
): Promise<ErrorCode | undefined> {
  const questions = await tx
    .selectFrom("quiz_questions")
    .select("options")
    .where("survey_id", "=", surveyId)
    .execute();
  const types = questions.flatMap((question) =>
    (JSON.parse(question.options) as NewQuizOption[]).flatMap(({ type }) => type ?? []),
  );
  if (questions.length === 0) return "questions_missing";
  if (types.length === 0) return options === 1 ? undefined : "questions_missing";
  return options >= Math.max(OPTION_COUNT.min, ...types.map((type) => type + 1))
    ? undefined
    : "options_missing";
}

/** The attempts whose votes were inserted, with what is known of the vote. */
const attemptsOf = (
  db: Database,
  inserted: RawBuilder<unknown>,
  votes: readonly { vote: QuizVote; voter: { id: VoterId } }[],
) => sql`(select survey_id, user_id, while_private, score, answers
  from (select asked_in, asked_by, score, answers from ${db.rows(
    ["asked_in", "asked_by", "score", "answers"],
    votes.map(({ vote, voter }) => [vote.survey_id, voter.id, vote.score, vote.answers]),
  )}) as asked
  join (select survey_id, user_id, while_private from ${inserted}) as made
    on made.survey_id = asked.asked_in and made.user_id = asked.asked_by) as attempts`;

const countScores = (attempts: RawBuilder<unknown>) =>
  // In the order of the key, so that two processes committing at once cannot deadlock.
  sql`insert into quiz_scores (survey_id, while_private, points, attempts)
    select survey_id, coalesce(while_private, 0), score / 100, count(*)
    from ${attempts} where true group by 1, 2, 3 order by 1, 2, 3
    on conflict (survey_id, while_private, points) do update set
      attempts = quiz_scores.attempts + excluded.attempts`;
