import { randomBytes } from "node:crypto";
import type { IncomingMessage } from "node:http";
import type { AppContext } from "#server/app-context.ts";
import type { Transaction } from "#server/db/database.ts";
import { MISSING, NO_DETAILS, NO_IDENTITY } from "#server/db/tables/incomplete-accounts.ts";
import { transact } from "#server/db/transact.ts";
import { ApiError } from "#server/errors.ts";
import { createAccount } from "#server/features/accounts/accounts.writes.ts";
import { CONSENT_VERSION } from "#server/features/accounts/consents.ts";
import { requireFree } from "#server/features/email/free-addresses.reads.ts";
import { expireMailLinks } from "#server/features/email/mail-links.writes.ts";
import { takeOver } from "#server/features/email/password-reset.writes.ts";
import { findCredentials } from "#server/features/sign-in/credentials.reads.ts";
import { readMethods } from "#server/features/sign-in/factors/factors.reads.ts";
import { signInFrom, toSession } from "#server/features/sign-in/first-step.ts";
import { proofByBrowser, provenBrowser } from "#server/features/sign-in/known-browsers.ts";
import { addSession, endSessionsOf, lockSignIn } from "#server/features/sign-in/sessions.writes.ts";
import { consumeCode, type SignInCode } from "./codes.writes.ts";

interface Use {
  /** The error where the code no longer works. */
  refusal: "code_expired" | "link_used";
  remember: boolean;
  browsers: readonly string[] | undefined;
}

/**
 * Signs in a person who has proved to read a code's mailbox, and uses the code up. Opens an account where
 * the mailbox has none. Where this is the first proof of an account's address, it verifies it, and
 * nothing stays that somebody else may have attached (R493). Throws the refusal of `use` where the
 * code was used meanwhile or a second factor stands, and `email_taken` for a reserved address.
 */
export async function signInByCode(
  context: AppContext,
  code: SignInCode,
  use: Use,
  request: IncomingMessage,
) {
  const { db, mailboxes, sessions, securityLog } = context;
  const { userId, isNew } = await findOrOpenAccount(
    context,
    code,
    use,
    context.clientIpOf(request),
  );
  const person = await findCredentials(db, { id: userId });
  if (!person) throw new ApiError(use.refusal);
  const { browsers, remember } = use;
  const proof = proofByBrowser(browsers, provenBrowser(mailboxes, person, browsers ?? []));
  const opened = await signInFrom(context, request, { userId, proof }, (from) => {
    const now = context.clock.now();
    return transact(db, async (tx) => {
      await lockSignIn(db, tx, { userId });
      // A new account has used its code up.
      if (!isNew && !(await consumeCode(tx, code.attemptHash, now))) {
        throw new ApiError(use.refusal);
      }
      const ended = await proveAddress(context, tx, userId, now);
      if ((await readMethods(tx, userId)).length > 0) throw new ApiError(use.refusal);
      return { ended, ...(await addSession(db, tx, { userId, remember, from, now })) };
    });
  });
  for (const tokenHash of opened.ended) sessions.forget(tokenHash);
  if (isNew) securityLog.write("registered", { request, account: userId });
  securityLog.write("signed_in", { request, account: userId });
  const owner = await findCredentials(db, { id: userId });
  return { userId, isNew, session: toSession(mailboxes, opened, browsers && owner) };
}

async function findOrOpenAccount(
  context: AppContext,
  code: SignInCode,
  use: Use,
  address: string,
): Promise<{ userId: number; isNew: boolean }> {
  const { db, config } = context;
  const known = await findCredentials(db, code);
  if (known) return { userId: known.userId, isNew: false };
  if (!code.explicitConsent || config.registration !== "open") throw new ApiError(use.refusal);
  try {
    return { userId: await openAccount(context, code, use, address), isNew: true };
  } catch (error) {
    // Somebody may have registered it, or used the letter elsewhere, in the meantime.
    const opened = await findCredentials(db, code);
    if (!opened) throw error;
    return { userId: opened.userId, isNew: false };
  }
}

/** Opens an account that has only a verified address, and uses the code up. */
function openAccount(
  context: AppContext,
  { email, attemptHash }: SignInCode,
  { refusal }: Use,
  address: string,
): Promise<number> {
  const { mailboxes } = context;
  const now = context.clock.now();
  const person = {
    ...{ email, email_verified_at: now, image: null, biography: null, show_details: 0 },
    ...{ ...NO_IDENTITY, ...NO_DETAILS, missing: MISSING.identity | MISSING.details },
    nickname: `uye_${randomBytes(8).toString("hex")}`,
    ...{ consent_version: CONSENT_VERSION, explicit_consent_at: now, created_at: now },
  };
  return createAccount(context, person, { passwordHash: null, address }, async (tx, userId) => {
    await requireFree(tx, mailboxes, { email, userId }, now);
    if (!(await consumeCode(tx, attemptHash, now))) throw new ApiError(refusal);
  });
}

/** Verifies an address that nobody has proved; returns the hashes of the sessions that ended. */
async function proveAddress(
  context: AppContext,
  tx: Transaction,
  userId: number,
  now: number,
): Promise<string[]> {
  const person = await tx
    .selectFrom("users")
    .select("email_verified_at")
    .where("id", "=", userId)
    .executeTakeFirstOrThrow();
  if (person.email_verified_at !== null) return [];
  await takeOver(context, tx, userId, now);
  await tx.deleteFrom("credentials").where("user_id", "=", userId).execute();
  await expireMailLinks(tx, userId, ["verify", "reset"], now);
  const ended = await endSessionsOf(context.db, tx, userId);
  return ended.map(({ token_hash }) => token_hash);
}
