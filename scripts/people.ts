import { ReportReason } from "#contract/endpoints/moderation.ts";
import { SUSPENSION_DAYS_MAX } from "#contract/limits.ts";
import { type Config, readConfig } from "#server/config/config.ts";
import { databaseTime } from "#server/db/clock-offset.ts";
import type { Database } from "#server/db/database.ts";
import { openDatabase } from "#server/db/open.ts";
import { FEATURES } from "#server/features/features.ts";
import type { PaidPost } from "#server/features/moderation/decision-letters.ts";
import {
  dropFactorsOf,
  exportPerson,
  findPeople,
  PEOPLE_FOUND,
} from "#server/features/moderation/people/people.writes.ts";
import {
  restoreFromShell,
  suspendFromShell,
} from "#server/features/moderation/people/shell-suspensions.writes.ts";
import { createToJson } from "#server/http/cache/answer-json.ts";
import { shellPostage } from "#server/mail/letter-limits.ts";
import { outboxOf } from "#server/mail/mail.ts";
import { openMailboxes } from "#server/secret/pseudonyms.ts";
import { createSealer } from "#server/secret/sealer.ts";
import { readSecret } from "#server/secret/secret-file.ts";
import { runCommand } from "./command.ts";

const VERBS = ["find", "export", "second-factor", "restore"];
const FOR_GOOD = "permanent";

const command = {
  call: 'npm run people -- find <text> "<reason>" | export <nickname> "<reason>" | second-factor <nickname> "<reason>" | suspend <nickname> <days>|permanent "<reason>" [--rule <rule>] | restore <nickname> "<reason>"',
  help: `find lists accounts by a part of their name, nickname or e-mail address, with what is known about them,
at most ${PEOPLE_FOUND}. export prints the download of an account as JSON, without what its owner voted for.
second-factor removes the codes, passkeys and recovery codes of an account whose owner has lost them; the password
stays. suspend does what a moderator's decision does, for 1 to ${SUSPENSION_DAYS_MAX} days or for good; restore takes back
all suspensions of an account. Their reason goes to the person too. --rule names the rule that was broken, by
default other: ${ReportReason.options.join(", ")}.
The reason goes into the record of moderation, which only grows. Beside a running server on PostgreSQL; on
SQLite while none runs.`,
  options: { rule: { type: "string" } },
  accepts: (
    [verb = "", name, ...rest]: readonly string[],
    { rule }: Readonly<Record<string, unknown>>,
  ) => {
    const reason = rest.at(-1);
    if (!name?.trim() || !reason?.trim()) return false;
    if (verb !== "suspend") return VERBS.includes(verb) && rest.length === 1 && rule === undefined;
    const isRule = rule === undefined || ReportReason.safeParse(rule).success;
    return rest.length === 2 && isLength(rest[0] ?? "") && isRule;
  },
} as const;

function isLength(length: string): boolean {
  return (
    length === FOR_GOOD || (/^[1-9]\d{0,2}$/.test(length) && Number(length) <= SUSPENSION_DAYS_MAX)
  );
}

await runCommand(command, async ({ values, positionals: [verb = "", text = "", ...rest] }) => {
  const config = readConfig(process.env);
  const db = await openDatabase(config);
  try {
    const now = (await databaseTime(db)()).time;
    const words = rest.at(-1) ?? "";
    const nickname = text.toLowerCase();
    const act = { text, nickname, words };
    if (verb === "find") await find(db, act, now);
    else if (verb === "export") await printExport(config, db, act, now);
    else if (verb === "second-factor") await dropFactors(db, act, now);
    else {
      const mail = outboxOf({ db, clock: { now: () => now, jumpMs: 0 }, config });
      const post = { mail, postage: shellPostage() };
      const reason = ReportReason.parse(values.rule ?? "other");
      if (verb === "suspend")
        await suspend(db, post, { ...act, reason, length: rest[0] ?? "" }, now);
      else await restore(db, post, act, now);
    }
  } finally {
    await db.close();
  }
});

interface Act {
  /** As typed. */
  text: string;
  nickname: string;
  words: string;
}

async function find(db: Database, { text, words }: Act, now: number) {
  const people = await findPeople(db, { text, words }, now);
  if (people.length === 0) throw new Error(`There is no account with ${text}.`);
  for (const person of people) console.log(JSON.stringify(person));
}

async function printExport(config: Config, db: Database, { nickname, words }: Act, now: number) {
  const pieces = await exportPerson(await contextOf(config, db, now), { nickname, words }, now);
  if (!pieces) throw unknown(nickname);
  for await (const piece of pieces) process.stdout.write(piece);
  process.stdout.write("\n");
}

async function dropFactors(db: Database, { nickname, words }: Act, now: number) {
  const dropped = await dropFactorsOf(db, { nickname, words }, now);
  if (dropped === undefined) throw unknown(nickname);
  console.log(
    dropped
      ? `${nickname} signs in with the password alone now.`
      : `${nickname} has no second factor.`,
  );
}

async function suspend(
  db: Database,
  post: PaidPost,
  { nickname, words, reason, length }: Act & { reason: ReportReason; length: string },
  now: number,
) {
  const days = length === FOR_GOOD ? undefined : Number(length);
  const done = await suspendFromShell(db, post, { nickname, reason, words, days }, now);
  if (!done) throw unknown(nickname);
  if (done === "staff")
    throw new Error(
      `${nickname} belongs to the staff. Take the role back first: npm run role -- ${nickname} member "<reason>"`,
    );
  console.log(`${nickname} is suspended ${days === undefined ? "for good" : `for ${days} days`}.`);
}

async function restore(db: Database, post: PaidPost, { nickname, words }: Act, now: number) {
  const count = await restoreFromShell(db, post, { nickname, words }, now);
  if (count === undefined) throw unknown(nickname);
  if (count === 0) throw new Error(`${nickname} is not suspended.`);
  console.log(`${nickname} is restored: ${count} suspensions were taken back.`);
}

function unknown(nickname: string): Error {
  return new Error(`There is no account named ${nickname}.`);
}

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
