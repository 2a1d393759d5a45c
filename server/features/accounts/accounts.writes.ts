import type { Insertable, Updateable } from "kysely";
import { ERRORS } from "#contract/errors.ts";
import { canonicalAddress } from "#contract/shapes/canonical-address.ts";
import type { AppContext } from "#server/app-context.ts";
import type { Database, Transaction } from "#server/db/database.ts";
import type { Tables } from "#server/db/tables/tables.ts";
import { transact } from "#server/db/transact.ts";
import { ApiError } from "#server/errors.ts";
import { claimIdentity } from "#server/features/votes/former-identities.writes.ts";
import { countEntry } from "./registration-links.writes.ts";
import { recordNetwork } from "./registration-networks.writes.ts";

export type NewAccount = Omit<Insertable<Tables["users"]>, "canonical_email">;

interface Registration {
  /** Null for an account without a password. */
  passwordHash: string | null;
  /** The code of a registration link. */
  invitation?: string | undefined;
  /** The client's. */
  address: string;
}

/**
 * Inserts a person and returns their id; without a password where `passwordHash` is null. `opened`
 * runs in the same transaction. Every account comes into being here. Throws 409 that names every
 * field already taken, `registration_closed` or `invitation_needed`.
 */
export async function createAccount(
  { db, mailboxes, config }: Pick<AppContext, "db" | "mailboxes" | "config">,
  person: NewAccount,
  { passwordHash, invitation, address }: Registration,
  opened?: (tx: Transaction, id: number, person: NewAccount) => Promise<void>,
): Promise<number> {
  const id = await transact(db, async (tx) => {
    const inserted = await tx
      .insertInto("users")
      .values({ ...person, canonical_email: canonicalAddress(person.email) })
      .onConflict((conflict) => conflict.doNothing())
      .returning("id")
      .executeTakeFirst();
    if (inserted)
      await countEntry(tx, { registration: config.registration, invitation }, person.created_at);
    if (inserted && passwordHash !== null) {
      const credentials = { user_id: inserted.id, password_hash: passwordHash };
      await tx.insertInto("credentials").values(credentials).execute();
    }
    if (inserted) {
      const from = { userId: inserted.id, address, now: person.created_at };
      await recordNetwork(tx, mailboxes, from);
      await opened?.(tx, inserted.id, person);
      const own = { userId: inserted.id, number: mailboxes.numberOf(person.email), isNew: true };
      await claimIdentity({ db, mailboxes }, tx, own, person.created_at);
    }
    return inserted?.id;
  });
  if (id === undefined) throw await whatIsTaken(db, person);
  return id;
}

/**
 * Changes the columns in `changes`. Returns the path of the replaced avatar, or null. Throws
 * `invalid_token` if the account is gone.
 */
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

/**
 * When an account leaves its mailbox (it is deleted or changes its address), gives the mailbox to
 * the oldest of the other accounts that earlier versions let share it.
 */
export async function passOnMailbox(tx: Transaction, canonicalEmail: string): Promise<void> {
  const others = tx
    .selectFrom("users")
    .select(({ fn }) => fn.min("id").as("id"))
    .where("canonical_email", "=", canonicalEmail);
  await tx
    .updateTable("users")
    .set({ twin: 0 })
    .where("id", "=", others)
    .where("twin", "<>", 0)
    .execute();
}

async function whatIsTaken(
  db: Database,
  { nickname, email }: { nickname: string; email: string },
): Promise<ApiError> {
  const address = canonicalAddress(email);
  const holders = await db.query
    .selectFrom("users")
    .select(["nickname", "canonical_email"])
    .where((is) => is.or([is("nickname", "=", nickname), is("canonical_email", "=", address)]))
    .execute();
  const taken = {
    nickname_taken: holders.some((holder) => holder.nickname === nickname),
    email_taken: holders.some((holder) => holder.canonical_email === address),
  };
  return new ApiError(taken.nickname_taken ? "nickname_taken" : "email_taken", {
    fields: {
      ...(taken.nickname_taken && { nickname: ERRORS.nickname_taken[2] }),
      ...(taken.email_taken && { email: ERRORS.email_taken[2] }),
    },
  });
}
