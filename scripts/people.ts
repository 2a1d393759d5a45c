import { type Config, readConfig } from "#server/config/config.ts";
import { databaseTime } from "#server/db/clock-offset.ts";
import type { Database } from "#server/db/database.ts";
import { openDatabase } from "#server/db/open.ts";
import { FEATURES } from "#server/features/features.ts";
import {
  dropFactorsOf,
  exportPerson,
  findPeople,
  PEOPLE_FOUND,
} from "#server/features/moderation/people/people.writes.ts";
import { createToJson } from "#server/http/cache/answer-json.ts";
import { openMailboxes } from "#server/secret/pseudonyms.ts";
import { createSealer } from "#server/secret/sealer.ts";
import { readSecret } from "#server/secret/secret-file.ts";
import { runCommand } from "./command.ts";

const VERBS = ["find", "export", "second-factor"];

const command = {
  call: 'npm run people -- find <text> "<reason>" | export <nickname> "<reason>" | second-factor <nickname> "<reason>"',
  help: `find lists accounts by a part of their name, nickname or e-mail address, with what is known about them,
at most ${PEOPLE_FOUND}. export prints the download of an account as JSON, without what its owner voted for.
second-factor removes the codes, passkeys and recovery codes of an account whose owner has lost them; the password
stays. The reason goes into the record of moderation, which only grows. Beside a running server on PostgreSQL; on
SQLite while none runs.`,
  accepts: ([verb = "", text, reason, ...more]: readonly string[]) =>
    VERBS.includes(verb) && Boolean(text?.trim() && reason?.trim()) && more.length === 0,
};

await runCommand(command, async ({ positionals: [verb, text = "", words = ""] }) => {
  const config = readConfig(process.env);
  const db = await openDatabase(config);
  try {
    const now = (await databaseTime(db)()).time;
    if (verb === "find") {
      const people = await findPeople(db, { text, words }, now);
      if (people.length === 0) throw new Error(`There is no account with ${text}.`);
      for (const person of people) console.log(JSON.stringify(person));
      return;
    }
    if (verb === "export") {
      const pieces = await exportPerson(
        await contextOf(config, db, now),
        { nickname: text.toLowerCase(), words },
        now,
      );
      if (!pieces) throw new Error(`There is no account named ${text}.`);
      for await (const piece of pieces) process.stdout.write(piece);
      process.stdout.write("\n");
      return;
    }
    const dropped = await dropFactorsOf(db, { nickname: text.toLowerCase(), words }, now);
    if (dropped === undefined) throw new Error(`There is no account named ${text}.`);
    console.log(
      dropped ? `${text} signs in with the password alone now.` : `${text} has no second factor.`,
    );
  } finally {
    await db.close();
  }
});

async function contextOf(config: Config, db: Database, now: number) {
  const secret = await readSecret(config);
  if (!secret) throw new Error("The installation has no secret yet.");
  // Without it nobody is an adult, and surveys for adults would be missing.
  db.calendar.follow({ now: () => now });
  return {
    ...{ db, features: FEATURES, mailboxes: await openMailboxes(config) },
    ...{ sealer: createSealer(secret), toJson: createToJson(config.imageBaseUrl) },
  };
}
