import { pbkdf2 } from "@noble/hashes/pbkdf2.js";
import { sha256 } from "@noble/hashes/sha2.js";
import { type DeriveKeyFunction, solveChallenge } from "altcha-lib";
import { deriveKey } from "altcha-lib/algorithms/web/pbkdf2";
import type { Challenge } from "#contract/endpoints/challenge.ts";

/** Browsers offer their own only in secure contexts; a site in a local network may have no TLS. */
const deriveKeySlowly: DeriveKeyFunction = async ({ cost, keyLength }, salt, password) => ({
  derivedKey: pbkdf2(sha256, password, salt, { c: cost, dkLen: keyLength }),
});

/** Computes the proof of work that a challenge asks for, in about a second. */
export async function solve(challenge: Challenge): Promise<string> {
  const derive = globalThis.crypto?.subtle ? deriveKey : deriveKeySlowly;
  const solution = await solveChallenge({ challenge, deriveKey: derive, timeout: 0 });
  return btoa(JSON.stringify({ challenge, solution }));
}
