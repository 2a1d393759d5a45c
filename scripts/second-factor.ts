import { readConfig } from "#server/config/config.ts";
import { openDatabase } from "#server/db/open.ts";
import { dropSecondFactorsOf } from "#server/features/sign-in/factors/factors.writes.ts";
import { runCommand } from "./command.ts";

const command = {
  call: "npm run second-factor -- drop <nickname>",
  help: `Removes the codes, passkeys and recovery codes of an account whose owner has lost them. The password
stays. Beside a running server on PostgreSQL; on SQLite while none runs.`,
  accepts: ([verb, ...names]: readonly string[]) => verb === "drop" && names.length === 1,
};

await runCommand(command, async ({ positionals: [, nickname = ""] }) => {
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
});
