import { sql } from "kysely";
import { DAY_MS, MINUTE_MS } from "#contract/durations.ts";
import type { MailLinkPurpose } from "#contract/endpoints/email.ts";
import { canonicalAddress } from "#contract/shapes/canonical-address.ts";
import { deleteBatch } from "#server/db/batches.ts";
import type { Database, Transaction } from "#server/db/database.ts";
import { ApiError } from "#server/errors.ts";
import { RESERVED_MS } from "#server/features/votes/former-identities.writes.ts";
import { hashToken, newToken } from "#server/secret/tokens.ts";

export const LIFETIME_MS: Record<MailLinkPurpose, number> = {
  verify: DAY_MS,
  undo: RESERVED_MS,
  reset: 30 * MINUTE_MS,
};
/** How long an old link is still reported as expired or used, and not as unknown. */
const REMEMBERED_MS = 7 * DAY_MS;

export interface MailLink {
  userId: number;
  purpose: MailLinkPurpose;
  /** Where it was sent; for `verify` perhaps an address that is to replace the account's. */
  email: string;
  createdAt: number;
  expiresAt: number;
  usedAt: number | null;
}

/** Creates a link and returns its secret, 256 random bits, of which only a hash is stored. */
export async function createMailLink(
  tx: Transaction,
  link: Pick<MailLink, "userId" | "purpose" | "email">,
  now: number,
): Promise<string> {
  const token = newToken();
  await tx
    .insertInto("mail_links")
    .values({
      token_hash: hashToken(token),
      user_id: link.userId,
      purpose: link.purpose,
      email: link.email,
      canonical_email: canonicalAddress(link.email),
      created_at: now,
      expires_at: now + LIFETIME_MS[link.purpose],
    })
    .execute();
  return token;
}

/** Returns the link, locked, whatever its state. Throws `link_unknown` if none has this purpose. */
export async function lockMailLink(
  db: Database,
  tx: Transaction,
  token: string,
  purpose?: MailLinkPurpose,
): Promise<MailLink> {
  const link = await tx
    .selectFrom("mail_links")
    .select(["user_id as userId", "purpose", "email", "used_at as usedAt"])
    .select(["created_at as createdAt", "expires_at as expiresAt"])
    .where("token_hash", "=", hashToken(token))
    .modifyEnd(db.forUpdate)
    .executeTakeFirst();
  if (!link || (purpose && link.purpose !== purpose)) throw new ApiError("link_unknown");
  return link;
}

/** Throws `link_used` or `link_expired`. */
export function requireUsable({ usedAt, expiresAt }: MailLink, now: number): void {
  if (usedAt !== null) throw new ApiError("link_used");
  if (expiresAt <= now) throw new ApiError("link_expired");
}

/**
 * Uses up a link, and expires its account's other `verify` and `reset` links, including those to a
 * new address.
 */
export async function consumeMailLink(tx: Transaction, token: string, now: number): Promise<void> {
  const { user_id } = await tx
    .updateTable("mail_links")
    .set({ used_at: now })
    .where("token_hash", "=", hashToken(token))
    .returning("user_id")
    .executeTakeFirstOrThrow();
  await expireMailLinks(tx, user_id, ["verify", "reset"], now);
}

/** Expires the unused links of these purposes that were created at `since` or later. */
export async function expireMailLinks(
  tx: Transaction,
  userId: number,
  purposes: readonly MailLinkPurpose[],
  now: number,
  since = 0,
): Promise<void> {
  await tx
    .updateTable("mail_links")
    .set({ expires_at: now })
    .where("user_id", "=", userId)
    .where("purpose", "in", purposes)
    .where("used_at", "is", null)
    .where("expires_at", ">", now)
    .where("created_at", ">=", since)
    .execute();
}

/**
 * Deletes a batch of links that expired more than `REMEMBERED_MS` ago; returns whether more may be
 * left.
 */
export const deleteOldMailLinks = (db: Database, now: number): Promise<boolean> =>
  deleteBatch(db, "mail_links", ["token_hash"], sql`expires_at < ${now - REMEMBERED_MS}`);
