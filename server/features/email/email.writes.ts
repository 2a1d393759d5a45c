import { ERRORS } from "#contract/errors.ts";
import { canonicalAddress } from "#contract/shapes/canonical-address.ts";
import type { Database, Transaction } from "#server/db/database.ts";
import { transact } from "#server/db/transact.ts";
import { ApiError } from "#server/errors.ts";
import { dropFactorsSince } from "#server/features/sign-in/factors/factors.writes.ts";
import { removeIdentities } from "#server/features/sign-in/oidc/identities.writes.ts";
import { endSessionsOf, lockPerson } from "#server/features/sign-in/sessions.writes.ts";
import type { Mail } from "#server/mail/mail.ts";
import { emailChangedLetter, resetLetter, verificationLetter } from "./account-letters.ts";
import {
  consumeMailLink,
  createMailLink,
  expireMailLinks,
  lockMailLink,
  requireUsable,
} from "./mail-links.writes.ts";

/** Sends the link that verifies an address, which is the account's own or is to become it. */
export async function queueVerification(
  tx: Transaction,
  mail: Mail,
  { userId, nickname, email }: { userId: number; nickname: string; email: string },
  now: number,
): Promise<void> {
  if (!mail.on) return;
  const token = await createMailLink(tx, { userId, purpose: "verify", email }, now);
  const url = mail.linkTo(`/email/verify#${token}`);
  await mail.queue(tx, email, verificationLetter(nickname, url));
}

/** Sends another link to the address that waits, otherwise to the account's own if it is not verified. */
export async function resendVerification(
  db: Database,
  mail: Mail,
  userId: number,
  now: number,
): Promise<void> {
  await transact(db, async (tx) => {
    await lockPerson(db, tx, userId);
    const { email, nickname, verified, pending } = await readEmail(tx, userId, now);
    if (pending === null && verified) return;
    await queueVerification(tx, mail, { userId, nickname, email: pending ?? email }, now);
  });
}

/** Throws `invalid_token` where the account is gone. */
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
  return { ...facts, verified: email_verified_at !== null, pending: pending?.email ?? null };
}

/** Sends a link to a new address; those sent to another one before are worth nothing any more. */
export async function startEmailChange(
  db: Database,
  mail: Mail,
  { userId, email }: { userId: number; email: string },
  now: number,
): Promise<void> {
  await transact(db, async (tx) => {
    await lockPerson(db, tx, userId);
    const { nickname, email: before } = await readEmail(tx, userId, now);
    await expireMailLinks(tx, userId, ["verify"], now);
    if (email === before) return;
    await requireFree(tx, email, userId, now);
    await queueVerification(tx, mail, { userId, nickname, email }, now);
  });
}

/**
 * Verifies the address that the link was sent to, which becomes the account's own if it was not. Does
 * nothing where that is so already, by whichever press.
 */
export async function verifyByLink(
  db: Database,
  mail: Mail,
  token: string,
  now: number,
): Promise<{ userId: number; email: string; changed: boolean }> {
  return transact(db, async (tx) => {
    const link = await lockMailLink(db, tx, token, "verify");
    const { userId, email } = link;
    await lockPerson(db, tx, userId);
    const person = await readEmail(tx, userId, now);
    const isOwn = person.email === email;
    if (isOwn && person.verified) return { userId, email, changed: false };
    requireUsable(link, now);
    await consumeMailLink(tx, token, now);
    if (!isOwn) await requireFree(tx, email, userId, now);
    await setEmail(db, tx, userId, email, now);
    // To an address that was never verified, perhaps a stranger's, no way back is sent.
    if (!isOwn && person.verified) {
      const back = { userId, purpose: "undo", email: person.email } as const;
      const url = mail.linkTo(`/email/undo#${await createMailLink(tx, back, now)}`);
      await mail.queue(tx, person.email, emailChangedLetter(person.name, email, url));
    }
    return { userId, email, changed: true };
  });
}

/** Whoever takes an account over may attach ways in before they change its address. */
const ATTACHED_BEFORE_MS = 24 * 3_600_000;

/**
 * Gives the account the address back that the link was sent to. All sessions end, since whoever changed
 * the address knew the password, and a link for a new one is sent. Factors and providers that were added
 * since, or within the day before, are removed: they would outlive the password.
 */
export async function undoByLink(
  db: Database,
  mail: Mail,
  token: string,
  now: number,
): Promise<{ userId: number; email: string; ended: string[] }> {
  return transact(db, async (tx) => {
    const link = await lockMailLink(db, tx, token, "undo");
    const { userId, email } = link;
    await lockPerson(db, tx, userId);
    requireUsable(link, now);
    const { name } = await readEmail(tx, userId, now);
    await requireFree(tx, email, userId, now);
    await consumeMailLink(tx, token, now);
    // Whoever changed it twice got a way back to an address of their own.
    await expireMailLinks(tx, userId, ["undo"], now);
    await setEmail(db, tx, userId, email, now);
    const ended = await endSessionsOf(db, tx, userId);
    const since = link.createdAt - ATTACHED_BEFORE_MS;
    await dropFactorsSince(tx, userId, since);
    await removeIdentities(tx, userId, since);
    await queueReset(tx, mail, { userId, email, name }, now);
    return { userId, email, ended: ended.map(({ token_hash }) => token_hash) };
  });
}

export async function queueReset(
  tx: Transaction,
  mail: Mail,
  { userId, email, name }: { userId: number; email: string; name: string | undefined },
  now: number,
): Promise<void> {
  const token = await createMailLink(tx, { userId, purpose: "reset", email }, now);
  await mail.queue(tx, email, resetLetter(name, mail.linkTo(`/password/reset#${token}`)));
}

/**
 * Throws `email_taken` where another account has the mailbox, or may still take a change of it back:
 * otherwise whoever changed it could register it and keep it from its owner.
 */
export async function requireFree(
  tx: Transaction,
  email: string,
  userId: number,
  now: number,
): Promise<void> {
  const mailbox = canonicalAddress(email);
  const holder = await tx
    .selectFrom("users")
    .select("id")
    .where("canonical_email", "=", mailbox)
    .where("id", "<>", userId)
    .executeTakeFirst();
  const claim = await tx
    .selectFrom("mail_links")
    .select("user_id as id")
    .where("canonical_email", "=", mailbox)
    .where("user_id", "<>", userId)
    .where("purpose", "=", "undo")
    .where("used_at", "is", null)
    .where("expires_at", ">", now)
    .executeTakeFirst();
  if (!holder && !claim) return;
  throw new ApiError("email_taken", { fields: { email: ERRORS.email_taken[2] } });
}

/** The address, verified; every process reads the sessions anew, which hold the mailbox. */
async function setEmail(
  db: Database,
  tx: Transaction,
  userId: number,
  email: string,
  now: number,
): Promise<void> {
  await tx
    .updateTable("users")
    .set({ email, canonical_email: canonicalAddress(email), twin: 0, email_verified_at: now })
    .where("id", "=", userId)
    .execute();
  const sessions = await tx
    .selectFrom("sessions")
    .select("token_hash")
    .where("user_id", "=", userId)
    .execute();
  for (const { token_hash } of sessions) await db.publish("session-ended", token_hash, tx);
}
