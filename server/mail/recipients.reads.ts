import type { Kysely } from "kysely";
import { isMissing } from "#server/db/tables/incomplete-accounts.ts";
import type { Tables } from "#server/db/tables/tables.ts";
import { ApiError } from "#server/errors.ts";
import { nicknameWords, type Words } from "./words.ts";

declare const found: unique symbol;

/** Where a letter goes. Only `findRecipient` and `atMailbox` make one. */
export interface Recipient {
  readonly [found]: true;
  /** null for a mailbox without an account. */
  readonly userId: number | null;
  readonly email: string;
  /** What the letter calls its reader by; not the name, which may be any text. Empty if unknown. */
  readonly nickname: Words;
  /** Whether somebody has proved to read the mailbox. */
  readonly isVerified: boolean;
}

/** The account's own address. Throws `invalid_token` if the account is gone. */
export async function findRecipient(query: Kysely<Tables>, userId: number): Promise<Recipient> {
  const person = await query
    .selectFrom("users")
    .select(["email", "nickname", "email_verified_at", "missing"])
    .where("id", "=", userId)
    .executeTakeFirst();
  if (!person) throw new ApiError("invalid_token");
  const { email, email_verified_at, missing } = person;
  const isVerified = email_verified_at !== null;
  const nickname = isMissing(missing, "identity") ? "" : person.nickname;
  return { userId, email, nickname: nicknameWords(nickname), isVerified } as Recipient;
}

/** A mailbox that has no account. */
export const atMailbox = (email: string): Recipient =>
  ({ userId: null, email, nickname: nicknameWords(""), isVerified: false }) as Recipient;

/** Another address, which the account has yet to prove. */
export const atUnproven = (recipient: Recipient, email: string): Recipient => ({
  ...recipient,
  email,
  isVerified: false,
});
