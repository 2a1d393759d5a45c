import { type SqlBool, sql } from "kysely";
import { ballotNameOf } from "#contract/ballots/ballots.ts";
import { surveyPicturePath } from "#contract/charts.ts";
import type { Survey } from "#contract/shapes/survey-shapes.ts";
import { idRows } from "#server/db/bulk.ts";
import type { Database } from "#server/db/database.ts";
import { toTimestamp } from "#server/db/timestamps.ts";
import { ApiError } from "#server/errors.ts";
import { offeredOptions } from "#server/features/ballots/ballots.reads.ts";
import { isInSteps, shownCount, votersIn } from "#server/features/ballots/shown-counts.reads.ts";
import {
  isForAdults,
  isHidden,
  isPublic,
  isUnlisted,
  PUBLIC,
  resultVisibility,
  surveyState,
} from "#server/features/visibility/visibility.reads.ts";
import { readOpenHold } from "./holds/survey-holds.reads.ts";
import { toSponsors } from "./sponsors.ts";
import { type PublicSurvey, SURVEY_COLUMNS, type SurveyRow } from "./survey-access.reads.ts";
import { quietOf, toTimes } from "./survey-cards.reads.ts";
import { pictureVersion, type ShownSurvey, shownSurvey } from "./survey-picture.ts";
import { shownVotes } from "./survey-policies.ts";

/** Returns the survey with its options and owner, for somebody who may see it. */
export async function readSurvey(db: Database, survey: SurveyRow, now: number): Promise<Survey> {
  const findOwner = db.query
    .selectFrom("users")
    .select(["id", "name", "nickname", "image"])
    .where("id", "=", survey.owner_id)
    .executeTakeFirst();
  const [user, options, hold] = await Promise.all([
    findOwner,
    readOptions(db, survey, now),
    isHidden(survey) ? readOpenHold(db.query, survey.id) : undefined,
  ]);
  if (!user) throw new ApiError("survey_not_found");
  const shown = toSurvey(db, survey, user, options, now);
  return hold ? inReview(shown, survey) : shown;
}

/** To its owner it has the visibility that it was published with. */
function inReview({ hidden: _, ...shown }: Survey, { hidden }: SurveyRow): Survey {
  return { ...shown, visibility: hidden, in_review: true };
}

/** Returns those of `ids` that are public, in the same order, with two queries. */
export async function readSurveys(
  db: Database,
  ids: readonly number[],
  now: number,
): Promise<Survey[]> {
  if (ids.length === 0) return [];
  const rows = idRows(db, ids);
  const [surveys, options] = await Promise.all([
    db.query
      .selectFrom("surveys")
      .innerJoin("users", "users.id", "surveys.owner_id")
      .select(SURVEY_COLUMNS.map((column) => `surveys.${column}` as const))
      .select(["users.name", "users.nickname", "users.image as avatar"])
      .where(sql<SqlBool>`surveys.id in (select id from ${rows})`)
      .where(PUBLIC)
      .execute(),
    selectOptions(db, now)
      .select("survey_id")
      .where(sql<SqlBool>`survey_id in (select id from ${rows})`)
      .orderBy("survey_id")
      .orderBy("position")
      .execute(),
  ]);
  const optionsOf = Map.groupBy(options, ({ survey_id }) => survey_id);
  const byId = new Map(surveys.map((survey) => [survey.id, survey]));
  return ids.flatMap((id) => {
    const row = byId.get(id);
    if (!row) return [];
    const { name, nickname, avatar, ...survey } = row;
    const user = { id: survey.owner_id, name, nickname, image: avatar };
    const own = (optionsOf.get(id) ?? []).map(({ survey_id: _, ...option }) => option);
    return [toSurvey(db, survey, user, own, now)];
  });
}

type OptionRow = Survey["options"][number] & { votes: number };

function toSurvey(
  db: Database,
  survey: SurveyRow,
  user: Survey["user"],
  options: readonly OptionRow[],
  now: number,
): Survey {
  const votes = isInSteps(survey) ? votersIn(options) : survey.counted_votes;
  return {
    id: survey.id,
    type: survey.type,
    question: survey.question,
    description: survey.description,
    image_path: survey.image,
    ...(isPublic(survey) && { preview_path: previewPath(db, survey, options, now) }),
    category_id: survey.category_id,
    option_theme_id: survey.option_theme_id,
    result_visibility: resultVisibility(survey),
    visibility: survey.visibility,
    state: surveyState(survey, now),
    ...(isHidden(survey) && { hidden: true as const }),
    ...(isUnlisted(survey) && { unlisted: true as const }),
    ...(isForAdults(survey) && { adults_only: true as const }),
    ...quietOf(db, survey, now),
    ...toTimes(survey),
    ...(survey.edited_at !== null && { edited_at: toTimestamp(survey.edited_at) }),
    view_count: survey.view_count,
    vote_count: shownVotes(db, survey, votes, now),
    voters: survey.verified_voters === 1 ? "verified" : "members",
    instant_results: survey.instant_results === 1,
    option_order: survey.shuffled_options === 1 ? "shuffled" : "fixed",
    vote_change: survey.changeable_votes === 1 ? "until_end" : "fixed",
    allows_no_opinion: survey.allows_no_opinion === 1,
    options: offeredOptions(
      survey.ballot,
      options.map(({ votes: _, ...option }) => option),
    ),
    user,
    ...toSponsors(survey),
    ...ballotNameOf(survey),
    ...(survey.min_choices !== null && { min_choices: survey.min_choices }),
    ...(survey.max_choices !== null && { max_choices: survey.max_choices }),
  };
}

/** What everybody may know of a public survey. */
export const readShownSurvey = async (
  db: Database,
  survey: PublicSurvey,
  now: number,
): Promise<ShownSurvey> => shownSurvey(db, survey, await readOptions(db, survey, now), now);

/** With the votes that results show, or would show if they were visible. */
const readOptions = (db: Database, { id }: Pick<SurveyRow, "id">, now: number) =>
  selectOptions(db, now).where("survey_id", "=", id).orderBy("position").execute();

const selectOptions = (db: Database, now: number) =>
  db.query
    .selectFrom("options")
    .innerJoin("surveys", "surveys.id", "survey_id")
    .select(["options.id", "content", "options.image", shownCount(now).as("votes")]);

function previewPath(
  db: Database,
  survey: SurveyRow,
  options: readonly { content: string; image: string; votes: number }[],
  now: number,
): string {
  const version = pictureVersion(shownSurvey(db, survey, options, now));
  return surveyPicturePath(survey.id, { shape: "link", version });
}
