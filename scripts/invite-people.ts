import { DAY_MS } from "#contract/durations.ts";
import { readConfig } from "#server/config/config.ts";
import { databaseTime } from "#server/db/clock-offset.ts";
import { openDatabase } from "#server/db/open.ts";
import { listRegistrationLinks } from "#server/features/accounts/registration-links.writes.ts";
import { endLink, makeLink } from "#server/features/moderation/people/registration-links.writes.ts";
import { runCommand } from "./command.ts";

const command = {
  call: 'npm run invite-people -- --uses 30 --days 14 "<what it is for>" | --list | --end <number>',
  help: `Makes a link by which so many people can register within so many days, where
REGISTRATION=invited; prints it once and records what it is for. --list lists all links with how often each was used, --end ends
one. Beside a running server on PostgreSQL; on SQLite while none runs.`,
  options: {
    uses: { type: "string" },
    days: { type: "string" },
    list: { type: "boolean" },
    end: { type: "string" },
  },
  accepts: (names: readonly string[], given: Readonly<Record<string, unknown>>) => {
    if (given.list || given.end)
      return names.length === 0 && (given.list === true || isCount(given.end));
    return names.length === 1 && isCount(given.uses) && isCount(given.days);
  },
} as const;

const isCount = (text: unknown): boolean => /^[1-9]\d{0,5}$/.test(String(text));

const dayOf = (time: number): string => new Date(time).toISOString().slice(0, 10);

await runCommand(command, async ({ positionals: [words = ""], values }) => {
  const config = readConfig(process.env);
  const db = await openDatabase(config);
  try {
    const now = (await databaseTime(db)()).time;
    if (values.list) return await list(now);
    if (values.end) {
      if (await endLink(db, Number(values.end), now))
        return console.log(`Link ${values.end} has ended.`);
      throw new Error(`There is no open link with the number ${values.end}.`);
    }
    const [uses, endsAt] = [Number(values.uses), now + Number(values.days) * DAY_MS];
    const { id, code } = await makeLink(db, { uses, endsAt, words }, now);
    const site = config.publicUrl ?? `http://localhost:${config.port}`;
    console.log(`Link ${id}, for ${uses} people until ${dayOf(endsAt)}:`);
    console.log(`${site}/register?davet=${code}`);
    if (config.registration !== "invited")
      console.log(`REGISTRATION is ${config.registration}: nobody needs the link.`);
  } finally {
    await db.close();
  }

  async function list(now: number) {
    for (const { id, uses, used, words, ends_at } of await listRegistrationLinks(db)) {
      const state = ends_at > now ? `until ${dayOf(ends_at)}` : "ended";
      console.log(`${id}  ${used} of ${uses} used, ${state}  ${words}`);
    }
  }
});
