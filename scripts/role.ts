import { Role } from "#contract/endpoints/moderation.ts";
import { readConfig } from "#server/config/config.ts";
import { databaseTime } from "#server/db/clock-offset.ts";
import { openDatabase } from "#server/db/open.ts";
import { setRole } from "#server/features/moderation/roles.writes.ts";
import { runCommand } from "./command.ts";

const command = {
  call: 'npm run role -- <nickname> moderator|admin|member ["<reason>"]',
  help: `Gives an account a role: moderators decide about what people report, admins may do the same,
member takes it back. The reason, if there is one, goes into the record of moderation, which only grows.
Beside a running server on PostgreSQL; on SQLite while none runs.`,
  accepts: ([, role, reason, ...more]: readonly string[]) =>
    Role.safeParse(role).success && reason?.trim() !== "" && more.length === 0,
};

await runCommand(command, async ({ positionals: [nickname = "", role, words = ""] }) => {
  const db = await openDatabase(readConfig(process.env));
  try {
    const given = { nickname: nickname.toLowerCase(), role: Role.parse(role), words };
    const changed = await setRole(db, given, (await databaseTime(db)()).time);
    if (!changed) throw new Error(`There is no account named ${nickname}.`);
    console.log(`${nickname} was ${changed.earlier} and is ${role} now.`);
  } finally {
    await db.close();
  }
});
