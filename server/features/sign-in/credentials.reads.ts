import { sql } from "kysely";
import { canonicalAddress } from "#contract/shapes/canonical-address.ts";
import type { Database } from "#server/db/database.ts";
import { ApiError } from "#server/errors.ts";

/** An account, and what its owner signs in with. */
export interface Credentials {
  userId: number;
  name: string;
  nickname: string;
  email: string;
  /** undefined for an account without a password. */
  passwordHash: string | undefined;
}

/**
 * Looks up a person by id, or by the mailbox that an address, as the contract's `Email` makes it,
 * reaches. Where earlier versions let a mailbox have several accounts, the exact address decides.
 */
export async function findCredentials(
  db: Pick<Database, "query">,
  who: { id: number } | { email: string },
): Promise<Credentials | undefined> {
  const people = db.query
    .selectFrom("users")
    .leftJoin("credentials", "credentials.user_id", "users.id")
    .select(["users.id", "users.name", "users.nickname", "users.email"])
    .select("credentials.password_hash");
  const row = await ("id" in who
    ? people.where("users.id", "=", who.id)
    : people
        .where("canonical_email", "=", canonicalAddress(who.email))
        .orderBy(sql`case when users.email = ${who.email} then 0 else 1 end`)
        .orderBy("twin")
        .limit(1)
  ).executeTakeFirst();
  if (!row) return undefined;
  const { id, password_hash, ...person } = row;
  return { userId: id, ...person, passwordHash: password_hash ?? undefined };
}

/** Throws `password_missing` if the signed-in person has no password. */
export function requirePassword(
  person: Credentials,
): asserts person is Credentials & { passwordHash: string } {
  if (person.passwordHash === undefined) throw new ApiError("password_missing");
}
