import { solveChallenge } from "altcha-lib";
import { deriveKey } from "altcha-lib/algorithms/pbkdf2";
import type { Challenge } from "#contract/endpoints/challenge.ts";

/** Computes the proof of work that a challenge asks for, as a browser would. */
export async function proofFor(challenge: Challenge): Promise<string> {
  const solution = await solveChallenge({ challenge, deriveKey, timeout: 0 });
  return Buffer.from(JSON.stringify({ challenge, solution })).toString("base64");
}
