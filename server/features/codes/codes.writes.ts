import { randomInt } from "node:crypto";
import { type SqlBool, sql } from "kysely";
import { DAY_MS, MINUTE_MS } from "#contract/durations.ts";
import type { WaitingVote } from "#contract/endpoints/codes.ts";
import { CODE_DIGITS, CODE_MINUTES, CODE_TRIES } from "#contract/limits.ts";
import { canonicalAddress } from "#contract/shapes/canonical-address.ts";
import type { AppContext } from "#server/app-context.ts";
import { deleteBatch } from "#server/db/batches.ts";
import type { Database, Transaction } from "#server/db/database.ts";
import { transact, withRetry } from "#server/db/transact.ts";
import { findCredentials } from "#server/features/sign-in/credentials.reads.ts";
import { readMethods } from "#server/features/sign-in/factors/factors.reads.ts";
import type { Letter } from "#server/mail/letter.ts";
import type { Postage } from "#server/mail/letter-limits.ts";
import type { Mail } from "#server/mail/mail.ts";
import { atMailbox, findRecipient, type Recipient } from "#server/mail/recipients.reads.ts";
import { secretWords, words } from "#server/mail/words.ts";
import type { Mailboxes } from "#server/secret/pseudonyms.ts";
import { hashToken, newToken } from "#server/secret/tokens.ts";
import { codeLetter, noAccountLetter, secondStepLetter } from "./code-letters.ts";

const LIFETIME_MS = CODE_MINUTES * MINUTE_MS;
/** How long an old link is still reported as expired or used, and not as unknown. */
const REMEMBERED_MS = DAY_MS;

/** What somebody asked a code for. */
interface Asked {
  email: string;
  explicitConsent: boolean;
  vote: WaitingVote | undefined;
}

interface Secrets {
  /** Of the browser that asked. */
  attempt: string;
  /** Of the letter's link. */
  link: string;
  /** Digits. */
  code: string;
}

/** A code as it is stored. */
export interface SignInCode extends Asked {
  attemptHash: string;
  /** A number that stands for the code. */
  code: number;
  tries: number;
  expiresAt: number;
  usedAt: number | null;
}

/** The number that stands for a code in the database, which alone says nothing about it. */
export const numberOfCode = (mailboxes: Mailboxes, attemptHash: string, code: string): number =>
  mailboxes.pseudonymOf(`sign-in code ${attemptHash} ${code}`);

/** Stores a new code; its end is in milliseconds since 1970. */
export async function createCode(
  { db, mailboxes }: Pick<AppContext, "db" | "mailboxes">,
  { email, explicitConsent, vote }: Asked,
  now: number,
): Promise<Secrets & { expiresAt: number }> {
  const [attempt, link] = [newToken(), newToken()];
  const code = String(randomInt(10 ** CODE_DIGITS)).padStart(CODE_DIGITS, "0");
  const attemptHash = hashToken(attempt);
  const expiresAt = now + LIFETIME_MS;
  const row = {
    ...{ attempt_hash: attemptHash, link_hash: hashToken(link) },
    ...{ code: numberOfCode(mailboxes, attemptHash, code), email },
    ...{ canonical_email: canonicalAddress(email), explicit_consent: Number(explicitConsent) },
    ...{ vote: vote ? JSON.stringify(vote) : null, created_at: now, expires_at: expiresAt },
  };
  await withRetry(db, () => db.query.insertInto("sign_in_codes").values(row).execute());
  return { attempt, link, code, expiresAt };
}

