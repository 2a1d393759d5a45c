import { type SqlBool, sql } from "kysely";
import type * as z from "zod";
import type { AccountExport } from "#contract/account-export.ts";
import type { Database } from "#server/db/open.ts";
import { toTimestamp } from "#server/db/timestamps.ts";
import { isEnough, shownCount } from "#server/features/ballots/ballots.writes.ts";
import { notificationVisibleTo } from "#server/features/notifications/notifications.reads.ts";
import { selectPrivateCards, toOwnCard } from "#server/features/surveys/survey-cards.reads.ts";
import { readAccount } from "./accounts.reads.ts";
import { BATCH_ROWS, inBatches } from "./export-batches.ts";
import { jsonPieces } from "./json-pieces.ts";

type Export = z.output<typeof AccountExport>;

/** Long lists come in batches: a million rows at once would not fit into memory. */
type Parts = { [Name in keyof Export]: Export[Name] | AsyncIterable<Export[Name]> };

/**
 * An `AccountExport` as pieces of JSON text, read from the database as they are sent. Throws
 * `invalid_token`, before the first piece, where the account is gone.
 */
export async function readExport(db: Database, id: number, now: number) {
  const account = await readAccount(db, id);
  const { created_at, invitable_by, ...consents } = await readPerson(db, id);
  const parts: Parts = {
    account: { ...account, created_at },
    consents,
    surveys: await readSurveys(db, id, now),
    survey_edits: readEdits(db, id),
    votes: readVotes(db, id),
    followers: readFollows(db, id, "followed_id", "follower_id"),
    followings: readFollows(db, id, "follower_id", "followed_id"),
    invitations: await readInvitations(db, id),
    notifications: readNotifications(db, id),
    invitable_by,
    muted_notifications: await readMuted(db, id),
    daily_acts: await readDailyActs(db, id),
    sessions: await readSessions(db, id),
  };
  return jsonPieces(parts);
}

async function readPerson(db: Database, id: number) {
  const row = await db.query
    .selectFrom("users")
    .select(["created_at", "invitable_by"])
    .select(["consent_version", "explicit_consent_at", "communication_consent_at"])
    .where("id", "=", id)
    .executeTakeFirstOrThrow();
  return {
    created_at: toTimestamp(row.created_at),
    invitable_by: row.invitable_by,
    version: row.consent_version,
    explicit_consent_at: toTimestamp(row.explicit_consent_at),
    communication_consent_at: toTimestamp(row.communication_consent_at),
  };
}

async function readSurveys(db: Database, id: number, now: number): Promise<Export["surveys"]> {
  const surveys = await selectPrivateCards(db, now)
    .select([
      "description",
      "option_theme_id",
      "surveys.result_visibility",
      "instant_results",
      "invitation_code",
      "surveys.created_at",
      "published_at",
    ])
    .where("owner_id", "=", id)
    .orderBy("surveys.id", "desc")
    .execute();
  const options = await db.query
    .selectFrom("surveys")
    .innerJoin("options", "options.survey_id", "surveys.id")
    .select(["options.survey_id", "content", "options.image as image_path"])
    .select(shownCount(now).as("votes"))
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
    .orderBy("users.nickname")
    .execute();
  const optionsOf = Map.groupBy(options, (option) => option.survey_id);
  const invitedTo = Map.groupBy(invited, (person) => person.survey_id);
  return surveys.map((row) => ({
    ...toOwnCard(row, now),
    description: row.description,
    option_theme_id: row.option_theme_id,
    result_visibility: row.result_visibility,
    instant_results: row.instant_results === 1,
    invitation_code: row.invitation_code,
    created_at: toTimestamp(row.created_at),
    published_at: row.published_at === null ? null : toTimestamp(row.published_at),
    options: (optionsOf.get(row.id) ?? []).map(({ content, image_path, votes }) => ({
      content,
      image_path,
      vote_count: isEnough(row.in_steps, row.votes) ? votes : null,
    })),
    invited: (invitedTo.get(row.id) ?? []).map(({ nickname }) => nickname),
  }));
}

