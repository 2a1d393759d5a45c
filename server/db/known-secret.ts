import { createHmac, randomBytes } from "node:crypto";
import { openSecret, readSecret, type SecretLocation } from "#server/secret/secret-file.ts";
import type { Database } from "./database.ts";

const NAME = "secret";
const REPLACED = "secret replaced";

/**
 * The installation's secret; created where neither the folder nor the database knows one. Throws
 * where it is not the secret with which the database was first used, as with servers that each have
 * a folder of their own: marks, encrypted secrets and counters would be those of another
 * installation.
 */
export async function openKnownSecret(db: Database, where: SecretLocation): Promise<string> {
  const known = await readFingerprint(db);
  const secret = known === undefined ? await openSecret(where) : await readSecret(where);
  if (secret && known === undefined) await keepFingerprint(db, fingerprintOf(secret));
  // When servers with separate folders start at once, the first one's secret applies to all.
  if (secret && (await readFingerprint(db)) === fingerprintOf(secret)) return secret;
  throw new Error(wrongSecret(where, secret));
}

/**
 * The same, reading only: throws where the secret is missing or not the one of this database. Where
 * no server has opened the database yet, it returns one that nothing there can be signed with.
 */
export async function readKnownSecret(db: Database, where: SecretLocation): Promise<string> {
  const [known, secret] = [await readFingerprint(db), await readSecret(where)];
  if (known === undefined) return secret ?? randomBytes(32).toString("base64url");
  if (secret && known === fingerprintOf(secret)) return secret;
  throw new Error(wrongSecret(where, secret));
}

function wrongSecret(where: SecretLocation, secret: string | undefined): string {
  const found = where.markSecret ? "MARK_SECRET" : `kanaat.secret in ${where.dataDir}`;
  return (
    `${found} is ${secret ? "not the secret of this database" : "missing, and this database has one"}: ` +
    "copy kanaat.secret from another server's DATA_DIR or a backup, or give the same MARK_SECRET. " +
    "If it is lost permanently: npm run secret -- replace"
  );
}

/** Makes the database accept the secret of the next server that starts. */
export async function forgetSecret({ query }: Database, now: number): Promise<void> {
  await query.deleteFrom("installation").where("name", "=", NAME).execute();
  const value = new Date(now).toISOString();
  await query
    .insertInto("installation")
    .values({ name: REPLACED, value })
    .onConflict((conflict) => conflict.column("name").doUpdateSet({ value }))
    .execute();
}

/** When the secret was last replaced, ISO 8601; undefined where it is the first one. */
export const secretReplacedAt = (db: Database): Promise<string | undefined> =>
  readValue(db, REPLACED);

export const readFingerprint = (db: Database) => readValue(db, NAME);

async function readValue({ query }: Database, name: string): Promise<string | undefined> {
  const row = await query
    .selectFrom("installation")
    .select("value")
    .where("name", "=", name)
    .executeTakeFirst();
  return row?.value;
}

async function keepFingerprint({ query }: Database, value: string): Promise<void> {
  await query
    .insertInto("installation")
    .values({ name: NAME, value })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

/** What the database stores in place of a secret. */
export const fingerprintOf = (secret: string): string =>
  createHmac("sha256", secret).update("kanaat fingerprint").digest("base64url");
