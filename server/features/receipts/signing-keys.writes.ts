import type { PublicKey } from "#contract/proof/sealed-results.ts";
import { attestationText } from "#contract/proof/signing-keys.ts";
import type { Database, Transaction } from "#server/db/database.ts";
import { transact } from "#server/db/transact.ts";
import type { SigningKey } from "./signing-key.ts";
import { readTrustedKeys } from "./signing-keys.reads.ts";

/** Makes the current key attest stored keys, which are then trusted and published (R440). */
export async function attestKeys(
  { query }: { query: Pick<Transaction, "insertInto"> },
  by: SigningKey,
  keyIds: readonly string[],
): Promise<void> {
  for (const key_id of keyIds) {
    const signature = by.sign(attestationText(key_id, by.publicKey.kid));
    await query
      .insertInto("key_attestations")
      .values({ key_id, attesting_key: by.publicKey.kid, signature })
      .onConflict((conflict) =>
        conflict.columns(["key_id", "attesting_key"]).doUpdateSet({ signature }),
      )
      .execute();
  }
}

/**
 * Links the current key to the one before, whose secret is still known: the earlier key signs the
 * current one, which attests the earlier one and all that it trusted.
 */
export async function continueFrom(
  db: Database,
  earlier: SigningKey,
  current: SigningKey,
): Promise<PublicKey[]> {
  const keys = await readTrustedKeys(db, earlier.publicKey);
  await transact(db, async (tx) => {
    for (const { publicKey } of [earlier, current]) {
      await tx
        .insertInto("signing_keys")
        .values({ key_id: publicKey.kid, x: publicKey.x })
        .onConflict((conflict) => conflict.doNothing())
        .execute();
    }
    const query = { query: tx };
    await attestKeys(query, earlier, [current.publicKey.kid]);
    await attestKeys(
      query,
      current,
      keys.map(({ kid }) => kid),
    );
  });
  return keys;
}