const readEdits = (db: Database, id: number) =>
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

/** Without removed surveys, whose votes and invitations stay for a while. */
const readVotes = (db: Database, id: number) =>
  inBatches(
    0,
    (last) =>
      db.query
        .selectFrom("votes")
        .innerJoin("surveys", "surveys.id", "votes.survey_id")
        .innerJoin("options", "options.id", "votes.option_id")
        .select(["votes.survey_id", "surveys.question", "options.content as option"])
        .where("votes.user_id", "=", id)
        .where("surveys.visibility", "is not", null)
        .where("votes.survey_id", ">", last)
        .orderBy("votes.survey_id")
        .limit(BATCH_ROWS)
        .execute(),
    (vote) => vote.survey_id,
    (vote) => vote,
  );

const readFollows = (
  db: Database,
  id: number,
  person: "followed_id" | "follower_id",
  other: "followed_id" | "follower_id",
) =>
  inBatches(
    { created_at: 0, id: 0 },
    (last) =>
      db.query
        .selectFrom("follows")
        .innerJoin("users", "users.id", `follows.${other}`)
        .select(["users.id", "users.nickname", "follows.created_at"])
        .where(`follows.${person}`, "=", id)
        .where(
          sql<SqlBool>`(follows.created_at, ${sql.ref(`follows.${other}`)})
          > (${last.created_at}, ${last.id})`,
        )
        .orderBy("follows.created_at")
        .orderBy(`follows.${other}`)
        .limit(BATCH_ROWS)
        .execute(),
    (row) => row,
    ({ nickname, created_at }) => ({ nickname, since: toTimestamp(created_at) }),
  );

async function readInvitations(db: Database, id: number): Promise<Export["invitations"]> {
  const rows = await db.query
    .selectFrom("invitations")
    .innerJoin("surveys", "surveys.id", "invitations.survey_id")
    .select(["survey_id", "question", "invitations.created_at"])
    .where("user_id", "=", id)
    .where("surveys.visibility", "is not", null)
    .orderBy("survey_id")
    .execute();
  return rows.map(({ created_at, ...row }) => ({ ...row, invited_at: toTimestamp(created_at) }));
}

/** Without the id of a survey that the person may not see any more. */
const readNotifications = (db: Database, id: number) =>
  inBatches(
    Number.MAX_SAFE_INTEGER,
    (last) =>
      db.query
        .selectFrom("notifications")
        .leftJoin("users", "users.id", "notifications.actor_id")
        .leftJoin("surveys", "surveys.id", "notifications.survey_id")
        .select(["notifications.id", "kind", "nickname", "notifications.created_at", "read_at"])
        .select(
          sql<number | null>`case when ${notificationVisibleTo(id)} then survey_id end`.as(
            "survey_id",
          ),
        )
        .where("user_id", "=", id)
        .where("notifications.id", "<", last)
        .orderBy("notifications.id", "desc")
        .limit(BATCH_ROWS)
        .execute(),
    (row) => row.id,
    ({ id: _, ...row }) => ({
      ...row,
      created_at: toTimestamp(row.created_at),
      read_at: row.read_at === null ? null : toTimestamp(row.read_at),
    }),
  );

async function readMuted(db: Database, id: number): Promise<Export["muted_notifications"]> {
  const rows = await db.query
    .selectFrom("muted_notifications")
    .select("kind")
    .where("user_id", "=", id)
    .orderBy("kind")
    .execute();
  return rows.map(({ kind }) => kind);
}

const readDailyActs = (db: Database, id: number): Promise<Export["daily_acts"]> =>
  db.query
    .selectFrom("daily_acts")
    .select(["kind", "day", "acts"])
    .where("user_id", "=", id)
    .orderBy("kind")
    .execute();

async function readSessions(db: Database, id: number): Promise<Export["sessions"]> {
  const rows = await db.query
    .selectFrom("sessions")
    .select("expires_at")
    .where("user_id", "=", id)
    .orderBy("expires_at")
    .execute();
  return rows.map((row) => ({ expires_at: toTimestamp(row.expires_at) }));
}
