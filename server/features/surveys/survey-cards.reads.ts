import { type RawBuilder, type SqlBool, sql } from "kysely";
import { ballotNameOf } from "#contract/ballots/ballots.ts";
import type { Author, OwnSurveyCard, SurveyCard } from "#contract/shapes/survey-shapes.ts";
import { idRows } from "#server/db/bulk.ts";
import type { Database } from "#server/db/database.ts";
import { toTimestamp } from "#server/db/timestamps.ts";
import { shownTotal } from "#server/features/ballots/shown-counts.reads.ts";
import {
  isForAdults,
  resultVisibility,
  surveyState,
} from "#server/features/visibility/visibility.reads.ts";
import { shownVotes, votesForOwner } from "./survey-policies.ts";

/**
 * Selects surveys with their owners, in the columns that `toCard` reads. `votes` is an expression
 * for the shown number of votes; the default is about a second old and for listed surveys.
 */
export const selectCards = (
  db: Pick<Database, "query">,
  votes: RawBuilder<number> = sql.ref("surveys.counted_votes"),
) =>
  db.query
    .selectFrom("surveys")
    .innerJoin("users", "users.id", "surveys.owner_id")
    .select([
      "surveys.id",
      "surveys.type",
      "surveys.question",
      "surveys.image",
      "surveys.view_count",
      "surveys.in_steps",
      "surveys.was_public",
      "surveys.visibility",
      "surveys.adults_only",
      "surveys.result_visibility",
      "surveys.hidden_until_end",
      "surveys.start_time",
      "surveys.expire_time",
      "surveys.category_id",
      "surveys.popularity",
      "surveys.owner_id",
      "surveys.ballot",
      "users.name as owner_name",
      "users.nickname as owner_nickname",
      "users.image as owner_image",
      votes.as("votes"),
    ]);

/** With the votes that results show now; for surveys that may be private. */
export const selectPrivateCards = (db: Database, now: number) => selectCards(db, shownTotal(now));

type CardsQuery = ReturnType<typeof selectCards>;
export type CardRow = Awaited<ReturnType<CardsQuery["execute"]>>[number];

type Card = Omit<SurveyCard, "options">;

/** Complete except for the options, which `withOptions` adds to a whole page. */
export const toCard = (db: Pick<Database, "quietPeriods">, row: CardRow, now: number): Card => ({
  id: row.id,
  type: row.type,
  question: row.question,
  image_path: row.image,
  view_count: row.view_count,
  vote_count: shownVotes(db, row, row.votes, now),
  ...toTimes(row),
  category_id: row.category_id,
  user: toAuthor(row),
  ...ballotNameOf(row),
  ...(isForAdults(row) && { adults_only: true as const }),
});

/**
 * Adds options to the cards of plain surveys that have two in a fixed order and nothing else to say,
 * with one query for the page.
 */
export async function withOptions<C extends Card>(
  db: Database,
  page: { items: C[]; next_cursor: string | null },
) {
  const ids = idRows(
    db,
    page.items.map(({ id }) => id),
  );
  const rows =
    page.items.length === 0
      ? []
      : await db.query
          .selectFrom("options")
          .innerJoin("surveys", "surveys.id", "survey_id")
          .select(["survey_id", "options.id", "content", "options.image"])
          .where("shuffled_options", "=", 0)
          // Its page offers a third choice.
          .where("allows_no_opinion", "=", 0)
          .where(sql<SqlBool>`survey_id in (select id from ${ids})`)
          // A third shows that there are more than two.
          .where("position", "<=", 2)
          .orderBy("survey_id")
          .orderBy("position")
          .execute();
  const bySurvey = Map.groupBy(rows, ({ survey_id }) => survey_id);
  const items = page.items.map((card) => {
    const options = bySurvey.get(card.id)?.map(({ survey_id: _, ...option }) => option);
    const isPlain = card.ballot === undefined;
    return { ...card, options: isPlain && options?.length === 2 ? options : null };
  });
  return { items, next_cursor: page.next_cursor };
}

/** Without the standing, which `readStandings` returns. */
export const toOwnCard = (
  db: Pick<Database, "quietPeriods">,
  row: CardRow,
  now: number,
): Omit<OwnSurveyCard, "leading" | "votes_today"> => ({
  ...toCard(db, row, now),
  vote_count: votesForOwner(db, row, row.votes, now),
  state: surveyState(row, now),
  visibility: row.visibility,
  result_visibility: resultVisibility(row),
  ...quietOf(db, row, now),
});

/** The quiet period that covers a survey, if one does (R665). */
export function quietOf(
  { quietPeriods }: Pick<Database, "quietPeriods">,
  { category_id }: Pick<CardRow, "category_id">,
  now: number,
) {
  const period = quietPeriods.covering(category_id, now);
  if (!period) return {};
  const until = quietPeriods.until(category_id, now) ?? period.ends_at;
  return { quiet: { title: period.title, until: toTimestamp(until) } };
}

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
