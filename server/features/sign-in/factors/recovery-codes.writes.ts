import { randomBytes } from "node:crypto";
import { RECOVERY_CODES } from "#contract/limits.ts";
import type { Transaction } from "#server/db/database.ts";
import type { Mailboxes } from "#server/secret/pseudonyms.ts";
import { readMethods } from "./factors.reads.ts";

/** 32 characters of 5 bits each, without letters that look like digits. */
const ALPHABET = "0123456789ABCDEFGHJKMNPQRSTVWXYZ";
const CODE_LENGTH = 10;

/** Replaces a person's recovery codes; returns the new ones, and stores only numbers made of them. */
export async function renewRecoveryCodes(
  tx: Transaction,
  mailboxes: Mailboxes,
  userId: number,
): Promise<string[]> {
  const codes = Array.from({ length: RECOVERY_CODES }, newCode);
  await tx.deleteFrom("recovery_codes").where("user_id", "=", userId).execute();
  await tx
    .insertInto("recovery_codes")
    .values(codes.map((code) => ({ user_id: userId, code: numberOf(mailboxes, userId, code) })))
    .execute();
  return codes;
}

/** As `renewRecoveryCodes`, for a first factor; null if there are recovery codes already. */
export async function firstRecoveryCodes(
  tx: Transaction,
  mailboxes: Mailboxes,
  userId: number,
): Promise<string[] | null> {
  const hasCodes = (await readMethods(tx, userId)).includes("recovery_code");
  return hasCodes ? null : renewRecoveryCodes(tx, mailboxes, userId);
}

/** Uses up a recovery code, however it is typed; returns false if it is not one of the person's. */
export async function spendRecoveryCode(
  tx: Transaction,
  mailboxes: Mailboxes,
  userId: number,
  code: string,
): Promise<boolean> {
  const { numDeletedRows } = await tx
    .deleteFrom("recovery_codes")
    .where("user_id", "=", userId)
    .where("code", "=", numberOf(mailboxes, userId, code))
    .executeTakeFirstOrThrow();
  return numDeletedRows === 1n;
}

/** 50 random bits, such as "7KQ2M-X40TA". */
function newCode(): string {
  const letters = [...randomBytes(CODE_LENGTH)].map((byte) => ALPHABET[byte % ALPHABET.length]);
  return `${letters.slice(0, 5).join("")}-${letters.slice(5).join("")}`;
}

function numberOf(mailboxes: Mailboxes, userId: number, code: string): number {
  const letters = code
    .toUpperCase()
    .replace(/[^0-9A-Z]/g, "")
    .replace(/O/g, "0")
    .replace(/[IL]/g, "1");
  return mailboxes.pseudonymOf(`recovery code ${userId} ${letters}`);
}
