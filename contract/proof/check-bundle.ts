import * as z from "zod";
import { checkReceipts, checkSignature, type Finding, type Tools } from "./check-seal.ts";
import { Bundle } from "./sealed-results.ts";

/** Whether nothing in a bundle was changed since it was signed: what does not fit, or nothing. */
export async function checkBundle(bundle: unknown, tools: Tools): Promise<Finding[]> {
  const parsed = Bundle.safeParse(bundle);
  if (!parsed.success) return ["unreadable"];
  const { receipts, ...signed } = parsed.data;
  return [
    ...(await checkSignature(signed, tools)),
    ...(await checkReceipts(signed.document, [receipts], tools)),
  ];
}

/** What `/.well-known/kanaat-signing-key` answers, as a JSON Web Key Set: the present key first. */
export const KeySet = z.object({
  keys: z
    .array(z.object({ kty: z.literal("OKP"), crv: z.literal("Ed25519"), x: z.string() }))
    .min(1),
});
