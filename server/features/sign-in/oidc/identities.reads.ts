import type { Database, Transaction } from "#server/db/database.ts";
import type { Identity } from "./provider-client.ts";

type Named = Pick<Identity, "issuer" | "subject">;

/** The account that an identity is linked with. */
export async function findByIdentity(
  { query }: Database,
  { issuer, subject }: Named,
): Promise<number | undefined> {
  const row = await query
    .selectFrom("identities")
    .select("user_id")
    .where("issuer", "=", issuer)
    .where("subject", "=", subject)
    .executeTakeFirst();
  return row?.user_id;
}

/** The identities that somebody can sign in with, oldest link first. */
export const readIdentities = ({ query }: Database, userId: number) =>
  query
    .selectFrom("identities")
    .select(["issuer", "email", "linked_at"])
    .where("user_id", "=", userId)
    .orderBy("linked_at")
    .execute();

/** Whether the identity is still linked with the account. */
export async function isLinked(
  tx: Transaction,
  userId: number,
  { issuer, subject }: Named,
): Promise<boolean> {
  const row = await tx
    .selectFrom("identities")
    .select("user_id")
    .where("issuer", "=", issuer)
    .where("subject", "=", subject)
    .where("user_id", "=", userId)
    .executeTakeFirst();
  return row !== undefined;
}

/** Whether the session is still open. */
export async function isOpen(tx: Transaction, tokenHash: string): Promise<boolean> {
  const row = await tx
    .selectFrom("sessions")
    .select("user_id")
    .where("token_hash", "=", tokenHash)
    .executeTakeFirst();
  return row !== undefined;
}

/**
 * Whether an account has a way in: a password, a passkey, or a provider with one of these issuers.
 */
export async function hasWayIn(
  tx: Transaction,
  userId: number,
  issuers: readonly string[],
): Promise<boolean> {
  const password = await tx
    .selectFrom("credentials")
    .select("user_id")
    .where("user_id", "=", userId)
    .executeTakeFirst();
  const passkey = await tx
    .selectFrom("passkeys")
    .select("user_id")
    .where("user_id", "=", userId)
    .executeTakeFirst();
  if (password || passkey) return true;
  const identities = await tx
    .selectFrom("identities")
    .select("issuer")
    .where("user_id", "=", userId)
    .execute();
  return identities.some(({ issuer }) => issuers.includes(issuer));
}