/** Sends the letter for a code: with it, or with why the mailbox gets none. */
export async function sendCode(
  db: Database,
  mail: Mail,
  {
    email,
    explicitConsent,
    vote,
    postage,
    isOpen,
    ...secrets
  }: Asked & Secrets & { postage: Postage; isOpen: boolean },
): Promise<void> {
  await transact(db, async (tx) => {
    const { recipient, letter } = await letterFor();
    await mail.queue(tx, recipient, letter, postage);

    async function letterFor(): Promise<{ recipient: Recipient; letter: Letter }> {
      const votes = vote !== undefined;
      const [code, link] = [secretWords(secrets.code), secretWords(secrets.link)];
      const signs = { code, url: mail.linkTo(words`/code#${link}`) };
      const person = await findCredentials({ query: tx }, { email });
      if (!person) {
        const recipient = atMailbox(email);
        const letter = explicitConsent
          ? codeLetter(signs, { votes, mailbox: "free" })
          : noAccountLetter(mail.linkTo(isOpen ? words`/register` : words`/login`), isOpen);
        return { recipient, letter };
      }
      const recipient = await findRecipient(tx, person.userId);
      if (!recipient.isVerified) {
        return { recipient, letter: codeLetter(signs, { votes, mailbox: "unverified" }) };
      }
      const hasSecondFactor = (await readMethods(tx, person.userId)).length > 0;
      const letter = hasSecondFactor
        ? secondStepLetter(mail.linkTo(words`/login`))
        : codeLetter(signs, { votes, mailbox: "verified" });
      return { recipient, letter };
    }
  });
}

/** The code with this attempt or link, whatever its state. */
export async function findCode(
  { query }: Database,
  by: { attempt: string } | { link: string },
): Promise<SignInCode | undefined> {
  const secret = "attempt" in by ? by.attempt : by.link;
  const row = await query
    .selectFrom("sign_in_codes")
    .select(["attempt_hash", "code", "email", "explicit_consent", "vote"])
    .select(["tries", "expires_at", "used_at"])
    .where("attempt" in by ? "attempt_hash" : "link_hash", "=", hashToken(secret))
    .executeTakeFirst();
  if (!row) return undefined;
  return {
    ...{ attemptHash: row.attempt_hash, code: row.code, email: row.email, tries: row.tries },
    ...{ expiresAt: row.expires_at, usedAt: row.used_at },
    explicitConsent: row.explicit_consent === 1,
    vote: row.vote === null ? undefined : (JSON.parse(row.vote) as WaitingVote),
  };
}

const isUsable = (now: number) => sql<SqlBool>`used_at is null and expires_at > ${now}`;

/** Counts one of a code's five tries; false if it has none left or is no longer valid. */
export async function takeTry(db: Database, attemptHash: string, now: number): Promise<boolean> {
  const { numUpdatedRows } = await withRetry(db, () =>
    db.query
      .updateTable("sign_in_codes")
      .set((old) => ({ tries: old("tries", "+", 1) }))
      .where("attempt_hash", "=", attemptHash)
      .where(isUsable(now))
      .where("tries", "<", CODE_TRIES)
      .executeTakeFirstOrThrow(),
  );
  return numUpdatedRows === 1n;
}

/** Uses a code up, and forgets its vote; true for exactly one of those who try at once. */
export async function consumeCode(
  tx: Transaction,
  attemptHash: string,
  now: number,
): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable("sign_in_codes")
    .set({ used_at: now, vote: null })
    .where("attempt_hash", "=", attemptHash)
    .where(isUsable(now))
    .executeTakeFirstOrThrow();
  return numUpdatedRows === 1n;
}

/** Deletes the codes that were sent to an account's mailbox. */
export async function deleteCodesOf(tx: Transaction, userId: number): Promise<void> {
  await tx
    .deleteFrom("sign_in_codes")
    .where(
      "canonical_email",
      "in",
      tx.selectFrom("users").select("canonical_email").where("id", "=", userId),
    )
    .execute();
}

/** Deletes a batch of codes that expired a day ago; returns whether more may be left. */
export const deleteOldCodes = (db: Database, now: number): Promise<boolean> =>
  deleteBatch(db, "sign_in_codes", ["attempt_hash"], sql`expires_at <= ${now - REMEMBERED_MS}`);
