import { readConfig } from "#server/config/config.ts";
import { version } from "#server/config/version.ts";
import { upgradeLine } from "#server/db/installed-version.ts";
import { migrate } from "#server/db/migrate.ts";
import { recordedMigrations } from "#server/db/migration-records.ts";
import { directly, openUnmigrated } from "#server/db/open.ts";
import { runCommand } from "./command.ts";

const command = {
  call: "npm run migrate",
  help: `Brings the database's tables up to date and prints what was done. Servers do it at their start too;
beforehand, a large database keeps nobody waiting who watches a server start.`,
};

await runCommand(command, async () => {
  const db = await openUnmigrated(directly(readConfig(process.env)));
  try {
    const before = new Set(await recordedMigrations(db));
    await migrate(db);
    const done = (await recordedMigrations(db)).filter((name) => !before.has(name));
    for (const name of done) console.log(name);
    console.log(
      done.length === 0 ? "The tables are up to date." : `${done.length} migrations done.`,
    );
    if (before.size > 0 && done.length > 0) console.log(upgradeLine(version.version));
  } finally {
    await db.close();
  }
});
