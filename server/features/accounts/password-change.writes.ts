import type { Database } from "#server/db/open.ts";
import { transact } from "#server/db/transact.ts";
import { ApiError } from "#server/errors.ts";
import { endSessionsOf, lockPerson } from "./sessions.writes.ts";

interface PasswordChange {
  userId: number;
  oldHash: string;
  newHash: string;
  /** The token hash of the session that stays open. */
  keptTokenHash: string;
}

/**
 * Changes a password and ends the person's other sessions in every process; answers their token
 * hashes. Throws `wrong_password` when the password is not `oldHash` any more.
 */
export async function replacePassword(db: Database, change: PasswordChange): Promise<string[]> {
  return transact(db, async (tx) => {
    await lockPerson(db, tx, change.userId);
    const { numUpdatedRows } = await tx
      .updateTable("credentials")
      .set({ password_hash: change.newHash })
      .where("user_id", "=", change.userId)
      .where("password_hash", "=", change.oldHash)
      .executeTakeFirst();
    if (numUpdatedRows === 0n) throw new ApiError("wrong_password");
    return endSessionsOf(db, tx, change.userId, change.keptTokenHash);
  });
}
