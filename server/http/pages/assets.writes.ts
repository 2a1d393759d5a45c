import type { Database } from "#server/db/database.ts";

/** A file that pages load; its name contains a hash of its content. */
interface Asset {
  name: string;
  content: Uint8Array;
  /** Whether `content` is compressed with Brotli. */
  compressed: boolean;
}

/** Records the start of a server with these assets, and returns the names that are not stored. */
export async function noteAssets(
  { query }: Database,
  names: readonly string[],
  now: number,
): Promise<string[]> {
  const there = await query
    .updateTable("assets")
    .set({ started_at: now })
    .where("name", "in", names)
    .returning("name")
    .execute();
  const known = new Set(there.map(({ name }) => name));
  return names.filter((name) => !known.has(name));
}

/** Stores an asset, unless another server has stored it meanwhile. */
export async function insertAsset({ query }: Database, asset: Asset, now: number): Promise<void> {
  await query
    .insertInto("assets")
    .values({ ...asset, compressed: Number(asset.compressed), started_at: now })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

export async function findAsset({ query }: Database, name: string): Promise<Asset | undefined> {
  const row = await query
    .selectFrom("assets")
    .select(["name", "content", "compressed"])
    .where("name", "=", name)
    .executeTakeFirst();
  return row && { ...row, compressed: row.compressed === 1 };
}

/** Deletes the assets that no server started since `before` uses. */
export async function deleteAssets({ query }: Database, before: number): Promise<void> {
  await query.deleteFrom("assets").where("started_at", "<", before).execute();
}
