import { readFile } from "node:fs/promises";
import { KeySet } from "#contract/proof/check-bundle.ts";
import { checkSignature, type Finding, type SignedDocument } from "#contract/proof/check-seal.ts";
import { keysAttestedFrom, type PublishedKey } from "#contract/proof/signing-keys.ts";
import { nodeTools } from "#server/features/receipts/receipts.ts";

/** What the caller knows of the site's key, from outside of the checked file. */
export interface Trust {
  keys?: PublishedKey[];
  pin?: string;
}

/** `key` names a file with the site's keys; `pin` is the thumbprint of one key. */
export async function readTrust(options: {
  key?: string | undefined;
  pin?: string | undefined;
}): Promise<Trust> {
  const { key, pin } = options;
  if (key === undefined) return pin === undefined ? {} : { pin };
  const { data } = KeySet.safeParse(await readJson(key));
  if (!data) throw new Error(`${key} contains no keys: download /.well-known/kanaat-signing-key.`);
  if (pin === undefined) return { keys: data.keys };
  return { keys: await keysAttestedFrom(data.keys, pin, nodeTools), pin };
}

/** Whether it is known whose signatures are accepted. */
export const isKnown = ({ keys, pin }: Trust): boolean => keys !== undefined || pin !== undefined;

/** Checks a signature and, where that is known, whose it is. */
export function checkSigned(signed: SignedDocument, { keys, pin }: Trust): Promise<Finding[]> {
  const pinned = pin === signed.public_key.kid ? [signed.public_key] : [];
  const trustedKeys = keys ?? (pin === undefined ? undefined : pinned);
  return checkSignature(signed, { ...nodeTools, trustedKeys });
}

export async function readJson(path: string): Promise<unknown> {
  const text = await readFile(path, "utf8");
  try {
    return JSON.parse(text);
  } catch (cause) {
    throw new Error(`${path} is not JSON.`, { cause });
  }
}
