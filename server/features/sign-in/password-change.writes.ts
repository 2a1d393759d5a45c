import type { Database, Transaction } from "#server/db/database.ts";
import { transact } from "#server/db/transact.ts";
import { ApiError } from "#server/errors.ts";
import { endSessionsOf, insertSession, lockPerson } from "./sessions.writes.ts";

interface PasswordChange {
  userId: number;
  oldHash: string;
  newHash: string;
  /** The token hash of the session that continues with a new token. */
  tokenHash: string;
  /** Runs in the same transaction. */
  changed: (tx: Transaction) => Promise<void>;
}

/**
 * Changes a password, after which none of the person's earlier tokens is valid in any process.
 * Returns the new token of the session that continues, its unchanged end in milliseconds since
 * 1970, and the hashes of the earlier tokens. Throws `wrong_password` if the password is no longer
 * `oldHash`, and `invalid_token` if the session has ended.
 */
export async function replacePassword(
  db: Database,
  change: PasswordChange,
): Promise<{ token: string; expiresAt: number; ended: string[] }> {
  return transact(db, async (tx) => {
    await lockPerson(db, tx, change.userId);
    const { numUpdatedRows } = await tx
      .updateTable("credentials")
      .set({ password_hash: change.newHash })
      .where("user_id", "=", change.userId)
      .where("password_hash", "=", change.oldHash)
      .executeTakeFirst();
    if (numUpdatedRows === 0n) throw new ApiError("wrong_password");
    const sessions = await endSessionsOf(db, tx, change.userId);
    const own = sessions.find(({ token_hash }) => token_hash === change.tokenHash);
    if (!own) throw new ApiError("invalid_token");
    await change.changed(tx);
    const token = await insertSession(tx, own);
    return { token, expiresAt: own.expires_at, ended: sessions.map((ended) => ended.token_hash) };
  });
}
