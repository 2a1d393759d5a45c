import { type SqlBool, sql } from "kysely";
import type * as z from "zod";
import type { BallotKind } from "#contract/ballots/ballots.ts";
import type { AccountExport } from "#contract/endpoints/account-export.ts";
import { BATCH_ROWS, inBatches } from "#server/db/batches.ts";
import type { Database } from "#server/db/database.ts";
import { HAS_IDENTITY } from "#server/db/tables/incomplete-accounts.ts";
import { toTimestamp } from "#server/db/timestamps.ts";
import { ballotOfSurvey, storageOf } from "#server/features/ballots/ballots.reads.ts";
import { readTallies, type Tallied } from "#server/features/ballots/choices.reads.ts";
import {
  shownNoOpinions,
  shownPrivateNoOpinions,
} from "#server/features/ballots/no-opinion.reads.ts";
import {
  isEnoughApart,
  shownCount,
  shownPrivateCount,
} from "#server/features/ballots/shown-counts.reads.ts";
import { toSponsors } from "./sponsors.ts";
import { selectPrivateCards, toOwnCard } from "./survey-cards.reads.ts";
import { votesForOwner } from "./survey-policies.ts";

type Export = z.output<typeof AccountExport>;

/** Somebody's own surveys, with what only the owner sees. */
export async function readOwnSurveys(
  db: Database,
  id: number,
  now: number,
): Promise<Export["surveys"]> {
  const surveys = await selectPrivateCards(db, now)
    .select([
      "description",
      "asked_by",
      "paid_by",
      "option_theme_id",
      "instant_results",
      "verified_voters",
      "shuffled_options",
      "changeable_votes",
      "allows_no_opinion",
      "invitation_code",
      "surveys.created_at",
      "published_at",
    ])
    .select(ballotOfSurvey.as("ballot"))
    .select([shownNoOpinions(now).as("no_opinion"), shownPrivateNoOpinions(now).as("none_apart")])
    .where("owner_id", "=", id)
    .orderBy("surveys.id", "desc")
    .execute();
  const options = await db.query
    .selectFrom("surveys")
    .innerJoin("options", "options.survey_id", "surveys.id")
    .select(["options.id", "options.survey_id", "content", "options.image as image_path"])
    .select([shownCount(now).as("votes"), shownPrivateCount(now).as("private_votes")])
    .where("owner_id", "=", id)
    .orderBy("options.survey_id")
    .orderBy("position")
    .execute();
  const invited = await db.query
    .selectFrom("surveys")
    .innerJoin("invitations", "invitations.survey_id", "surveys.id")
    .innerJoin("users", "users.id", "invitations.user_id")
    .select(["invitations.survey_id", "users.nickname"])
    .where("owner_id", "=", id)
    .where(HAS_IDENTITY)
    .orderBy("users.nickname")
    .execute();
  const several = surveys.filter(({ ballot }) => storageOf(ballot).tally);
  const tallies = await readTallies(
    db,
    several.map(({ id: surveyId }) => surveyId),
    now,
  );
  const optionsOf = Map.groupBy(options, (option) => option.survey_id);
  const invitedTo = Map.groupBy(invited, (person) => person.survey_id);
  return surveys.map((row) => ({
    ...toOwnCard(db, row, now),
    description: row.description,
    option_theme_id: row.option_theme_id,
    instant_results: row.instant_results === 1,
    voters: row.verified_voters === 1 ? "verified" : "members",
    option_order: row.shuffled_options === 1 ? "shuffled" : "fixed",
    vote_change: row.changeable_votes === 1 ? "until_end" : "fixed",
    allows_no_opinion: row.allows_no_opinion === 1,
    ...toSponsors(row),
    invitation_code: row.invitation_code,
    created_at: toTimestamp(row.created_at),
    published_at: row.published_at === null ? null : toTimestamp(row.published_at),
    ...toCounts(db, row, optionsOf.get(row.id) ?? [], tallies, now),
    invited: (invitedTo.get(row.id) ?? []).map(({ nickname }) => nickname),
  }));
}

type Survey = Parameters<typeof votesForOwner>[1] & {
  ballot: BallotKind;
  votes: number;
  instant_results: number;
  no_opinion: number | null;
  none_apart: number | null;
};

interface Counted {
  id: number;
  content: string;
  image_path: string;
  votes: number;
  private_votes: number;
}

function toCounts(
  db: Database,
  survey: Survey,
  options: readonly Counted[],
  tallies: ReadonlyMap<number, Tallied>,
  now: number,
) {
  const apart = options.reduce((sum, { private_votes }) => sum + private_votes, 0);
  const isShown = votesForOwner(db, survey, survey.votes, now) !== null;
  const isApartShown = isShown && survey.was_public === 1 && isEnoughApart(survey, apart);
  return {
    ...(survey.no_opinion !== null && {
      no_opinion_count: isShown ? survey.no_opinion : null,
      private_no_opinion_count: isApartShown ? survey.none_apart : null,
    }),
    options: options.map(({ id, content, image_path, votes, private_votes }) => ({
      content,
      image_path,
      vote_count: isShown ? (tallies.get(id)?.shown.count ?? votes) : null,
      private_vote_count: isApartShown ? (tallies.get(id)?.apart.count ?? private_votes) : null,
    })),
  };
}

/** What somebody changed in their surveys after the first vote, in batches. */
export const readEdits = (db: Database, id: number) =>
  inBatches(
    { survey_id: 0, number: 0 },
    (last) =>
      db.query
        .selectFrom("survey_edits")
        .innerJoin("surveys", "surveys.id", "survey_edits.survey_id")
        .select(["survey_edits.survey_id", "number", "survey_edits.edited_at"])
        .select(["field", "was", "became"])
        .where("owner_id", "=", id)
        .where(sql<SqlBool>`(survey_edits.survey_id, number) > (${last.survey_id}, ${last.number})`)
        .orderBy("survey_edits.survey_id")
        .orderBy("number")
        .limit(BATCH_ROWS)
        .execute(),
    (row) => row,
    ({ number: _, edited_at, ...edit }) => ({ ...edit, edited_at: toTimestamp(edited_at) }),
  );
