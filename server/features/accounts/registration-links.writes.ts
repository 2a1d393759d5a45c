import { sql } from "kysely";
import type { Config } from "#server/config/config.ts";
import type { Database, Transaction } from "#server/db/database.ts";
import { ApiError } from "#server/errors.ts";
import { hashToken, newToken } from "#server/secret/tokens.ts";

/** How a newcomer comes in. */
export interface Entry {
  registration: Config["registration"];
  /** The code of a registration link. */
  invitation: string | undefined;
}

/**
 * Throws `registration_closed` or `invitation_needed` for a newcomer whom the installation does not
 * let in. Counts nothing, so that it can be asked before anything expensive.
 */
export async function requireEntry(
  { query }: Pick<Database, "query">,
  { registration, invitation = "" }: Entry,
  now: number,
): Promise<void> {
  if (registration === "open") return;
  if (registration === "closed") throw new ApiError("registration_closed");
  const link = await query
    .selectFrom("registration_links")
    .select("id")
    .where("code_hash", "=", hashToken(invitation))
    .where("ends_at", ">", now)
    .where("used", "<", sql.ref<number>("uses"))
    .executeTakeFirst();
  if (!link) throw new ApiError("invitation_needed");
}

/** The same in the transaction that opens the account, where it uses the link up by one. */
export async function countEntry(tx: Transaction, entry: Entry, now: number): Promise<void> {
  await requireEntry({ query: tx }, entry, now);
  if (entry.registration !== "invited") return;
  const { numUpdatedRows } = await tx
    .updateTable("registration_links")
    .set((old) => ({ used: old("used", "+", 1) }))
    .where("code_hash", "=", hashToken(entry.invitation ?? ""))
    .where("ends_at", ">", now)
    .where("used", "<", sql.ref<number>("uses"))
    .executeTakeFirstOrThrow();
  if (numUpdatedRows === 0n) throw new ApiError("invitation_needed");
}

/** Makes a link for so many people, until `endsAt`; returns its number and its code. */
export async function createRegistrationLink(
  query: Pick<Transaction, "insertInto">,
  { uses, endsAt, words }: { uses: number; endsAt: number; words: string },
  now: number,
): Promise<{ id: number; code: string }> {
  const code = newToken();
  const row = { code_hash: hashToken(code), uses, words, created_at: now, ends_at: endsAt };
  const made = query.insertInto("registration_links").values(row).returning("id");
  return { id: (await made.executeTakeFirstOrThrow()).id, code };
}

/** Ends a link now; false where there is none with this number, or it has ended. */
export async function endRegistrationLink(
  query: Pick<Transaction, "updateTable">,
  id: number,
  now: number,
): Promise<boolean> {
  const { numUpdatedRows } = await query
    .updateTable("registration_links")
    .set({ ends_at: now })
    .where("id", "=", id)
    .where("ends_at", ">", now)
    .executeTakeFirstOrThrow();
  return numUpdatedRows === 1n;
}

/** All links, newest first; times are in milliseconds. */
export const listRegistrationLinks = (db: Database) =>
  selectLinks(db).orderBy("id", "desc").execute();

export const selectLinks = ({ query }: Database) =>
  query
    .selectFrom("registration_links")
    .select(["id", "uses", "used", "words", "created_at", "ends_at"]);
