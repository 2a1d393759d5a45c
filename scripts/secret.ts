import { readFile } from "node:fs/promises";
import { readConfig } from "#server/config/config.ts";
import { databaseTime } from "#server/db/clock-offset.ts";
import type { Database } from "#server/db/database.ts";
import { forgetSecret, openKnownSecret } from "#server/db/known-secret.ts";
import { openDatabase } from "#server/db/open.ts";
import { openSigningKey } from "#server/features/receipts/signing-key.ts";
import { listStoredKeys, readTrustedKeys } from "#server/features/receipts/signing-keys.reads.ts";
import { attestKeys, continueFrom } from "#server/features/receipts/signing-keys.writes.ts";
import { createSealer } from "#server/secret/sealer.ts";
import { runCommand } from "./command.ts";

const command = {
  call: "npm run secret -- replace | attest [<key id> …] [--earlier <file>]",
  help: `replace lets the database take another secret than the one it was first used with, when that is
lost. People who deleted an account can then vote again where they voted, codes of authenticator apps no
longer count, and receipts of votes in surveys that have not ended change. Stop all servers first.
attest signs earlier keys with the current one: only then are they published, and what they signed counts.
--earlier names a copy of the earlier secret, which proves its key and signs the current one in turn.
Otherwise give the ids of the keys, compared with a copy of them from outside of the database. Without
either it lists all keys that are stored.`,
  options: { earlier: { type: "string" } },
  accepts: ([act, ...keyIds]: readonly string[], { earlier }: Readonly<Record<string, unknown>>) =>
    act === "attest" ? !earlier || keyIds.length === 0 : act === "replace" && keyIds.length === 0,
} as const;

await runCommand(command, async ({ values: { earlier }, positionals: [act, ...keyIds] }) => {
  const config = readConfig(process.env);
  const db = await openDatabase(config);
  try {
    if (act === "replace") await replace(db);
    else await attest(db, await openKnownSecret(db, config), keyIds, earlier);
  } finally {
    await db.close();
  }
});

async function replace(db: Database): Promise<void> {
  await forgetSecret(db, (await databaseTime(db)()).time);
  console.log("The next server that starts stores its secret, which counts from then on.");
  console.log("Then run npm run secret -- attest, so that earlier seals still count.");
}

async function attest(
  db: Database,
  secret: string,
  keyIds: readonly string[],
  earlier: string | undefined,
): Promise<void> {
  const current = openSigningKey(createSealer(secret));
  const stored = await listStoredKeys(db);
  const unknown = keyIds.find((id) => !stored.some(({ key_id }) => key_id === id));
  if (unknown) throw new Error(`${unknown} is no key of this database.`);
  if (earlier) {
    const before = (await readFile(earlier, "utf8")).replace(/[\r\n]+$/, "");
    const key = openSigningKey(createSealer(before));
    if (!stored.some(({ key_id }) => key_id === key.publicKey.kid))
      throw new Error(`Nothing in this database was signed with the secret in ${earlier}.`);
    await continueFrom(db, key, current);
  } else await attestKeys(db, current, keyIds);
  const trusted = await readTrustedKeys(db, current.publicKey);
  const { kid } = current.publicKey;
  console.log(`${kid}  the current key`);
  for (const { key_id, seals } of await listStoredKeys(db)) {
    if (key_id === kid) continue;
    const isTrusted = trusted.some((key) => key.kid === key_id);
    console.log(`${key_id}  ${isTrusted ? "attested" : "NOT ATTESTED"}, ${seals} seals`);
  }
}
