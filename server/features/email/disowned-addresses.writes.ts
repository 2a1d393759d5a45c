import type { Database, Transaction } from "#server/db/database.ts";
import { transact } from "#server/db/transact.ts";
import { ApiError } from "#server/errors.ts";
import { lockPerson } from "#server/features/sign-in/sessions.writes.ts";
import { readEmail } from "./email.writes.ts";
import { consumeMailLink, lockMailLink, requireUsable } from "./mail-links.writes.ts";

interface Disowned {
  userId: number;
  email: string;
  /** Whether the account was opened with the address; otherwise it is to be changed to it. */
  isAccount: boolean;
}

/**
 * Returns what the owner of an address says is not theirs, by a link that was sent to it. Throws
 * `link_…` where the link no longer does anything, or its address is the account's verified one.
 */
export const readDisowned = (db: Database, token: string, now: number): Promise<Disowned> =>
  transact(db, (tx) => lockDisowned(db, tx, token, now));

/** Throws unless the account may be deleted because of this link. */
export async function requireDisowned(
  db: Database,
  tx: Transaction,
  token: string,
  now: number,
): Promise<void> {
  const { isAccount } = await lockDisowned(db, tx, token, now);
  if (!isAccount) throw new ApiError("link_used");
}

/** Makes all links worthless that would change the account's address to this one. */
export const giveUpChange = (db: Database, token: string, now: number): Promise<void> =>
  transact(db, async (tx) => {
    await lockDisowned(db, tx, token, now);
    await consumeMailLink(tx, token, now);
  });

async function lockDisowned(
  db: Database,
  tx: Transaction,
  token: string,
  now: number,
): Promise<Disowned> {
  const link = await lockMailLink(db, tx, token);
  if (link.purpose === "undo") throw new ApiError("link_unknown");
  requireUsable(link, now);
  await lockPerson(db, tx, link.userId);
  const { email, verified } = await readEmail(tx, link.userId, now);
  const isAccount = email === link.email;
  if (link.purpose === "reset" && !isAccount) throw new ApiError("link_expired");
  if (isAccount && verified) throw new ApiError("link_used");
  return { userId: link.userId, email: link.email, isAccount };
}
