import * as z from "zod";
import { Id } from "../shapes/shapes.ts";
import { SIGNATURE } from "./byte-texts.ts";
import { RECEIPT } from "./receipt-codes.ts";
import { PublicKey } from "./sealed-results.ts";

/**
 * A receipt as its voter can keep it: signed, it proves that a vote was stored under it. It does not
 * say when it was signed, so it shows to nobody when its vote was cast.
 */
export const SignedReceipt = z.strictObject({
  document: z.strictObject({
    format: z.literal("kanaat-receipt/1"),
    /** The thumbprint of the key that signed it (RFC 7638). */
    key_id: z.string(),
    survey_id: Id,
    receipt: z.string().regex(RECEIPT),
    /** Present where its voter could withdraw the vote until the end (R578). */
    vote_change: z.literal("until_end").optional(),
  }),
  /** Ed25519 over the UTF-8 bytes of the document's `canonicalJson`, base64url. */
  signature: z.string().regex(SIGNATURE),
  public_key: PublicKey,
});
export type SignedReceipt = z.infer<typeof SignedReceipt>;
