import { readConfig } from "#server/config/config.ts";
import { databaseTime } from "#server/db/clock-offset.ts";
import { forgetSecret } from "#server/db/known-secret.ts";
import { openDatabase } from "#server/db/open.ts";
import { runCommand } from "./command.ts";

const command = {
  call: "npm run secret -- replace",
  help: `Lets the database take another secret than the one it was first used with, when that is lost.
People who deleted an account can then vote again where they voted, codes of authenticator apps no
longer count, and receipts of votes in surveys that have not ended change. Stop all servers first.`,
  accepts: (names: readonly string[]) => names.join(" ") === "replace",
};

await runCommand(command, async () => {
  const db = await openDatabase(readConfig(process.env));
  try {
    await forgetSecret(db, (await databaseTime(db)()).time);
    console.log("The next server that starts stores its secret, which counts from then on.");
  } finally {
    await db.close();
  }
});
