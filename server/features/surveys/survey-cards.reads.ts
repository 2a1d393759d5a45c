import type { Author, OwnSurveyCard, SurveyCard } from "#contract/survey-shapes.ts";
import type { Database } from "#server/db/open.ts";
import { toTimestamp } from "#server/db/timestamps.ts";
import { voteCount } from "#server/features/ballots/ballots.writes.ts";
import { surveyState } from "./survey-access.reads.ts";
import { shownVotes } from "./survey-policies.ts";

/** Surveys with their owners, in the columns that `toCard` reads. */
export const selectCards = (db: Database) =>
  db.query
    .selectFrom("surveys")
    .innerJoin("users", "users.id", "surveys.owner_id")
    .select([
      "surveys.id",
      "surveys.type",
      "surveys.question",
      "surveys.image",
      "surveys.view_count",
      "surveys.popularity",
      "surveys.visibility",
      "surveys.result_visibility",
      "surveys.start_time",
      "surveys.expire_time",
      "surveys.category_id",
      "surveys.owner_id",
      "users.name as owner_name",
      "users.nickname as owner_nickname",
      "users.image as owner_image",
    ]);

/** With the votes as they are now, for `toOwnCard`. */
export const selectOwnCards = (db: Database) =>
  selectCards(db).select(voteCount("single").as("vote_count"));

export type CardsQuery = ReturnType<typeof selectCards>;
export type CardRow = Awaited<ReturnType<CardsQuery["execute"]>>[number];

export const toCard = (row: CardRow, now: number): SurveyCard => ({
  id: row.id,
  type: row.type,
  question: row.question,
  image_path: row.image,
  view_count: row.view_count,
  vote_count: shownVotes(row, now),
  ...toTimes(row),
  category_id: row.category_id,
  user: toAuthor(row),
});

/** Without how it stands, which `readStandings` tells. */
export const toOwnCard = (
  row: CardRow & { vote_count: number },
  now: number,
): Omit<OwnSurveyCard, "leading" | "votes_today"> => ({
  ...toCard(row, now),
  vote_count: row.vote_count,
  state: surveyState(row, now),
  visibility: row.visibility,
});

export const toTimes = (row: { start_time: number; expire_time: number | null }) => ({
  start_time: toTimestamp(row.start_time),
  expire_time: row.expire_time === null ? null : toTimestamp(row.expire_time),
});

const toAuthor = (row: CardRow): Author => ({
  id: row.owner_id,
  name: row.owner_name,
  nickname: row.owner_nickname,
  image: row.owner_image,
});
