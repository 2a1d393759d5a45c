// Lets somebody in again who has lost phone and recovery codes: removes codes and passkeys of an account.
//   npm run second-factor -- drop <nickname>
// The password stays. Beside a running server on PostgreSQL; on SQLite while none runs.
import { readConfig } from "#server/config.ts";
import { openDatabase } from "#server/db/open.ts";
import { dropSecondFactorsOf } from "#server/features/accounts/factors/factors.writes.ts";

const [command, nickname] = process.argv.slice(2);
if (command !== "drop" || !nickname) {
  throw new Error("Name an account: npm run second-factor -- drop <nickname>");
}
const db = await openDatabase(readConfig(process.env));
try {
  const dropped = await dropSecondFactorsOf(db, nickname.toLowerCase());
  if (dropped === undefined) throw new Error(`There is no account named ${nickname}.`);
  console.log(
    dropped
      ? `${nickname} signs in with the password alone now.`
      : `${nickname} has no second factor.`,
  );
} finally {
  await db.close();
}
