import { sql } from "kysely";
import type { Mailboxes } from "#server/secret/pseudonyms.ts";

// Between texts of one identity, and between identities. No URL and no subject has them.
const [WITHIN, BETWEEN] = ["\n", "\n\n"];

/** The columns that `numbersOf` needs, of queries from `users`. */
export const numberColumns = [
  sql<string>`users.email`.as("email"),
  sql<string | null>`(select string_agg(issuer || ${WITHIN} || subject, ${BETWEEN})
    from identities where identities.user_id = users.id)`.as("identities"),
  sql<string | null>`(select string_agg(cast(number as text), ',')
    from former_identities where former_identities.user_id = users.id)`.as("former"),
] as const;

/**
 * The numbers of every mailbox and provider identity that an account has or had, its mailbox first
 * (R395).
 */
export function numbersOf(
  mailboxes: Mailboxes,
  row: { email: string; identities: string | null; former: string | null },
): number[] {
  const linked = row.identities?.split(BETWEEN).map((identity) => {
    const [issuer = "", subject = ""] = identity.split(WITHIN);
    return mailboxes.numberOfIdentity({ issuer, subject });
  });
  const former = row.former?.split(",").map(Number) ?? [];
  return [...new Set([mailboxes.numberOf(row.email), ...(linked ?? []), ...former])];
}
