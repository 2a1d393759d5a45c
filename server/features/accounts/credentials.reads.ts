import type { Database } from "#server/db/open.ts";

/** An account, and what its owner signs in with. */
export interface Credentials {
  userId: number;
  name: string;
  nickname: string;
  email: string;
  /** undefined for an account without a password. */
  passwordHash: string | undefined;
}

/** Of the person with this id, or with this e-mail as the contract's `Email` makes it. */
export async function findCredentials(
  db: Database,
  who: { id: number } | { email: string },
): Promise<Credentials | undefined> {
  const people = db.query
    .selectFrom("users")
    .leftJoin("credentials", "credentials.user_id", "users.id")
    .select(["users.id", "users.name", "users.nickname", "users.email"])
    .select("credentials.password_hash");
  const row = await ("id" in who
    ? people.where("users.id", "=", who.id)
    : people.where("users.email", "=", who.email)
  ).executeTakeFirst();
  if (!row) return undefined;
  const { id, password_hash, ...person } = row;
  return { userId: id, ...person, passwordHash: password_hash ?? undefined };
}
