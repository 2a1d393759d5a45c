import { DAY_MS } from "#contract/durations.ts";
import { canonicalAddress } from "#contract/shapes/canonical-address.ts";
import type { AppContext } from "#server/app-context.ts";
import type { Database, Transaction } from "#server/db/database.ts";
import { transact } from "#server/db/transact.ts";
import { ApiError } from "#server/errors.ts";
import { dropFactorsSince } from "#server/features/sign-in/factors/factors.writes.ts";
import { removeIdentities } from "#server/features/sign-in/oidc/identities.writes.ts";
import { notifyOwner } from "#server/features/sign-in/security-letters.ts";
import {
  endSessionsOf,
  lockPerson,
  refreshSessionsOf,
} from "#server/features/sign-in/sessions.writes.ts";
import {
  changeIdentities,
  claimIdentity,
  leaveIdentity,
} from "#server/features/votes/former-identities.writes.ts";
import type { Postage } from "#server/mail/letter-limits.ts";
import type { Mail } from "#server/mail/mail.ts";
import { atUnproven, findRecipient } from "#server/mail/recipients.reads.ts";
import { secretWords, words } from "#server/mail/words.ts";
import { emailChangedLetter, resetLetter, verificationLetter } from "./account-letters.ts";
import { requireFree } from "./free-addresses.reads.ts";
import {
  consumeMailLink,
  createMailLink,
  expireMailLinks,
  lockMailLink,
  requireUsable,
} from "./mail-links.writes.ts";

type Parts = Pick<AppContext, "db" | "mail" | "mailboxes">;

/** Sends the link that verifies an address: the account's own, or the one that is to replace it. */
export async function queueVerification(
  tx: Transaction,
  mail: Mail,
  { userId, email, postage }: { userId: number; email: string; postage: Postage },
  now: number,
): Promise<void> {
  if (!mail.on) return;
  const owner = await findRecipient(tx, userId);
  const token = await createMailLink(tx, { userId, purpose: "verify", email }, now);
  const url = mail.linkTo(words`/email/verify#${secretWords(token)}`);
  await mail.queue(tx, atUnproven(owner, email), verificationLetter(owner.nickname, url), postage);
}

/**
 * Sends another link to the pending address, otherwise to the account's own if it is not verified.
 */
export async function resendVerification(
  db: Database,
  mail: Mail,
  { userId, postage }: { userId: number; postage: Postage },
  now: number,
): Promise<void> {
  await transact(db, async (tx) => {
    await lockPerson(db, tx, userId);
    const { email, verified, pending } = await readEmail(tx, userId, now);
    if (pending === null && verified) return;
    await queueVerification(tx, mail, { userId, email: pending ?? email, postage }, now);
  });
}

/** Throws `invalid_token` if the account is gone. */
export async function readEmail(db: Database["query"] | Transaction, userId: number, now: number) {
  const person = await db
    .selectFrom("users")
    .select(["name", "nickname", "email", "email_verified_at"])
    .where("id", "=", userId)
    .executeTakeFirst();
  if (!person) throw new ApiError("invalid_token");
  const { email_verified_at, ...facts } = person;
  const pending = await db
    .selectFrom("mail_links")
    .select("email")
    .where("user_id", "=", userId)
    .where("purpose", "=", "verify")
    .where("used_at", "is", null)
    .where("expires_at", ">", now)
    .where("email", "<>", person.email)
    .orderBy("created_at", "desc")
    .executeTakeFirst();
  const verified = email_verified_at !== null;
  return { ...facts, verified, verifiedAt: email_verified_at, pending: pending?.email ?? null };
}

interface EmailChange {
  userId: number;
  email: string;
  prove: (tx: Transaction) => Promise<void>;
  postage: Postage;
}

/** Sends a link to a new address; earlier links to another one stop working. */
export async function startEmailChange(
  { db, mail, mailboxes }: Parts,
  { userId, email, prove, postage }: EmailChange,
  now: number,
): Promise<void> {
  await transact(db, async (tx) => {
    await lockPerson(db, tx, userId);
    await prove(tx);
    const { email: before } = await readEmail(tx, userId, now);
    await expireMailLinks(tx, userId, ["verify"], now);
    if (email === before) return;
    await requireFree(tx, mailboxes, { email, userId }, now);
    await queueVerification(tx, mail, { userId, email, postage }, now);
  });
}

/**
 * Returns whose address a link is to verify, whether it is their present one, and whether that is
 * done already, such as by an earlier press. Throws `link_…` if the link does nothing.
 */
export async function readVerification(db: Database, token: string, now: number) {
  return transact(db, async (tx) => {
    const link = await lockMailLink(db, tx, token, "verify");
    const { email, verified } = await readEmail(tx, link.userId, now);
    const isOwn = email === link.email;
    const isDone = verified && isOwn;
    if (!isDone) requireUsable(link, now);
    return { userId: link.userId, email: link.email, isOwn, isDone };
  });
}

