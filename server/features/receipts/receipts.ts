import { createHmac, createPublicKey, hash, verify } from "node:crypto";
import type { Tools } from "#contract/proof/check-seal.ts";
import type { Sha256 } from "#contract/proof/merkle-tree.ts";
import { receiptOf } from "#contract/proof/receipt-codes.ts";
import type { VoterId } from "#server/features/voters/voters.reads.ts";
import type { Sealer } from "#server/secret/sealer.ts";

/** Receipts read, hashed and stored at once; a power of two, so that each slice is a subtree. */
export const SLICE_RECEIPTS = 1024;

export const sha256: Sha256 = (bytes) => hash("sha256", bytes, "buffer");

/**
 * Derives receipts with a secret of the survey: receipts of different people or surveys have
 * nothing in common, and without the installation's secret nobody can tell whose receipt one is.
 */
export function receiptsOf(sealer: Sealer, surveyId: number) {
  const secret = sealer.bytesFor(`receipts of survey ${surveyId}`);
  const derive = (text: string) => receiptOf(createHmac("sha256", secret).update(text).digest());
  return {
    /** Always the same for a voter, whatever the vote is for. */
    ofVoter: (voter: VoterId): string => derive(`voter ${voter}`),
    /** What a vote adds to tree heads: nobody without the secret can link it to its receipt. */
    leafOf: (voter: VoterId): string =>
      createHmac("sha256", secret).update(`leaf ${voter}`).digest("base64url").slice(0, 22),
    /** For a vote whose account was deleted before receipts existed: nobody was given it. */
    unclaimed: (number: number): string => derive(`unclaimed ${number}`),
  };
}

/** Checks seals with Node.js. */
export const nodeTools: Tools = {
  sha256,
  verify: async ({ kty, crv, x }, bytes, signature) => {
    try {
      const key = createPublicKey({ key: { kty, crv, x }, format: "jwk" });
      return verify(null, bytes, key, signature);
    } catch {
      // Somebody may have replaced the key with an invalid one.
      return false;
    }
  },
};
