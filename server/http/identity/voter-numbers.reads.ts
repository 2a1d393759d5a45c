import { sql } from "kysely";
import type { Database } from "#server/db/database.ts";
import type { Mailboxes } from "#server/secret/pseudonyms.ts";

/** What a voter is known by. */
export interface VoterNumbers {
  /** Of every mailbox and provider identity that the account has or had (R395). */
  readonly numbers: readonly number[];
  /** When the present address was verified, in milliseconds since 1970; 0 if it is not. */
  readonly verifiedAt: number;
  /** When the account last got another address or identity, likewise; 0 if it never did. */
  readonly knownSince: number;
}

// Between texts of one identity, and between identities. No URL and no subject has them.
const [WITHIN, BETWEEN] = ["\n", "\n\n"];

/** The columns that `voterNumbers` needs, of queries from `users`. */
export const numberColumns = [
  sql<string>`users.email`.as("email"),
  sql<number | null>`users.email_verified_at`.as("email_verified_at"),
  sql<number | null>`users.known_since`.as("known_since"),
  sql<string | null>`(select string_agg(issuer || ${WITHIN} || subject, ${BETWEEN})
    from identities where identities.user_id = users.id)`.as("identities"),
  sql<string | null>`(select string_agg(cast(number as text), ',')
    from former_identities where former_identities.user_id = users.id)`.as("former"),
] as const;

interface Row {
  email: string;
  email_verified_at: number | null;
  known_since: number | null;
  identities: string | null;
  former: string | null;
}

export function voterNumbers(mailboxes: Mailboxes, row: Row): VoterNumbers {
  const linked = row.identities?.split(BETWEEN).map((identity) => {
    const [issuer = "", subject = ""] = identity.split(WITHIN);
    return mailboxes.numberOfIdentity({ issuer, subject });
  });
  const former = row.former?.split(",").map(Number) ?? [];
  const numbers = new Set([mailboxes.numberOf(row.email), ...(linked ?? []), ...former]);
  const { email_verified_at: verifiedAt, known_since: knownSince } = row;
  return { numbers: [...numbers], verifiedAt: verifiedAt ?? 0, knownSince: knownSince ?? 0 };
}

/** Returns undefined where the account does not exist. */
export async function readVoterNumbers(
  db: Database,
  mailboxes: Mailboxes,
  userId: number,
): Promise<VoterNumbers | undefined> {
  const row = await db.query
    .selectFrom("users")
    .select(numberColumns)
    .where("id", "=", userId)
    .executeTakeFirst();
  return row && voterNumbers(mailboxes, row);
}
