import { ERRORS } from "#contract/errors.ts";
import { canonicalAddress } from "#contract/shapes/canonical-address.ts";
import type { Transaction } from "#server/db/database.ts";
import { ApiError } from "#server/errors.ts";
import { isReserved } from "#server/features/votes/former-identities.reads.ts";
import type { Mailboxes } from "#server/secret/pseudonyms.ts";

/**
 * Throws `email_taken` if another account has the mailbox, can still undo a change away from it, or
 * has votes that it marks (R396): otherwise the person who changed that address could register it,
 * keep it from its owner and vote again.
 */
export async function requireFree(
  tx: Transaction,
  mailboxes: Mailboxes,
  { email, userId }: { email: string; userId: number },
  now: number,
): Promise<void> {
  const mailbox = canonicalAddress(email);
  const holder = await tx
    .selectFrom("users")
    .select("id")
    .where("canonical_email", "=", mailbox)
    .where("id", "<>", userId)
    .executeTakeFirst();
  const claim = await tx
    .selectFrom("mail_links")
    .select("user_id as id")
    .where("canonical_email", "=", mailbox)
    .where("user_id", "<>", userId)
    .where("purpose", "=", "undo")
    .where("used_at", "is", null)
    .where("expires_at", ">", now)
    .executeTakeFirst();
  if (holder) throw new ApiError("email_taken", { fields: { email: ERRORS.email_taken[2] } });
  const wanted = { userId, number: mailboxes.numberOf(email), withVotes: true };
  if (!claim && !(await isReserved(tx, wanted, now))) return;
  throw new ApiError("email_taken", { words: RESERVED, fields: { email: RESERVED } });
}

const RESERVED =
  "Bu adres bir hesabın önceki adresi, bu yüzden şimdilik kullanılamıyor. Lütfen başka bir adres yazın.";
