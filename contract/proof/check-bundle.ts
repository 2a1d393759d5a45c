import * as z from "zod";
import { checkReceipts, checkSignature, type Finding, type Tools } from "./check-seal.ts";
import { Bundle } from "./sealed-results.ts";
import { PublishedKey } from "./signing-keys.ts";

/** Checks that nothing in a bundle has changed since it was signed. Returns what is wrong. */
export async function checkBundle(bundle: unknown, tools: Tools): Promise<Finding[]> {
  const parsed = Bundle.safeParse(bundle);
  if (!parsed.success) return ["unreadable"];
  const { receipts, ...signed } = parsed.data;
  return [
    ...(await checkSignature(signed, tools)),
    ...(await checkReceipts(signed.document, [receipts], tools)),
  ];
}

/** The response of `/.well-known/kanaat-signing-key`, a JSON Web Key Set: the current key first. */
export const KeySet = z.object({ keys: z.array(PublishedKey).min(1) });
