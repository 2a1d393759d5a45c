import type { Database } from "#server/db/open.ts";
import { transact } from "#server/db/transact.ts";
import { ApiError } from "#server/errors.ts";
import { endSessionsOf, lockPerson } from "./sessions.writes.ts";

interface Change {
  id: number;
  /** Hashes; who knew the old password may have changed it meanwhile. */
  from: string;
  to: string;
  /** The hash of the session that goes on. */
  session: string;
}

/** Changes a password and answers the hashes of the other sessions, which it ends everywhere. */
export async function replacePassword(db: Database, change: Change): Promise<string[]> {
  return transact(db, async (tx) => {
    await lockPerson(db, tx, change.id);
    const { numUpdatedRows } = await tx
      .updateTable("credentials")
      .set({ password_hash: change.to })
      .where("user_id", "=", change.id)
      .where("password_hash", "=", change.from)
      .executeTakeFirst();
    if (numUpdatedRows === 0n) throw new ApiError("wrong_password");
    return endSessionsOf(db, tx, change.id, change.session);
  });
}
