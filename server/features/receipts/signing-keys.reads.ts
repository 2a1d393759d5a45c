import type { PublicKey } from "#contract/proof/sealed-results.ts";
import { isAttested, type PublishedKey } from "#contract/proof/signing-keys.ts";
import type { Database } from "#server/db/database.ts";
import { nodeTools } from "./receipts.ts";
import { publicKeyOf } from "./signing-key.ts";

const { verify = async () => false } = nodeTools;

interface StoredKey {
  key: PublicKey;
  attestations: NonNullable<PublishedKey["attestations"]>;
}

/**
 * Returns the key that is derived from the secret, and the earlier ones that it attests, with the
 * attestations among them. Other keys in the database are not trusted, since anyone who writes to
 * the database could have added them.
 */
export async function readTrustedKeys(
  db: Database,
  publicKey: PublicKey,
): Promise<[PublishedKey, ...PublishedKey[]]> {
  const stored = await readKeys(db);
  const earlier: StoredKey[] = [];
  for (const one of stored) {
    if (one.key.kid !== publicKey.kid && (await isVouchedFor(one, publicKey))) earlier.push(one);
  }
  const own = stored.find(({ key }) => key.kid === publicKey.kid)?.attestations ?? [];
  const byKid = new Map([publicKey, ...earlier.map(({ key }) => key)].map((key) => [key.kid, key]));
  const published = async ({ key, attestations }: StoredKey): Promise<PublishedKey> => {
    const valid: StoredKey["attestations"] = [];
    for (const { by, signature } of attestations) {
      const signer = byKid.get(by);
      if (signer && (await isAttested(key.kid, signer, signature, verify)))
        valid.push({ by, signature });
    }
    return valid.length > 0 ? { ...key, attestations: valid } : key;
  };
  return [
    await published({ key: publicKey, attestations: own }),
    ...(await Promise.all(earlier.map(published))),
  ];
}

async function isVouchedFor({ key, attestations }: StoredKey, by: PublicKey): Promise<boolean> {
  const own = attestations.find((one) => one.by === by.kid);
  return own !== undefined && isAttested(key.kid, by, own.signature, verify);
}

/** Reads all keys, trusted or not, except those stored under another name than their own. */
async function readKeys({ query }: Database): Promise<StoredKey[]> {
  const keys = await query
    .selectFrom("signing_keys")
    .select(["key_id", "x"])
    .orderBy("key_id")
    .execute();
  const attestations = await query
    .selectFrom("key_attestations")
    .select(["key_id", "attesting_key as by", "signature"])
    .orderBy("attesting_key")
    .execute();
  const ofKey = Map.groupBy(attestations, ({ key_id }) => key_id);
  return keys
    .map(({ key_id, x }) => ({
      key_id,
      key: publicKeyOf(x),
      attestations: (ofKey.get(key_id) ?? []).map(({ by, signature }) => ({ by, signature })),
    }))
    .filter(({ key_id, key }) => key.kid === key_id);
}

/** Returns all keys that are stored, with the number of seals that name each. */
export async function listStoredKeys({
  query,
}: Database): Promise<{ key_id: string; seals: number }[]> {
  return query
    .selectFrom("signing_keys")
    .leftJoin("seals", "seals.key_id", "signing_keys.key_id")
    .select("signing_keys.key_id")
    .select(({ fn }) => fn.count<number>("seals.survey_id").as("seals"))
    .groupBy("signing_keys.key_id")
    .orderBy("signing_keys.key_id")
    .execute();
}
