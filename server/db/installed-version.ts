import type { Database } from "./database.ts";

const NAME = "version";

/**
 * Records this version as the installation's. After an upgrade, returns a line that names the
 * release notes; undefined for a new installation, for the same version, and after going back to an
 * earlier one.
 */
export async function recordVersion(
  { query }: Database,
  current: string,
): Promise<string | undefined> {
  const row = await query
    .selectFrom("installation")
    .select("value")
    .where("name", "=", NAME)
    .executeTakeFirst();
  if (row && !isNewer(current, row.value)) return undefined;
  const isUsed = row ?? (await query.selectFrom("users").select("id").limit(1).executeTakeFirst());
  await query
    .insertInto("installation")
    .values({ name: NAME, value: current })
    .onConflict((conflict) => conflict.column("name").doUpdateSet({ value: current }))
    .execute();
  return isUsed && upgradeLine(current);
}

export const upgradeLine = (current: string): string =>
  `Upgraded to ${current}: CHANGELOG.md says under "Before you upgrade" what changes for people and operators.`;

function isNewer(one: string, other: string): boolean {
  const [a, b] = [one, other].map((text) => text.split(".").map(Number));
  const at = a?.findIndex((number, i) => number !== b?.[i]) ?? -1;
  return at >= 0 && (a?.[at] ?? 0) > (b?.[at] ?? 0);
}
