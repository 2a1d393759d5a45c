import type { FastifyRequest } from "fastify";
import {
  cancelEmailChange,
  changeEmail,
  checkMailLink,
  getEmail,
  sendVerification,
  undoEmailChange,
  verifyEmail,
} from "#contract/endpoints/email.ts";
import { VERIFICATION_MAILS } from "#contract/limits.ts";
import type { AppContext } from "#server/app-context.ts";
import { transact } from "#server/db/transact.ts";
import { ApiError } from "#server/errors.ts";
import { findCredentials } from "#server/features/sign-in/credentials.reads.ts";
import { readMethods } from "#server/features/sign-in/factors/factors.reads.ts";
import type { OwnerChecks } from "#server/features/sign-in/owner-checks.ts";
import { type Postage, tooManyLetters } from "#server/mail/letter-limits.ts";
import { requireLastingAddress } from "#server/mail/refused-mail-domains.ts";
import {
  readEmail,
  readVerification,
  resendVerification,
  startEmailChange,
  undoByLink,
  verifyByLink,
} from "./email.writes.ts";
import { expireMailLinks, lockMailLink, requireUsable } from "./mail-links.writes.ts";

/** Verifying and changing an account's address, and what links in mails do. */
export function emailRoutes(context: AppContext, { proveOwner }: OwnerChecks): void {
  const { defineRoute, db, clock, config, mail, sessions, sharedCounts, securityLog } = context;
  const { challenges, clientIpOf, letterLimits } = context;

  defineRoute(getEmail, async ({ viewer }) => {
    const { email, verified, pending } = await readEmail(db.query, viewer.id, clock.now());
    return { item: { email, verified, pending } };
  });

  defineRoute(sendVerification, async ({ body, viewer, request }) => {
    requireMail();
    const { email, pending } = await readEmail(db.query, viewer.id, clock.now());
    const recipient = pending ?? email;
    const isProven = await requireProof(request, recipient, body?.proof);
    await countMail(viewer.id);
    const postage = await stamp(request, recipient, isProven);
    await resendVerification(db, mail, { userId: viewer.id, postage }, clock.now());
    return null;
  });

  defineRoute(changeEmail, async ({ body, viewer, request, prove }) => {
    requireMail();
    requireLastingAddress(body.email, config.mailDomains);
    const isProven = await requireProof(request, body.email, body.proof);
    await countMail(viewer.id);
    const postage = await stamp(request, body.email, isProven);
    const change = { userId: viewer.id, email: body.email, prove, postage };
    await startEmailChange(context, change, clock.now());
    return null;
  });

  defineRoute(cancelEmailChange, async ({ viewer }) => {
    await transact(db, (tx) => expireMailLinks(tx, viewer.id, ["verify"], clock.now()));
    return null;
  });

  defineRoute(checkMailLink, async ({ body }) =>
    transact(db, async (tx) => {
      const link = await lockMailLink(db, tx, body.token);
      const { email, nickname, verified } = await readEmail(tx, link.userId, clock.now());
      const person = await findCredentials({ query: tx }, { id: link.userId });
      const done = link.purpose === "verify" && verified && email === link.email;
      if (!done) requireUsable(link, clock.now());
      const methods = link.purpose === "reset" ? await readMethods(tx, link.userId) : [];
      const facts = { purpose: link.purpose, email: link.email, nickname, done, verified };
      const has_password = person?.passwordHash !== undefined;
      const changes_address = link.purpose === "verify" && email !== link.email;
      return {
        item: { ...facts, changes_address, has_password, second_factors: methods.length > 0 },
      };
    }),
  );

  defineRoute(verifyEmail, async ({ body, viewer, request }) => {
    const { token, password } = body;
    const link = await readVerification(db, token, clock.now());
    if (link.isDone) return { item: { email: link.email } };
    const prove = await proveOwner(request, { userId: link.userId, viewer, password });
    const { userId, email, changed, refreshed } = await letterLimits.toOwner(
      { request: request.raw, userId: link.userId, about: "mail link" },
      (postage) => verifyByLink(context, { ...link, token, prove, postage }, clock.now()),
    );
    for (const tokenHash of refreshed) sessions.forget(tokenHash);
    const facts = { request: request.raw, account: userId };
    if (changed) securityLog.write("email_verified", facts);
    return { item: { email } };
  });

  defineRoute(undoEmailChange, async ({ body, request }) => {
    const link = await transact(db, (tx) => lockMailLink(db, tx, body.token, "undo"));
    const { userId, email, ended } = await letterLimits.toOwner(
      { request: request.raw, userId: link.userId, about: "mail link" },
      (postage) => undoByLink(context, { token: body.token, postage }, clock.now()),
    );
    for (const tokenHash of ended) sessions.forget(tokenHash);
    securityLog.write("email_change_undone", {
      request: request.raw,
      account: userId,
      sessions: ended.length,
    });
    return { item: { email } };
  });

  function requireMail(): void {
    if (!mail.on) throw new ApiError("mail_off");
  }

  /** Asks for a proof of work where the caller or the mailbox had many letters (R405). */
  const requireProof = ({ raw }: FastifyRequest, email: string, proof: string | undefined) =>
    challenges.require("letter", { address: clientIpOf(raw), email }, proof);

  /** Counts a letter to an address that may be a stranger's. */
  async function stamp(
    { raw: request }: FastifyRequest,
    email: string,
    isProven: boolean,
  ): Promise<Postage> {
    await challenges.charge("letter", { address: clientIpOf(request), email });
    return letterLimits.unasked({ request, email, isProven });
  }

  /** Limits the mails to an address that may be a stranger's, however often somebody asks. */
  async function countMail(userId: number): Promise<void> {
    if (!config.rateLimits) return;
    const counter = { key: `verification mails of account ${userId}`, ...VERIFICATION_MAILS };
    const usedUp = await sharedCounts.take([counter]);
    if (usedUp) throw tooManyLetters("Hesabınız için", usedUp);
  }
}
