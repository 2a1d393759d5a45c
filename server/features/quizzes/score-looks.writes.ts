import type { Scores } from "#contract/shapes/quiz-shapes.ts";
import type { AppContext } from "#server/app-context.ts";
import type { Database } from "#server/db/database.ts";
import { isOver } from "#server/features/visibility/visibility.reads.ts";
import type { Sealer } from "#server/secret/sealer.ts";
import { attemptsIn, type PointCounts, scoreLookReached, toScores } from "./scores.ts";

/** Which attempts: once the test has been public, those of when it was (R210). */
interface Which {
  id: number;
  was_public: number;
}

type Parts = Pick<AppContext, "db" | "sealer">;

/** Takes the look at a test's scores that is due after an attempt, if one is. */
export async function takeScoreLook(
  { db, sealer }: Parts,
  survey: Which,
  highest: number,
): Promise<void> {
  const counts = await readCounts(db, survey);
  const attempts = attemptsIn(counts);
  const last = await readLook(db, survey);
  if (scoreLookReached(attempts) <= scoreLookReached(last?.attempts ?? 0)) return;
  const content = JSON.stringify(toScores(counts, highest, secretOf(sealer, survey)));
  await db.query
    .insertInto("quiz_looks")
    .values({ ...keyOf(survey), attempts, content })
    .onConflict((conflict) =>
      conflict
        .columns(["survey_id", "while_private"])
        .doUpdateSet({ attempts, content })
        // Another server may have taken a later one in the meantime.
        .where("quiz_looks.attempts", "<", attempts),
    )
    .execute();
}

/**
 * Returns how others did: as of the last look, and after the end as of all attempts; null while there
 * are too few.
 */
export async function readScores(
  { db, sealer }: Parts,
  survey: Which & { expire_time: number | null },
  highest: number,
  now: number,
): Promise<Scores | null> {
  if (!isOver(survey, now)) {
    const look = await readLook(db, survey);
    return look ? JSON.parse(look.content) : null;
  }
  const counts = await readCounts(db, survey);
  if (scoreLookReached(attemptsIn(counts)) === 0) return null;
  return toScores(counts, highest, secretOf(sealer, survey));
}

const keyOf = ({ id, was_public }: Which) => ({
  survey_id: id,
  while_private: Number(was_public === 0),
});

const readLook = ({ query }: Database, survey: Which) =>
  query
    .selectFrom("quiz_looks")
    .select(["attempts", "content"])
    .where("survey_id", "=", survey.id)
    .where("while_private", "=", keyOf(survey).while_private)
    .executeTakeFirst();

const readCounts = ({ query }: Database, survey: Which): Promise<PointCounts> =>
  query
    .selectFrom("quiz_scores")
    .select(["points", "attempts"])
    .where("survey_id", "=", survey.id)
    .where("while_private", "=", keyOf(survey).while_private)
    .orderBy("points")
    .execute();

const secretOf = (sealer: Sealer, { id, was_public }: Which) =>
  sealer.bytesFor(`noise of the scores of survey ${id}${was_public === 0 ? " in private" : ""}`);
