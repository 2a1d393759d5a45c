import type { AppContext } from "#server/app-context.ts";
import type { Transaction } from "#server/db/database.ts";
import { transact } from "#server/db/transact.ts";
import { ApiError } from "#server/errors.ts";
import { isReserved } from "#server/features/votes/former-identities.reads.ts";
import {
  changeIdentities,
  claimIdentity,
  leaveIdentity,
} from "#server/features/votes/former-identities.writes.ts";
import type { Postage } from "#server/mail/letter-limits.ts";
import { findRecipient } from "#server/mail/recipients.reads.ts";
import { operatorWords, words } from "#server/mail/words.ts";
import { notifyOwner } from "../security-letters.ts";
import { lockPerson, refreshSessionsOf } from "../sessions.writes.ts";
import { hasWayIn } from "./identities.reads.ts";
import { identityLinkedLetter, identityUnlinkedLetter } from "./identity-letters.ts";
import type { Identity } from "./provider-client.ts";

type Parts = Pick<AppContext, "db" | "mail" | "mailboxes" | "sessions">;
type Person = Awaited<ReturnType<typeof readPerson>>;
type Linked = Pick<Identity, "issuer" | "subject"> & { email: string | undefined };

/** Where people see and end the link. */
const SECURITY = words`/account#guvenlik`;

interface Link {
  userId: number;
  identity: Linked;
  /** The label of the provider's button, for the letter. */
  label: string;
  postage: Postage;
}

/**
 * Adds an identity to an account, as `claimIdentity` does. Throws `identity_taken` if another account has it or had it
 * lately, and `votes_overlap`.
 */
export async function insertIdentity(
  parts: Pick<AppContext, "db" | "mailboxes">,
  tx: Transaction,
  { userId, isNew }: { userId: number; isNew: boolean },
  { issuer, subject, email }: Linked,
  now: number,
): Promise<void> {
  const { numInsertedOrUpdatedRows } = await tx
    .insertInto("identities")
    .values({ issuer, subject, user_id: userId, email: email ?? null, linked_at: now })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirstOrThrow();
  if (numInsertedOrUpdatedRows === 0n) throw new ApiError("identity_taken");
  const number = parts.mailboxes.numberOfIdentity({ issuer, subject });
  if (await isReserved(tx, { userId, number, withVotes: false }, now)) {
    throw new ApiError("identity_taken");
  }
  await claimIdentity(parts, tx, { userId, number, isNew }, now);
}

/**
 * Links an account with an identity, and tells the owner by mail; `mayLink` decides in the same
 * transaction. Returns false if they are already linked. Throws `identity_taken` if either is
 * linked otherwise, `votes_overlap`, and `invalid_token` if the account is gone.
 */
export async function linkIdentity(
  parts: Parts,
  { userId, identity, label, postage }: Link,
  now: number,
  mayLink: (tx: Transaction, person: Person) => Promise<void> | void,
): Promise<boolean> {
  const { db, mail, sessions } = parts;
  const refreshed = await changeIdentities(db, userId, now, async (tx) => {
    await lockPerson(db, tx, userId);
    const person = await readPerson(tx, userId);
    await mayLink(tx, person);
    const own = await tx
      .selectFrom("identities")
      .select("subject")
      .where("user_id", "=", userId)
      .where("issuer", "=", identity.issuer)
      .executeTakeFirst();
    if (own?.subject === identity.subject) return undefined;
    if (own) throw new ApiError("identity_taken");
    await insertIdentity(parts, tx, { userId, isNew: false }, identity, now);
    await notifyOwner(db, tx, { userId, now }, "way_in_added");
    const letter = identityLinkedLetter(operatorWords(label), mail.linkTo(SECURITY));
    await mail.queue(tx, await findRecipient(tx, userId), letter, postage);
    return refreshSessionsOf(db, tx, userId);
  });
  for (const tokenHash of refreshed ?? []) sessions.forget(tokenHash);
  return refreshed !== undefined;
}

/**
 * Unlinks the identity with this issuer, and tells the owner by mail; returns false if there is
 * none. Throws `last_sign_in` if no other way in is left: a password, a passkey, or one of
 * `otherIssuers`.
 */
export async function unlinkIdentity(
  parts: Parts,
  {
    userId,
    issuer,
    label,
    prove,
    postage,
  }: Pick<Link, "userId" | "label" | "postage"> & {
    issuer: string;
    prove: (tx: Transaction) => Promise<void>;
  },
  otherIssuers: readonly string[],
  now: number,
): Promise<boolean> {
  const { db, mail } = parts;
  return transact(db, async (tx) => {
    await lockPerson(db, tx, userId);
    await prove(tx);
    const unlinked = await tx
      .deleteFrom("identities")
      .where("user_id", "=", userId)
      .where("issuer", "=", issuer)
      .returning(["issuer", "subject"])
      .execute();
    if (unlinked.length === 0) return false;
    await leaveAll(parts, tx, userId, unlinked, now);
    if (!(await hasWayIn(tx, userId, otherIssuers))) throw new ApiError("last_sign_in");
    await notifyOwner(db, tx, { userId, now }, "way_in_removed");
    const url = mail.linkTo(words`/password/forgot`);
    const letter = identityUnlinkedLetter(operatorWords(label), url);
    await mail.queue(tx, await findRecipient(tx, userId), letter, postage);
    return true;
  });
}

/**
 * Unlinks the identities linked at `since` or later and before `before`, in milliseconds since
 * 1970: somebody who opened an account with another person's address, or took it over, may have
 * linked their own. Returns how many.
 */
export async function removeIdentities(
  parts: Pick<AppContext, "db" | "mailboxes">,
  tx: Transaction,
  userId: number,
  { since = 0, before, now }: { since?: number; before?: number; now: number },
): Promise<number> {
  const removed = await tx
    .deleteFrom("identities")
    .where("user_id", "=", userId)
    .where("linked_at", ">=", since)
    .where("linked_at", "<", before ?? Number.MAX_SAFE_INTEGER)
    .returning(["issuer", "subject"])
    .execute();
  await leaveAll(parts, tx, userId, removed, now);
  await tx.deleteFrom("provider_flows").where("user_id", "=", userId).execute();
  return removed.length;
}

async function leaveAll(
  parts: Pick<AppContext, "db" | "mailboxes">,
  tx: Transaction,
  userId: number,
  identities: readonly Pick<Identity, "issuer" | "subject">[],
  now: number,
): Promise<void> {
  for (const identity of identities) {
    const number = parts.mailboxes.numberOfIdentity(identity);
    await leaveIdentity(parts, tx, { userId, number, isProven: true }, now);
  }
}

async function readPerson(tx: Transaction, userId: number) {
  const person = await tx
    .selectFrom("users")
    .select(["name", "email", "email_verified_at"])
    .where("id", "=", userId)
    .executeTakeFirst();
  if (!person) throw new ApiError("invalid_token");
  return person;
}
