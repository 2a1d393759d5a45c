import { type SqlBool, sql } from "kysely";
import type * as z from "zod";
import type { AccountExport } from "#contract/endpoints/account-export.ts";
import type { AppContext } from "#server/app-context.ts";
import type { Database } from "#server/db/database.ts";
import { toTimestamp } from "#server/db/timestamps.ts";
import { notificationVisibleTo } from "#server/features/notifications/notifications.reads.ts";
import { receiptsOf } from "#server/features/receipts/receipts.ts";
import { readFactors } from "#server/features/sign-in/factors/factors.reads.ts";
import { readIdentities } from "#server/features/sign-in/oidc/identities.reads.ts";
import { toShownSession } from "#server/features/sign-in/sessions.reads.ts";
import type { Mailboxes } from "#server/secret/pseudonyms.ts";
import type { Sealer } from "#server/secret/sealer.ts";
import { readAccount } from "./accounts.reads.ts";
import { BATCH_ROWS, inBatches } from "./export-batches.ts";
import { jsonPieces } from "./json-pieces.ts";
import { readEdits, readOwnSurveys } from "./survey-export.reads.ts";

type Export = z.output<typeof AccountExport>;

/** Long lists are read in batches: a million rows at once would not fit into memory. */
type Parts = { [Name in keyof Export]: Export[Name] | AsyncIterable<Export[Name]> };

/**
 * An `AccountExport` as pieces of JSON text, read from the database while they are sent. Throws
 * `invalid_token`, before the first piece, if the account is gone.
 */
export async function readExport(
  { db, mailboxes, sealer, toJson }: Pick<AppContext, "db" | "mailboxes" | "sealer" | "toJson">,
  id: number,
  now: number,
) {
  const account = await readAccount(db, id);
  const { created_at, invitable_by, ...consents } = await readPerson(db, id);
  const parts: Parts = {
    account: { ...account, created_at },
    consents,
    surveys: await readOwnSurveys(db, id, now),
    survey_edits: readEdits(db, id),
    votes: readVotes(db, sealer, id),
    followers: readFollows(db, id, "followed_id", "follower_id"),
    followings: readFollows(db, id, "follower_id", "followed_id"),
    invitations: await readInvitations(db, id),
    notifications: readNotifications(db, id),
    invitable_by,
    muted_notifications: await readMuted(db, id),
    daily_acts: await readDailyActs(db, id),
    identities: (await readIdentities(db, id)).map(({ linked_at, ...identity }) => ({
      ...identity,
      linked_at: toTimestamp(linked_at),
    })),
    sessions: await readSessions(db, id),
    second_factors: await readSecondFactors(db, mailboxes, id),
  };
  return jsonPieces(parts, toJson);
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

/** Leaves out removed surveys, whose votes and invitations stay for a while. */
const readVotes = (db: Database, sealer: Sealer, id: number) =>
  inBatches(
    0,
    (last) =>
      db.query
        .selectFrom("votes")
        .innerJoin("surveys", "surveys.id", "votes.survey_id")
        .innerJoin("options", "options.id", "votes.option_id")
        .select(["votes.survey_id", "surveys.question", "options.content as option"])
        .select("while_private")
        .where("votes.user_id", "=", id)
        .where("surveys.visibility", "is not", null)
        .where("votes.survey_id", ">", last)
        .orderBy("votes.survey_id")
        .limit(BATCH_ROWS)
        .execute(),
    (vote) => vote.survey_id,
    ({ while_private, ...vote }) => ({
      ...vote,
      ...(while_private && { while_private: true as const }),
      receipt: receiptsOf(sealer, vote.survey_id).ofVoter(id),
    }),
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

/** Leaves out the ids of surveys that the person may no longer see. */
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
    .select(["browser", "system", "opened_at", "seen_at", "expires_at"])
    .where("user_id", "=", id)
    .orderBy("expires_at")
    .execute();
  return rows.map(toShownSession);
}

/** The second factors an account has, without their secrets. */
async function readSecondFactors(db: Database, mailboxes: Mailboxes, id: number) {
  const { totp_since, passkeys, recovery_codes_left } = await readFactors(db, mailboxes, id);
  return {
    ...{ totp_since, recovery_codes_left },
    passkeys: passkeys.map(({ id: _, ...passkey }) => passkey),
  };
}
