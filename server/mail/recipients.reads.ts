import type { Kysely } from "kysely";
import type { Tables } from "#server/db/tables/tables.ts";
import { ApiError } from "#server/errors.ts";
import { nicknameWords, type Words } from "./words.ts";

declare const found: unique symbol;

/** Where a letter about an account goes. Only `findRecipient` makes one. */
export interface Recipient {
  readonly [found]: true;
  readonly userId: number;
  readonly email: string;
  /** What the letter calls its reader by; not the name, which may be any text. */
  readonly nickname: Words;
  /** Whether somebody has proved to read the mailbox. */
  readonly isVerified: boolean;
}

/** The account's own address. Throws `invalid_token` if the account is gone. */
export async function findRecipient(query: Kysely<Tables>, userId: number): Promise<Recipient> {
  const person = await query
    .selectFrom("users")
    .select(["email", "nickname", "email_verified_at"])
    .where("id", "=", userId)
    .executeTakeFirst();
  if (!person) throw new ApiError("invalid_token");
  const { email, nickname, email_verified_at } = person;
  const isVerified = email_verified_at !== null;
  return { userId, email, nickname: nicknameWords(nickname), isVerified } as Recipient;
}

/** Another address, which the account has yet to prove. */
export const atUnproven = (recipient: Recipient, email: string): Recipient => ({
  ...recipient,
  email,
  isVerified: false,
});
