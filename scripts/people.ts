import { readConfig } from "#server/config/config.ts";
import { databaseTime } from "#server/db/clock-offset.ts";
import { openDatabase } from "#server/db/open.ts";
import {
  dropFactorsOf,
  findPeople,
  PEOPLE_FOUND,
} from "#server/features/moderation/people/people.writes.ts";
import { runCommand } from "./command.ts";

const VERBS = ["find", "second-factor"];

const command = {
  call: 'npm run people -- find <text> "<reason>" | second-factor <nickname> "<reason>"',
  help: `find lists accounts by a part of their name, nickname or e-mail address, with what is known about them,
at most ${PEOPLE_FOUND}. second-factor removes the codes, passkeys and recovery codes of an account whose owner has lost
them; the password stays. The reason goes into the record of moderation, which only grows. Beside a running
server on PostgreSQL; on SQLite while none runs.`,
  accepts: ([verb = "", text, reason, ...more]: readonly string[]) =>
    VERBS.includes(verb) && Boolean(text?.trim() && reason?.trim()) && more.length === 0,
};

await runCommand(command, async ({ positionals: [verb, text = "", words = ""] }) => {
  const db = await openDatabase(readConfig(process.env));
  try {
    const now = (await databaseTime(db)()).time;
    if (verb === "find") {
      const people = await findPeople(db, { text, words }, now);
      if (people.length === 0) throw new Error(`There is no account with ${text}.`);
      for (const person of people) console.log(JSON.stringify(person));
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
