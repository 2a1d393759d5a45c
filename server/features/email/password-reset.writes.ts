import { canonicalAddress } from "#contract/shapes/canonical-address.ts";
import type { AppContext } from "#server/app-context.ts";
import type { Database, Transaction } from "#server/db/database.ts";
import { transact } from "#server/db/transact.ts";
import { ApiError } from "#server/errors.ts";
import {
  dropPasskeysBefore,
  dropSecondFactors,
} from "#server/features/sign-in/factors/factors.writes.ts";
import { spendRecoveryCode } from "#server/features/sign-in/factors/recovery-codes.writes.ts";
import { forgetPlacesOf } from "#server/features/sign-in/known-places.writes.ts";
import { removeIdentities } from "#server/features/sign-in/oidc/identities.writes.ts";
import {
  notifyOwner,
  passwordChangedLetter,
  type Removed,
} from "#server/features/sign-in/security-letters.ts";
import { endSessionsOf, lockPerson } from "#server/features/sign-in/sessions.writes.ts";
import type { Postage } from "#server/mail/letter-limits.ts";
import type { Mail } from "#server/mail/mail.ts";
import { findRecipient } from "#server/mail/recipients.reads.ts";
import { words } from "#server/mail/words.ts";
import { queueReset, readEmail } from "./email.writes.ts";
import {
  consumeMailLink,
  expireMailLinks,
  lockMailLink,
  requireUsable,
} from "./mail-links.writes.ts";

type Parts = Pick<AppContext, "db" | "mail" | "mailboxes">;

/** Sends a link for a new password to the account with this address, if there is one. */
export async function sendReset(
  db: Database,
  mail: Mail,
  { email, postage }: { email: string; postage: Postage },
  now: number,
): Promise<void> {
  await transact(db, async (tx) => {
    const person = await tx
      .selectFrom("users")
      .select("id")
      .where("canonical_email", "=", canonicalAddress(email))
      .orderBy("twin")
      // Locked, so that no letter outlives an account that is being deleted.
      .modifyEnd(db.forUpdate)
      .executeTakeFirst();
    if (!person) return;
    await queueReset(tx, mail, { userId: person.id, postage }, now);
  });
}

/** The person whose password a link sets. Throws `link_…` if it sets none. */
export async function readReset(db: Database, token: string, now: number) {
  return transact(db, async (tx) => {
    const link = await lockMailLink(db, tx, token, "reset");
    requireUsable(link, now);
    return { userId: link.userId, ...(await readEmail(tx, link.userId, now)) };
  });
}

interface NewPassword {
  token: string;
  passwordHash: string;
  recoveryCode: string | undefined;
  postage: Postage;
}

/**
 * Sets a new password by a link, ends every session, and expires other links as `consumeMailLink`
 * does. Second factors stay, unless a recovery code turns them off. Where this is the first proof of
 * the account's address, it verifies it, and nothing stays that somebody else may have attached
 * (R400); otherwise no way in stays that is older than the proof of the address (R401). The letter
 * says what went. Returns the hashes of the ended sessions. Throws `link_…` or `wrong_code`, and
 * then nothing is used up.
 */
export async function setPasswordByLink(
  parts: Parts,
  { token, passwordHash, recoveryCode, postage }: NewPassword,
  now: number,
): Promise<{ userId: number; ended: string[] }> {
  const { db, mail, mailboxes } = parts;
  return transact(db, async (tx) => {
    const link = await lockMailLink(db, tx, token, "reset");
    const { userId } = link;
    await lockPerson(db, tx, userId);
    requireUsable(link, now);
    const person = await readEmail(tx, userId, now);
    if (person.email !== link.email) throw new ApiError("link_expired");
    await consumeMailLink(tx, token, now);
    await tx
      .insertInto("credentials")
      .values({ user_id: userId, password_hash: passwordHash })
      .onConflict((conflict) =>
        conflict.column("user_id").doUpdateSet({ password_hash: passwordHash }),
      )
      .execute();
    if (recoveryCode && !(await spendRecoveryCode(tx, mailboxes, userId, recoveryCode))) {
      throw new ApiError("wrong_code");
    }
    if (recoveryCode) await dropSecondFactors(tx, userId);
    const { verifiedAt } = person;
    const removed =
      verifiedAt === null
        ? await takeOver(parts, tx, userId, now)
        : await dropEarlierWaysIn(parts, tx, userId, { before: verifiedAt, now });
    const ended = await endSessionsOf(db, tx, userId);
    await notifyOwner(db, tx, { userId, now }, "password_changed");
    const letter = passwordChangedLetter(mail.linkTo(words`/password/forgot`), removed);
    await mail.queue(tx, await findRecipient(tx, userId), letter, postage);
    return { userId, ended: ended.map(({ token_hash }) => token_hash) };
  });
}

/** Verifies the address, and removes everything that may be of the person who typed it. */
export async function takeOver(
  parts: Pick<AppContext, "db" | "mailboxes">,
  tx: Transaction,
  userId: number,
  now: number,
): Promise<Removed> {
  await tx.updateTable("users").set({ email_verified_at: now }).where("id", "=", userId).execute();
  await dropSecondFactors(tx, userId);
  await removeIdentities(parts, tx, userId, { now });
  await expireMailLinks(tx, userId, ["undo"], now);
  await forgetPlacesOf(tx, userId);
  return "everything";
}

async function dropEarlierWaysIn(
  parts: Parts,
  tx: Transaction,
  userId: number,
  { before, now }: { before: number; now: number },
): Promise<Removed> {
  const passkeys = await dropPasskeysBefore(tx, userId, before);
  const identities = await removeIdentities(parts, tx, userId, { before, now });
  return passkeys + identities > 0 ? "earlier ways in" : "nothing";
}
