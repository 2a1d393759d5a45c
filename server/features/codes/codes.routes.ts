import { timingSafeEqual } from "node:crypto";
import type { IncomingMessage } from "node:http";
import type { FastifyRequest } from "fastify";
import {
  readCodeLink,
  requestCode,
  useCode,
  VoteOutcome,
  type WaitingVote,
} from "#contract/endpoints/codes.ts";
import { CODE_TRIES, RATE_LIMITS } from "#contract/limits.ts";
import { canonicalAddress } from "#contract/shapes/canonical-address.ts";
import { ApiError } from "#server/errors.ts";
import { readAccount } from "#server/features/accounts/accounts.reads.ts";
import { isBlockedByOwner } from "#server/features/blocks/blocks.reads.ts";
import type { FeatureContext } from "#server/features/feature.ts";
import { accept } from "#server/features/invitations/invitations.writes.ts";
import { voterOfAccount } from "#server/features/voters/voters.reads.ts";
import { isSuspended } from "#server/http/identity/sessions.reads.ts";
import { readVoterNumbers } from "#server/http/identity/voter-numbers.reads.ts";
import { tooMany } from "#server/http/limits/rate-limits.ts";
import { networkOf } from "#server/http/server/client-ip.ts";
import type { Counter } from "#server/limits/hit-counts.ts";
import { requireLastingAddress } from "#server/mail/refused-mail-domains.ts";
import { signInByCode } from "./code-sign-in.writes.ts";
import {
  createCode,
  findCode,
  numberOfCode,
  type SignInCode,
  sendCode,
  takeTry,
} from "./codes.writes.ts";

const WRONG = "Kod hatalı. Lütfen e-postadaki 6 rakamı yeniden yazın.";
const LAST_WRONG = "Kod beş kez yanlış yazıldı. Lütfen yeni bir kod isteyin.";
const TOO_MANY_WRONG =
  "Kod çok kez yanlış yazıldı. E-postadaki düğmeyle devam edin ya da biraz sonra yeniden deneyin.";

/** Signing in by a code that is sent by mail, and voting by it in the same call. */
export function codeRoutes(context: FeatureContext): void {
  const { defineRoute, db, clock, config, mail, mailboxes, securityLog, clientIpOf } = context;
  const { challenges, letterLimits, backgroundTasks, sharedCounts } = context;

  defineRoute(requestCode, async ({ body, request: { raw: request } }) => {
    if (!mail.on) throw new ApiError("mail_off");
    const { email, vote } = body;
    const isOpen = config.registration === "open";
    // A registration link is for the form: a code opens accounts only where anybody may.
    const explicitConsent = body.explicit_consent && isOpen;
    requireLastingAddress(email, config.mailDomains);
    const who = { address: clientIpOf(request), email };
    const isProven = await challenges.require("register", who, body.proof);
    await challenges.charge("register", who);
    const postage = await letterLimits.unasked({ request, email, isProven });
    const asked = { email, explicitConsent, vote };
    const { attempt, expiresAt, ...secrets } = await createCode(context, asked, clock.now());
    securityLog.write("code_requested", { request, mailbox: mailboxes.numberOf(email) });
    // Not awaited: the response time would reveal whether there is an account.
    backgroundTasks.add(sendCode(db, mail, { ...asked, ...secrets, attempt, postage, isOpen }));
    return { item: { attempt, expires_at: new Date(expiresAt).toISOString() } };
  });

  defineRoute(readCodeLink, async ({ body }) => {
    const { email, expiresAt, vote = null } = await requireLink(body.link);
    return { item: { email, expires_at: new Date(expiresAt).toISOString(), vote } };
  });

  defineRoute(useCode, async ({ body, request }) => {
    const code =
      "link" in body ? await requireLink(body.link) : await requireCode(body, request.raw);
    const refusal = "link" in body ? "link_used" : "code_expired";
    const { remember, browsers } = body;
    const use = { refusal, remember, browsers } as const;
    const { userId, isNew, session } = await signInByCode(context, code, use, request.raw);
    const vote = code.vote ? await castWaiting(code.vote, userId, request) : null;
    return { item: { session, account: await readAccount(db, userId), is_new: isNew, vote } };
  });

  async function requireLink(link: string): Promise<SignInCode> {
    const code = await findCode(db, { link });
    if (!code) throw new ApiError("link_unknown");
    if (code.usedAt !== null) throw new ApiError("link_used");
    if (code.expiresAt <= clock.now()) throw new ApiError("link_expired");
    return code;
  }

  /** Throws `wrong_code`, `code_expired` for a code that cannot be tried, and 429. */
  async function requireCode(
    given: { attempt: string; code: string },
    request: IncomingMessage,
  ): Promise<SignInCode> {
    const code = await findCode(db, { attempt: given.attempt });
    if (!code) throw new ApiError("code_expired");
    const counters = wrongCodes(code.email, clientIpOf(request));
    // Counted before the result is known; otherwise parallel guesses would escape the limit.
    const usedUp = config.rateLimits && (await sharedCounts.take(counters));
    if (usedUp) throw tooMany(usedUp.waitMs, TOO_MANY_WRONG);
    if (!(await takeTry(db, code.attemptHash, clock.now()))) throw new ApiError("code_expired");
    if (isSame(code.code, numberOfCode(mailboxes, code.attemptHash, given.code))) {
      if (config.rateLimits) await sharedCounts.giveBack(counters);
      return code;
    }
    const mailbox = mailboxes.numberOf(code.email);
    securityLog.write("sign_in_failed", { request, mailbox });
    const words = code.tries + 1 < CODE_TRIES ? WRONG : LAST_WRONG;
    throw new ApiError("wrong_code", { words });
  }

  /** Casts the vote that waited for a code. The sign-in stands whatever becomes of it. */
  async function castWaiting(
    { invitation_code: code, ...vote }: WaitingVote,
    userId: number,
    request: FastifyRequest,
  ) {
    try {
      const known = await readVoterNumbers(db, mailboxes, userId);
      if (!known) throw new ApiError("invalid_token");
      if (await isSuspended(db, userId, clock.now())) throw new ApiError("account_suspended");
      if (await isBlockedByOwner(db, vote.survey_id, userId))
        throw new ApiError("survey_not_found");
      if (code !== undefined) {
        const invitation = { surveyId: vote.survey_id, userId, code };
        await accept(db, invitation, clock.now());
      }
      const voter = { id: voterOfAccount(userId), ...known };
      await context.castVote(vote, voter, clientIpOf(request.raw));
      return { ...vote, outcome: "counted" as const };
    } catch (error) {
      const outcome = VoteOutcome.safeParse(error instanceof ApiError && error.code).data;
      if (outcome === undefined) request.log.error({ err: error }, "a vote by code failed");
      return { ...vote, outcome: outcome ?? "internal_error" };
    }
  }
}

/** Of a mailbox and a network. Its reader still has the letter's link. */
const wrongCodes = (email: string, address: string): Counter[] => [
  { key: `wrong code of ${canonicalAddress(email)}`, ...RATE_LIMITS.wrongMailCode },
  { key: `wrong code a day of ${canonicalAddress(email)}`, ...RATE_LIMITS.wrongMailCodeADay },
  { key: `wrong code from ${networkOf(address)}`, ...RATE_LIMITS.wrongMailCodeFrom },
];

const isSame = (one: number, other: number): boolean =>
  timingSafeEqual(Buffer.from(toText(one)), Buffer.from(toText(other)));

const toText = (number: number) => String(number).padStart(16, "0");
