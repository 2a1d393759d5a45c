import { createHmac, createPublicKey, hash, verify } from "node:crypto";
import type { Tools } from "#contract/proof/check-seal.ts";
import type { Sha256 } from "#contract/proof/merkle-tree.ts";
import { receiptOf } from "#contract/proof/receipt-codes.ts";
import type { Sealer } from "#server/secret/sealer.ts";

/** How many receipts are read, hashed and stored at once; a power of two: each slice is a subtree. */
export const SLICE_RECEIPTS = 1024;

export const sha256: Sha256 = (bytes) => hash("sha256", bytes, "buffer");

/**
 * Derives receipts with a secret of the survey: what is not the same person's or survey's has nothing in
 * common, and without the installation's secret nobody can tell whose one is.
 */
export function receiptsOf(sealer: Sealer, surveyId: number) {
  const secret = sealer.bytesFor(`receipts of survey ${surveyId}`);
  const derive = (text: string) => receiptOf(createHmac("sha256", secret).update(text).digest());
  return {
    /** The same for a voter whenever it is asked for, and whatever the vote is for. */
    ofVoter: (userId: number): string => derive(`voter ${userId}`),
    /** Of a vote whose account was deleted before there were receipts: nobody was given it. */
    unclaimed: (number: number): string => derive(`unclaimed ${number}`),
  };
}

/** What seals are checked with, by Node.js. */
export const nodeTools: Tools = {
  sha256,
  verify: async ({ kty, crv, x }, bytes, signature) => {
    try {
      const key = createPublicKey({ key: { kty, crv, x }, format: "jwk" });
      return verify(null, bytes, key, signature);
    } catch {
      // Whoever changed a key may have left none.
      return false;
    }
  },
};
