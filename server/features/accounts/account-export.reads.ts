import type * as z from "zod";
import type { AccountExport } from "#contract/account.ts";
import { toInstant } from "#server/db/instant.ts";
import type { Database } from "#server/db/open.ts";
import { selectOwnCards, toOwnCard } from "#server/features/surveys/survey-cards.reads.ts";
import { readAccount } from "./accounts.reads.ts";

/** Everything the product keeps about a person (decision 35). */
export async function readExport(
  db: Database,
  id: number,
  now: number,
): Promise<z.output<typeof AccountExport>> {
  const surveys = await selectOwnCards(db)
    .where("owner_id", "=", id)
    .orderBy("surveys.id", "desc")
    .execute();
  return {
    account: await readAccount(db, id),
    consents: await readConsents(db, id),
    surveys: surveys.map((row) => toOwnCard(row, now)),
    votes: await readVotes(db, id),
    followers: await readNicknames(db, id, "followed_id", "follower_id"),
    followings: await readNicknames(db, id, "follower_id", "followed_id"),
  };
}

async function readConsents(db: Database, id: number) {
  const row = await db.query
    .selectFrom("users")
    .select(["consent_version", "explicit_consent_at", "communication_consent_at"])
    .where("id", "=", id)
    .executeTakeFirstOrThrow();
  return {
    version: row.consent_version,
    explicit_consent_at: toInstant(row.explicit_consent_at),
    communication_consent_at: toInstant(row.communication_consent_at),
  };
}

const readVotes = (db: Database, id: number) =>
  db.query
    .selectFrom("votes")
    .innerJoin("surveys", "surveys.id", "votes.survey_id")
    .innerJoin("options", "options.id", "votes.option_id")
    .select(["votes.survey_id", "surveys.question", "options.content as option"])
    .where("votes.user_id", "=", id)
    .orderBy("votes.survey_id")
    .execute();

async function readNicknames(
  db: Database,
  id: number,
  person: "followed_id" | "follower_id",
  other: "followed_id" | "follower_id",
): Promise<string[]> {
  const rows = await db.query
    .selectFrom("follows")
    .innerJoin("users", "users.id", `follows.${other}`)
    .select("users.nickname")
    .where(`follows.${person}`, "=", id)
    .orderBy("users.nickname")
    .execute();
  return rows.map((row) => row.nickname);
}
