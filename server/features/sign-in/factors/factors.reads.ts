import { type Kysely, sql } from "kysely";
import type { FactorMethod, Factors, Passkey } from "#contract/endpoints/second-factors.ts";
import type { Database } from "#server/db/database.ts";
import type { Tables } from "#server/db/tables/tables.ts";
import { toTimestamp } from "#server/db/timestamps.ts";
import type { Mailboxes } from "#server/secret/pseudonyms.ts";

/** The methods an account has for a second step; none where a password alone is enough. */
export async function readMethods(query: Kysely<Tables>, userId: number): Promise<FactorMethod[]> {
  const { rows } = await sql<{ totp: number; passkeys: number; codes: number }>`select
      (select count(*) from totp where user_id = ${userId} and confirmed_at is not null) as totp,
      (select count(*) from passkeys where user_id = ${userId}) as passkeys,
      (select count(*) from recovery_codes where user_id = ${userId}) as codes`.execute(query);
  const { totp = 0, passkeys = 0, codes = 0 } = rows[0] ?? {};
  if (totp + passkeys === 0) return [];
  return [
    ...(totp > 0 ? (["totp"] as const) : []),
    ...(passkeys > 0 ? (["passkey"] as const) : []),
    ...(codes > 0 ? (["recovery_code"] as const) : []),
  ];
}

/** The id that people are shown for a passkey, instead of the id that it signs with. */
export const passkeyIdOf = (mailboxes: Mailboxes, credentialId: string): number =>
  mailboxes.pseudonymOf(`passkey ${credentialId}`);

/** Everything but secrets. */
export async function readFactors(
  { query }: Pick<Database, "query">,
  mailboxes: Mailboxes,
  userId: number,
): Promise<Omit<Factors, "passkey_origin">> {
  const person = await query
    .selectFrom("users")
    .leftJoin("credentials", "credentials.user_id", "users.id")
    .leftJoin("totp", "totp.user_id", "users.id")
    .select(["password_hash", "confirmed_at"])
    .select((from) =>
      from
        .selectFrom("recovery_codes")
        .select((codes) => codes.fn.countAll<number>().as("count"))
        .whereRef("recovery_codes.user_id", "=", "users.id")
        .as("codes"),
    )
    .where("users.id", "=", userId)
    .executeTakeFirst();
  const confirmedAt = person?.confirmed_at ?? null;
  return {
    totp_since: confirmedAt === null ? null : toTimestamp(confirmedAt),
    passkeys: (await readPasskeys(query, userId)).map((row) => toPasskey(mailboxes, row)),
    recovery_codes_left: person?.codes ?? 0,
    signs_in_by_email: typeof person?.password_hash === "string",
  };
}

export type PasskeyRow = Awaited<ReturnType<typeof readPasskeys>>[number];

/** A person's passkeys, the oldest first. */
export const readPasskeys = (query: Kysely<Tables>, userId: number) =>
  query
    .selectFrom("passkeys")
    .select(["credential_id", "transports", "name", "synced", "created_at", "used_at"])
    .where("user_id", "=", userId)
    .orderBy("created_at")
    .orderBy("credential_id")
    .execute();

export const toPasskey = (mailboxes: Mailboxes, row: PasskeyRow): Passkey => ({
  id: passkeyIdOf(mailboxes, row.credential_id),
  name: row.name,
  created_at: toTimestamp(row.created_at),
  used_at: row.used_at === null ? null : toTimestamp(row.used_at),
  synced: row.synced === 1,
});

/** A passkey by the id that it signs with, whichever account it belongs to. */
export const findPasskey = ({ query }: Pick<Database, "query">, credentialId: string) =>
  query
    .selectFrom("passkeys")
    .select(["credential_id", "user_id", "public_key", "counter", "transports"])
    .where("credential_id", "=", credentialId)
    .executeTakeFirst();

/** The sealed secret of somebody's authenticator app, confirmed or not. */
export const findTotp = ({ query }: Pick<Database, "query">, userId: number) =>
  query
    .selectFrom("totp")
    .select(["secret", "created_at", "confirmed_at"])
    .where("user_id", "=", userId)
    .executeTakeFirst();
