import type { AppContext } from "#server/app-context.ts";
import type { Database, Transaction } from "#server/db/database.ts";
import { isMissing, MISSING } from "#server/db/tables/incomplete-accounts.ts";
import type { Tables } from "#server/db/tables/tables.ts";
import { transact } from "#server/db/transact.ts";
import { ApiError } from "#server/errors.ts";
import { moveFromUnknown } from "#server/features/ballots/cohorts.writes.ts";
import { lockPerson, refreshSessionsOf } from "#server/features/sign-in/sessions.writes.ts";
import { readVotesOf, voterOfAccount } from "#server/features/voters/voters.reads.ts";
import { changeIdentities, votesEnded } from "#server/features/votes/former-identities.writes.ts";
import { CONSENT_VERSION } from "./consents.ts";

/** Both return the hashes of the sessions that this process has to read again. */
type Refreshed = string[];

interface Identity {
  userId: number;
  name: string;
  nickname: string;
  passwordHash: string;
  prove: (tx: Transaction) => Promise<void>;
}

/**
 * Gives an account its name, nickname and password. Throws `account_complete`, `nickname_taken`, and
 * what `prove` throws.
 */
export async function giveIdentity(
  db: Database,
  { userId, name, nickname, passwordHash, prove }: Identity,
  now: number,
): Promise<Refreshed> {
  try {
    return await transact(db, async (tx) => {
      await lockPerson(db, tx, userId);
      await prove(tx);
      const missing = await requireMissing(tx, userId, "identity");
      await tx
        .updateTable("users")
        .set({ name, nickname, missing, communication_consent_at: now })
        .where("id", "=", userId)
        .execute();
      const credentials = { password_hash: passwordHash };
      await tx
        .insertInto("credentials")
        .values({ user_id: userId, ...credentials })
        // By "Şifremi unuttum" before.
        .onConflict((conflict) => conflict.column("user_id").doUpdateSet(credentials))
        .execute();
      return refreshSessionsOf(db, tx, userId);
    });
  } catch (error) {
    if (db.fault(error) === "unique") throw new ApiError("nickname_taken", { cause: error });
    throw error;
  }
}

type Details = Pick<Tables["users"], "gender" | "birth_date" | "city_id">;

/**
 * Gives an account its details, and moves the votes that it has cast into the cohorts that these
 * give, each once: no vote is counted without them any more when they are there (ADR-058). Throws
 * `account_complete`.
 */
export async function giveDetails(
  { db }: Pick<AppContext, "db">,
  userId: number,
  details: Details,
  now: number,
): Promise<Refreshed> {
  return changeIdentities(db, userId, now, async (tx) => {
    await lockPerson(db, tx, userId);
    const missing = await requireMissing(tx, userId, "details");
    await votesEnded(db, tx, userId, now);
    const votes = await readVotesOf(tx, voterOfAccount(userId));
    const { gender, birth_date: birthDate, city_id: cityId } = details;
    await moveFromUnknown(tx, votes, { gender, birthDate, cityId }, now);
    const consent = { consent_version: CONSENT_VERSION, explicit_consent_at: now };
    await tx
      .updateTable("users")
      .set({ ...details, ...consent, missing })
      .where("id", "=", userId)
      .execute();
    return refreshSessionsOf(db, tx, userId);
  });
}

/** Returns what is missing without this part. Throws `account_complete` if the part is there. */
async function requireMissing(
  tx: Transaction,
  userId: number,
  part: keyof typeof MISSING,
): Promise<number> {
  const person = await tx
    .selectFrom("users")
    .select("missing")
    .where("id", "=", userId)
    .executeTakeFirst();
  if (!person) throw new ApiError("invalid_token");
  if (!isMissing(person.missing, part)) throw new ApiError("account_complete");
  return person.missing - MISSING[part];
}
