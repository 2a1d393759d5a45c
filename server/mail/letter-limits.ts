import type { IncomingMessage } from "node:http";
import { HOUR_MS, MINUTE_MS } from "#contract/durations.ts";
import { LETTERS_TO_OWNER } from "#contract/limits.ts";
import type { Config } from "#server/config/config.ts";
import type { SharedCounts } from "#server/db/shared-counts.ts";
import { ApiError } from "#server/errors.ts";
import { unaskedLetters } from "#server/http/limits/challenges.ts";
import { countersOf, tooMany } from "#server/http/limits/rate-limits.ts";

declare const counted: unique symbol;

/** Permission to send letters that were counted (R405). Only this file makes one. */
export interface Postage {
  readonly [counted]: true;
  /** False where the letters are used up; then none is sent. */
  readonly isPaid: boolean;
  /** Set once a letter is in the outbox. */
  isUsed: boolean;
}

/** A letter that no signed-in owner of its mailbox asks for. */
interface Unasked {
  request: IncomingMessage;
  email: string;
  /** Whether the call came with a proof of work. */
  isProven: boolean;
}

/** What happens to an account once the letters about it are used up. */
const WHEN_USED_UP = {
  "sign-in": "skip",
  "recovery code": "send",
  "mail link": "send",
  password: "refuse",
  "way in": "refuse",
} as const;

/** What a signed-in person does, or what is done to their account. */
interface Cause {
  request: IncomingMessage;
  userId: number;
  /** Each is counted by itself: somebody who signs in often keeps no owner from a new password. */
  about: keyof typeof WHEN_USED_UP;
}

/** Counts letters on all servers: by mailbox, by the networks of their causer, and in all (R405). */
export interface LetterLimits {
  /** Throws `challenge_required` for a mailbox that had many, 429 for a network. */
  unasked(letter: Unasked): Promise<Postage>;
  /** For the letters of `work`; what it does not send is not counted. Throws 429 for some causes. */
  toOwner<T>(cause: Cause, work: (postage: Postage) => Promise<T>): Promise<T>;
  /** For a letter that a person asked for earlier; unpaid once theirs of the hour are used up. */
  askedFor(userId: number): Promise<Postage>;
  /** For a letter about what staff decided; unpaid once the person's of the hour are used up. */
  ofStaff(userId: number): Promise<Postage>;
}

export function createLetterLimits({
  config,
  sharedCounts,
  clientIpOf,
}: {
  config: Pick<Config, "mail" | "rateLimits" | "challenge">;
  sharedCounts: SharedCounts;
  clientIpOf: (request: IncomingMessage) => string;
}): LetterLimits {
  if (!config.rateLimits || !config.mail) {
    return {
      unasked: async () => postage(true),
      toOwner: (_, work) => work(postage(true)),
      askedFor: async () => postage(true),
      ofStaff: async () => postage(true),
    };
  }
  const ofCaller = (request: IncomingMessage, viewer: { id: number } | null) =>
    countersOf("letter", { viewer, address: clientIpOf(request) });
  const byReader = async (key: string) =>
    postage((await sharedCounts.take([{ key, ...LETTERS_TO_OWNER }])) === undefined);

  return {
    async unasked({ request, email, isProven }) {
      const [toMailbox, ofAll] = [unaskedLetters(email), ofCaller(request, null)];
      const usedUp = await sharedCounts.take([...toMailbox, ...ofAll]);
      if (!usedUp) return postage(true);
      if (!toMailbox.includes(usedUp.counter)) throw tooManyLetters(FROM_HERE, usedUp);
      if (!isProven) {
        throw config.challenge
          ? new ApiError("challenge_required")
          : tooManyLetters("Bu adrese", usedUp);
      }
      const alsoUsedUp = await sharedCounts.take(ofAll);
      if (alsoUsedUp) throw tooManyLetters(FROM_HERE, alsoUsedUp);
      await sharedCounts.charge(toMailbox);
      return postage(true);
    },

    async toOwner({ request, userId, about }, work) {
      const own = { key: `letters to owner ${userId} about a ${about}`, ...LETTERS_TO_OWNER };
      const ofCause = ofCaller(request, { id: userId });
      const counters = [own, ...ofCause];
      const usedUp = await sharedCounts.take(counters);
      if (usedUp && WHEN_USED_UP[about] === "refuse")
        throw tooManyLetters(usedUp.counter === own ? "Hesabınız için" : FROM_HERE, usedUp);
      if (usedUp && WHEN_USED_UP[about] === "skip") {
        // A network whose letters are used up must not hide from the owner who signs in there.
        if (await sharedCounts.take([own])) return work(postage(false));
        await sharedCounts.charge(ofCause);
      } else if (usedUp) await sharedCounts.charge(counters);
      const paid = postage(true);
      try {
        return await work(paid);
      } finally {
        if (!paid.isUsed) await sharedCounts.giveBack(counters);
      }
    },

    askedFor: (userId) => byReader(`letters that ${userId} asked for`),
    ofStaff: (userId) => byReader(`letters of staff to ${userId}`),
  };
}

const FROM_HERE = "Bağlantınız üzerinden";

/** 429 with its reason and the time to wait, in Turkish; `where` begins the sentence. */
export const tooManyLetters = (where: string, { waitMs }: { waitMs: number }): ApiError =>
  tooMany(
    waitMs,
    `${where} kısa sürede çok fazla e-posta gönderildi. Lütfen ${inWords(waitMs)} sonra tekrar deneyin.`,
  );

const inWords = (waitMs: number): string =>
  waitMs > HOUR_MS
    ? `${Math.ceil(waitMs / HOUR_MS)} saat`
    : `${Math.ceil(waitMs / MINUTE_MS)} dakika`;

/** For letters about what an operator does at the shell. */
export const shellPostage = (): Postage => postage(true);

const postage = (isPaid: boolean): Postage => ({ isPaid, isUsed: false }) as Postage;
