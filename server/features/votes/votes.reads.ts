import { sql } from "kysely";
import type { Result } from "#contract/votes.ts";
import type { Database } from "#server/db/open.ts";
import {
  type SurveyRow,
  surveyState,
  visibleTo,
} from "#server/features/surveys/survey-access.reads.ts";
import { ApiError } from "#server/http/problem.ts";
import { percentages } from "./percentages.ts";
import { resultColor } from "./result-colors.ts";

async function hasVoted(db: Database, surveyId: number, userId: number): Promise<boolean> {
  const vote = await db.query
    .selectFrom("votes")
    .select("user_id")
    .where("survey_id", "=", surveyId)
    .where("user_id", "=", userId)
    .executeTakeFirst();
  return vote !== undefined;
}

/** Whether the viewer has voted; 404 where they may not see the survey. */
export async function readVoteStatus(
  db: Database,
  surveyId: number,
  viewer: number | null,
  invitationCode?: string,
): Promise<boolean> {
  const row = await db.query
    .selectFrom("surveys")
    .select(
      sql<unknown>`exists (
        select 1 from votes where votes.survey_id = surveys.id and votes.user_id = ${viewer}
      )`.as("voted"),
    )
    .where("id", "=", surveyId)
    .where(visibleTo(viewer, invitationCode))
    .executeTakeFirst();
  if (!row) throw new ApiError("survey_not_found");
  return Boolean(row.voted);
}

/** Decision 18: 'before' shows them to all who see the survey, 'after' to those who voted, … */
export async function resultsAreVisible(
  db: Database,
  survey: SurveyRow,
  viewer: number | null,
  now: number,
): Promise<boolean> {
  if (survey.result_visibility === "before" || survey.owner_id === viewer) return true;
  if (surveyState(survey, now) === "ended") return true;
  return viewer !== null && hasVoted(db, survey.id, viewer);
}

/** In the options' order; all values together make 100, or 0 without votes (decision 27). */
export async function readResults(db: Database, surveyId: number): Promise<Result[]> {
  const options = await db.query
    .selectFrom("options")
    .select(["id", "content", "vote_count"])
    .where("survey_id", "=", surveyId)
    .orderBy("position")
    .execute();
  const shares = percentages(options.map((option) => option.vote_count));
  return options.map((option, i) => ({
    option_id: option.id,
    option_name: option.content,
    count: option.vote_count,
    color: resultColor(i),
    value: `%${shares[i]}`,
  }));
}
