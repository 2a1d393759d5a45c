import type { Transaction } from "#server/db/database.ts";
import { readMethods } from "./factors.reads.ts";

/** Stores a secret until a code of it is confirmed; returns false if another one counts already. */
export async function insertTotp(
  tx: Transaction,
  { userId, secret, now }: { userId: number; secret: string; now: number },
): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await tx
    .insertInto("totp")
    .values({ user_id: userId, secret, created_at: now })
    .onConflict((conflict) =>
      conflict
        .column("user_id")
        .doUpdateSet({ secret, created_at: now, last_step: 0 })
        .where("totp.confirmed_at", "is", null),
    )
    .executeTakeFirstOrThrow();
  return numInsertedOrUpdatedRows === 1n;
}

type UsedCode = { userId: number; secret: string; timeStep: number };

/** Makes a confirmed secret count; returns false if another one has replaced it. */
export async function confirmTotp(
  tx: Transaction,
  { userId, secret, timeStep, now }: UsedCode & { now: number },
): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable("totp")
    .set({ confirmed_at: now, last_step: timeStep })
    .where("user_id", "=", userId)
    .where("secret", "=", secret)
    .where("confirmed_at", "is", null)
    .executeTakeFirstOrThrow();
  return numUpdatedRows === 1n;
}

/** Uses up the code of a time step; returns false if it, or a later one, was used before. */
export async function spendTotpStep(
  tx: Transaction,
  { userId, secret, timeStep }: UsedCode,
): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable("totp")
    .set({ last_step: timeStep })
    .where("user_id", "=", userId)
    .where("secret", "=", secret)
    .where("confirmed_at", "is not", null)
    .where("last_step", "<", timeStep)
    .executeTakeFirstOrThrow();
  return numUpdatedRows === 1n;
}

export interface NewPasskey {
  credentialId: string;
  userId: number;
  publicKey: string;
  counter: number;
  transports: readonly string[];
  name: string;
  isSynced: boolean;
  now: number;
}

/** Returns false if somebody already has a passkey with this id. */
export async function insertPasskey(tx: Transaction, passkey: NewPasskey): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await tx
    .insertInto("passkeys")
    .values({
      credential_id: passkey.credentialId,
      user_id: passkey.userId,
      public_key: passkey.publicKey,
      counter: passkey.counter,
      transports: passkey.transports.join(),
      name: passkey.name,
      synced: passkey.isSynced ? 1 : 0,
      created_at: passkey.now,
      used_at: null,
    })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirstOrThrow();
  return numInsertedOrUpdatedRows === 1n;
}

export interface PasskeyUse {
  credentialId: string;
  userId: number;
  /** The counter stored when the signature was checked, and the one in the signature. */
  counter: number;
  newCounter: number;
}

/** Records a use; returns false if the passkey is gone, or its counter has changed meanwhile. */
export async function usePasskey(
  tx: Transaction,
  { credentialId, userId, counter, newCounter }: PasskeyUse,
  now: number,
): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable("passkeys")
    .set({ counter: newCounter, used_at: now })
    .where("credential_id", "=", credentialId)
    .where("user_id", "=", userId)
    .where("counter", "=", counter)
    .executeTakeFirstOrThrow();
  return numUpdatedRows === 1n;
}

/** Returns false if the person has no codes turned on. */
export async function deleteTotp(tx: Transaction, userId: number): Promise<boolean> {
  const gone = await tx
    .deleteFrom("totp")
    .where("user_id", "=", userId)
    .returning("confirmed_at")
    .executeTakeFirst();
  await dropCodesWithoutFactor(tx, userId);
  return typeof gone?.confirmed_at === "number";
}

export async function deletePasskey(
  tx: Transaction,
  userId: number,
  credentialId: string,
): Promise<boolean> {
  const { numDeletedRows } = await tx
    .deleteFrom("passkeys")
    .where("user_id", "=", userId)
    .where("credential_id", "=", credentialId)
    .executeTakeFirstOrThrow();
  await dropCodesWithoutFactor(tx, userId);
  return numDeletedRows === 1n;
}

async function dropCodesWithoutFactor(tx: Transaction, userId: number): Promise<void> {
  if ((await readMethods(tx, userId)).length > 0) return;
  await tx.deleteFrom("recovery_codes").where("user_id", "=", userId).execute();
}

/**
 * Removes everything that an account is entered with besides the password, including what somebody
 * else may have attached, and logins that wait for their second step. Returns whether there was
 * anything.
 */
export async function dropSecondFactors(tx: Transaction, userId: number): Promise<boolean> {
  const tables = ["totp", "passkeys", "recovery_codes", "sign_in_tickets", "ceremonies"] as const;
  const methods = await readMethods(tx, userId);
  for (const table of tables) {
    await tx.deleteFrom(table).where("user_id", "=", userId).execute();
  }
  return methods.length > 0;
}

/**
 * Removes the codes and passkeys that were turned on or made since `since`, in milliseconds since
 * 1970, and recovery codes left without a factor.
 */
export async function dropFactorsSince(
  tx: Transaction,
  userId: number,
  since: number,
): Promise<void> {
  await tx
    .deleteFrom("totp")
    .where("user_id", "=", userId)
    .where("confirmed_at", ">=", since)
    .execute();
  await tx
    .deleteFrom("passkeys")
    .where("user_id", "=", userId)
    .where("created_at", ">=", since)
    .execute();
  await dropCodesWithoutFactor(tx, userId);
}

/**
 * Removes the passkeys made before `before`, in milliseconds since 1970, and recovery codes left
 * without a factor. Returns how many.
 */
export async function dropPasskeysBefore(
  tx: Transaction,
  userId: number,
  before: number,
): Promise<number> {
  const { numDeletedRows } = await tx
    .deleteFrom("passkeys")
    .where("user_id", "=", userId)
    .where("created_at", "<", before)
    .executeTakeFirstOrThrow();
  await dropCodesWithoutFactor(tx, userId);
  return Number(numDeletedRows);
}
