import type { Insertable, Updateable } from "kysely";
import { ERRORS } from "#contract/errors.ts";
import type { Database } from "#server/db/open.ts";
import type { Tables } from "#server/db/tables.ts";
import { ApiError } from "#server/errors.ts";

/** Inserts a person and answers their id. Throws 409 that names every field already taken. */
export async function createAccount(
  db: Database,
  person: Insertable<Tables["users"]>,
): Promise<number> {
  const inserted = await db.query
    .insertInto("users")
    .values(person)
    .onConflict((conflict) => conflict.doNothing())
    .returning("id")
    .executeTakeFirst();
  if (inserted) return inserted.id;
  throw await whatIsTaken(db, person);
}

/** Changes the given columns. Answers the avatar that is not needed any more, null if it stays. */
export async function updatePerson(
  db: Database,
  id: number,
  changes: Updateable<Tables["users"]>,
): Promise<string | null> {
  return db.query.transaction().execute(async (tx) => {
    const before = await tx
      .selectFrom("users")
      .select("image")
      .where("id", "=", id)
      .modifyEnd(db.forUpdate)
      .executeTakeFirst();
    if (!before) throw new ApiError("invalid_token");
    const image = changes.image === undefined ? before.image : changes.image;
    await tx
      .updateTable("users")
      .set({ ...changes, image })
      .where("id", "=", id)
      .execute();
    return image === before.image ? null : before.image;
  });
}

async function whatIsTaken(
  db: Database,
  { nickname, email }: { nickname: string; email: string },
): Promise<ApiError> {
  const holders = await db.query
    .selectFrom("users")
    .select(["nickname", "email"])
    .where((is) => is.or([is("nickname", "=", nickname), is("email", "=", email)]))
    .execute();
  const taken = {
    nickname_taken: holders.some((holder) => holder.nickname === nickname),
    email_taken: holders.some((holder) => holder.email === email),
  };
  return new ApiError(taken.nickname_taken ? "nickname_taken" : "email_taken", {
    fields: {
      ...(taken.nickname_taken && { nickname: ERRORS.nickname_taken[2] }),
      ...(taken.email_taken && { email: ERRORS.email_taken[2] }),
    },
  });
}
