import { createHmac, randomInt } from "node:crypto";
import { createChallenge, verifySolution } from "altcha-lib";
import { deriveKey } from "altcha-lib/algorithms/pbkdf2";
import * as z from "zod";
import { Challenge, type ChallengePurpose } from "#contract/endpoints/challenge.ts";
import {
  CHALLENGE_LIFETIME_SECONDS,
  CHALLENGED_FROM,
  CHALLENGED_NETWORKS,
  type ChallengedFrom,
  LETTER_STEP,
  UNASKED_LETTERS,
} from "#contract/limits.ts";
import { canonicalAddress } from "#contract/shapes/canonical-address.ts";
import type { Clock } from "#server/clock.ts";
import type { SharedCounts } from "#server/db/shared-counts.ts";
import { ApiError } from "#server/errors.ts";
import type { Counter } from "#server/limits/hit-counts.ts";
import { networksOf } from "../server/client-ip.ts";
import type { RateLimits } from "./rate-limits.ts";

/** The caller's network address and, where an account is concerned, its e-mail address. */
interface Asked {
  address: string;
  email?: string | undefined;
}

/** Proofs of work, which make automated registration and password guessing expensive (ADR-024). */
export interface Challenges {
  /** A challenge that costs more the more there was lately; null where none is ever required. */
  issue(purpose: ChallengePurpose, who: Asked): Promise<Challenge | null>;
  /**
   * Throws 403 `challenge_required` for an invalid proof, and where there was much lately for one
   * that is missing or too cheap. `isKnown` exempts a caller without a proof. Returns whether there
   * was one.
   */
  require(
    purpose: ChallengePurpose,
    who: Asked,
    proof: string | undefined,
    isKnown?: () => Promise<boolean>,
  ): Promise<boolean>;
  /** Counts what makes the next proof more expensive: a registration, a failed login, a reset. */
  charge(purpose: ChallengePurpose, who: Asked): Promise<void>;
}

/** Iterations of a key derivation: about 1 ms, the cost of issuing a challenge to the server. */
const ITERATIONS = 5000;
/** Candidates for each unit of a challenge; finding the solution tries half of them on average. */
const COUNTERS_PER_UNIT = 400;

export function createChallenges(parts: {
  /** False asks for nothing. */
  rateLimits: RateLimits | false;
  sharedCounts: SharedCounts;
  clock: Clock;
  /** The installation's secret. */
  secret: string;
}): Challenges {
  const { rateLimits, sharedCounts, clock } = parts;
  if (!rateLimits) {
    return {
      issue: async () => null,
      require: async () => false,
      charge: async () => undefined,
    };
  }
  const keyFor = (what: string) =>
    createHmac("sha256", parts.secret).update(`challenge ${what}`).digest("hex");
  const secrets = {
    hmacSignatureSecret: keyFor("signature"),
    hmacKeySignatureSecret: keyFor("key signature"),
  };
  const nowSeconds = () => Math.floor(clock.now() / 1000);

  /** The work to ask for, in units; 0 for none. */
  async function unitsFor(purpose: ChallengePurpose, who: Asked): Promise<number> {
    const counted = [...countersOf(purpose, who), ...lettersTo(purpose, who)];
    const hits = await sharedCounts.read(counted.map(({ counter }) => counter));
    return Math.max(
      ...counted.map(({ from, times }, i) => {
        const over = (hits[i] ?? 0) / times - from.free;
        return over < 0 ? 0 : 1 + Math.floor(over / from.step);
      }),
    );
  }

  /** Uses a proof up: true if it is valid, unexpired, worth `units`, and was not used before. */
  async function holds(proof: string, purpose: ChallengePurpose, units: number): Promise<boolean> {
    const payload = readProof(proof);
    if (!payload) return false;
    const { data } = payload.challenge.parameters;
    if (data.for !== purpose || data.expires <= nowSeconds() || data.units < units) return false;
    const { verified } = await verifySolution({ ...payload, deriveKey, ...secrets });
    if (!verified) return false;
    const used = { key: `proof ${payload.challenge.signature}`, max: 1 };
    return !(await sharedCounts.take([{ ...used, perSeconds: CHALLENGE_LIFETIME_SECONDS }]));
  }

  return {
    async issue(purpose, who) {
      const units = Math.max(1, await unitsFor(purpose, who));
      const challenge = await createChallenge({
        algorithm: "PBKDF2/SHA-256",
        cost: ITERATIONS,
        counter: randomInt(1, units * COUNTERS_PER_UNIT + 1),
        deriveKey,
        data: { for: purpose, units, expires: nowSeconds() + CHALLENGE_LIFETIME_SECONDS },
        ...secrets,
      });
      return Challenge.parse(challenge);
    },

    async require(purpose, who, proof, isKnown) {
      const units = await unitsFor(purpose, who);
      if (proof === undefined) {
        if (units === 0 || (await isKnown?.())) return false;
        throw new ApiError("challenge_required");
      }
      // Others may have raised the price by a step while the form was filled in.
      if (!(await holds(proof, purpose, units - 1))) throw new ApiError("challenge_required");
      if (purpose === "register") await rateLimits.registerProven(who.address);
      return true;
    },

    async charge(purpose, who) {
      await sharedCounts.charge(countersOf(purpose, who).map(({ counter }) => counter));
    },
  };
}

/** The counters, where each begins to require a proof, and how many times more a network may do. */
function countersOf(
  purpose: ChallengePurpose,
  { address, email }: Asked,
): { counter: Counter; from: ChallengedFrom; times: number }[] {
  const { network, mailbox, perSeconds } = CHALLENGED_FROM[purpose];
  const networks = networksOf(address);
  const times = CHALLENGED_NETWORKS[networks.length > 2 ? "ipv6" : "ipv4"];
  const counter = (whose: string): Counter => ({
    key: `challenge ${purpose} ${whose}`,
    max: Number.MAX_SAFE_INTEGER,
    perSeconds,
  });
  return [
    ...networks.map((one, i) => ({ counter: counter(one), from: network, times: times[i] ?? 1 })),
    ...(mailbox && email !== undefined
      ? [{ counter: counter(`of ${canonicalAddress(email)}`), from: mailbox, times: 1 }]
      : []),
  ];
}

/** Letters to a mailbox that no signed-in owner of it asked for (R405). */
export const unaskedLetters = (email: string): Counter[] =>
  UNASKED_LETTERS.map((limit) => ({
    key: `unasked letters in ${limit.perSeconds} s to ${canonicalAddress(email)}`,
    ...limit,
  }));

/** A login sends no letter that counts; nobody is kept from one by letters that others cause. */
const lettersTo = (purpose: ChallengePurpose, { email }: Asked) =>
  (email === undefined || purpose === "login" ? [] : unaskedLetters(email)).map((counter) => ({
    counter,
    from: { free: counter.max, step: LETTER_STEP },
    times: 1,
  }));

const Payload = z.object({
  challenge: Challenge,
  solution: z.object({ counter: z.int().min(0), derivedKey: z.string().regex(/^[\da-f]{64}$/) }),
});

function readProof(proof: string): z.infer<typeof Payload> | undefined {
  try {
    return Payload.safeParse(JSON.parse(Buffer.from(proof, "base64").toString())).data;
  } catch {
    return undefined;
  }
}