interface Verification {
  token: string;
  /** As `readVerification` returns it; its link is used up when the account's address changes. */
  userId: number;
  isOwn: boolean;
  prove: (tx: Transaction) => Promise<void>;
  postage: Postage;
}

/**
 * Verifies the address that the link was sent to, and makes it the account's own if it was not, once
 * `prove` has checked that its owner asks for it. Does nothing if both are already so.
 */
export async function verifyByLink(
  parts: Parts,
  { token, prove, postage, ...read }: Verification,
  now: number,
): Promise<{ userId: number; email: string; changed: boolean; refreshed: string[] }> {
  const { db, mail, mailboxes } = parts;
  const verify = async (tx: Transaction) => {
    const link = await lockMailLink(db, tx, token, "verify");
    const { userId, email } = link;
    await lockPerson(db, tx, userId);
    const person = await readEmail(tx, userId, now);
    const isOwn = person.email === email;
    if (isOwn && person.verified) return { userId, email, changed: false, refreshed: [] };
    requireUsable(link, now);
    await prove(tx);
    await consumeMailLink(tx, token, now);
    if (!isOwn) await requireFree(tx, mailboxes, { email, userId }, now);
    const former = await findRecipient(tx, userId);
    const refreshed = await setEmail(parts, tx, { userId, ...person }, email, now);
    // An address that was never verified may be a stranger's: it gets no link to undo the change.
    if (!isOwn && person.verified) {
      const back = { userId, purpose: "undo", email: person.email } as const;
      const token = secretWords(await createMailLink(tx, back, now));
      const url = mail.linkTo(words`/email/undo#${token}`);
      await mail.queue(tx, former, emailChangedLetter(url), postage);
    }
    return { userId, email, changed: true, refreshed };
  };
  return read.isOwn ? transact(db, verify) : changeIdentities(db, read.userId, now, verify);
}

/** Somebody who takes an account over may add ways to sign in before they change its address. */
const ATTACHED_BEFORE_MS = DAY_MS;

/**
 * Restores the address that the link was sent to. All sessions end, since the person who changed
 * the address knew the password, and a link for a new password is sent. Second factors and
 * providers that were added since, or within the day before, are removed: they would outlive the
 * password.
 */
export async function undoByLink(
  parts: Parts,
  { token, postage }: { token: string; postage: Postage },
  now: number,
): Promise<{ userId: number; email: string; ended: string[] }> {
  const { db, mail, mailboxes } = parts;
  return transact(db, async (tx) => {
    const link = await lockMailLink(db, tx, token, "undo");
    const { userId, email } = link;
    await lockPerson(db, tx, userId);
    requireUsable(link, now);
    const person = await readEmail(tx, userId, now);
    await requireFree(tx, mailboxes, { email, userId }, now);
    await consumeMailLink(tx, token, now);
    // After two changes in a row, the second undo link went to an address of the person who made
    // them; an earlier one may be the owner's.
    await expireMailLinks(tx, userId, ["undo"], now, link.createdAt);
    await setEmail(parts, tx, { userId, ...person }, email, now);
    const ended = await endSessionsOf(db, tx, userId);
    const since = link.createdAt - ATTACHED_BEFORE_MS;
    await dropFactorsSince(tx, userId, since);
    await removeIdentities(parts, tx, userId, { since, now });
    await queueReset(tx, mail, { userId, postage }, now);
    return { userId, email, ended: ended.map(({ token_hash }) => token_hash) };
  });
}

export async function queueReset(
  tx: Transaction,
  mail: Mail,
  { userId, postage }: { userId: number; postage: Postage },
  now: number,
): Promise<void> {
  const owner = await findRecipient(tx, userId);
  const link = { userId, purpose: "reset", email: owner.email } as const;
  const token = secretWords(await createMailLink(tx, link, now));
  const letter = resetLetter(mail.linkTo(words`/password/reset#${token}`));
  await mail.queue(tx, owner, letter, postage);
}

/**
 * Sets the address as verified, and leaves the earlier one. Returns the hashes of the sessions that
 * this process has to forget. Throws `votes_overlap`.
 */
async function setEmail(
  parts: Parts,
  tx: Transaction,
  { userId, ...before }: { userId: number; email: string; verified: boolean },
  email: string,
  now: number,
): Promise<string[]> {
  const { db, mailboxes } = parts;
  const [former, number] = [mailboxes.numberOf(before.email), mailboxes.numberOf(email)];
  if (former !== number) {
    await claimIdentity(parts, tx, { userId, number, isNew: false }, now);
    const isProven = before.verified;
    await leaveIdentity(parts, tx, { userId, number: former, isProven }, now);
  }
  await tx
    .updateTable("users")
    .set({ email, canonical_email: canonicalAddress(email), twin: 0, email_verified_at: now })
    .where("id", "=", userId)
    .execute();
  if (email !== before.email) await notifyOwner(db, tx, { userId, now }, "email_changed");
  return refreshSessionsOf(db, tx, userId);
}
