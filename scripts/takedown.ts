import { ReportReason } from "#contract/endpoints/moderation.ts";
import { readConfig } from "#server/config/config.ts";
import { databaseTime } from "#server/db/clock-offset.ts";
import { openDatabase } from "#server/db/open.ts";
import { moveWithheld, storePlaceholder } from "#server/features/moderation/move-pictures.ts";
import { findTargets, putBack, takeDown } from "#server/features/moderation/takedown.writes.ts";
import { openImageStore } from "#server/images/store/open-store.ts";
import { shellPostage } from "#server/mail/letter-limits.ts";
import { outboxOf } from "#server/mail/mail.ts";
import { runCommand } from "./command.ts";

const command = {
  call: 'npm run takedown -- <address> <reason> "<words>" [--days <n>] [--case <year>/<number>] | <address> "<words>" --undo',
  help: `Hides a survey, by its address or that of one of its pictures, or suspends the person whose profile or
picture it is: for good, or for as many days as --days says. --undo takes that back.
--case names the legal request that it carries out. Reasons: ${ReportReason.options.join(", ")}.
The words go to the person and into the record of moderation, which only grows. Beside a running server on
PostgreSQL; on SQLite while none runs.`,
  storesPictures: true,
  options: {
    days: { type: "string" },
    case: { type: "string" },
    undo: { type: "boolean", default: false },
  },
  accepts: (names: readonly string[], given: Readonly<Record<string, unknown>>) => {
    const { days, undo, case: name } = given;
    const words = names.at(-1) ?? "";
    const isPlain = days === undefined && name === undefined;
    if (undo) return names.length === 2 && words.trim() !== "" && isPlain;
    if (name !== undefined && !/^\d{4}\/[1-9]\d*$/.test(`${name}`)) return false;
    const isDaysRight = days === undefined || /^[1-9]\d{0,3}$/.test(`${days}`);
    const isReason = ReportReason.safeParse(names[1]).success;
    return names.length === 3 && words.trim() !== "" && isDaysRight && isReason;
  },
} as const;

const nameOf = ({ kind, id }: { kind: string; id: number }) => `${kind} ${id}`;

await runCommand(command, async ({ values, positionals: [address = "", ...rest] }) => {
  const config = readConfig(process.env);
  const db = await openDatabase(config);
  try {
    const targets = await findTargets(db, address);
    if (targets.length === 0) throw new Error(`Nothing here has the address ${address}.`);
    const now = (await databaseTime(db)()).time;
    const words = rest.at(-1) ?? "";
    const mail = outboxOf({ db, clock: { now: () => now, jumpMs: 0 }, config });
    const parts = { db, images: await openImageStore(config) };
    const post = { mail, postage: shellPostage() };
    for (const target of targets) {
      if (values.undo) {
        const count = await putBack(db, post, { target, words }, now);
        if (count === 0) throw new Error(`${nameOf(target)} is not taken down.`);
        console.log(`${nameOf(target)}: ${count} decisions were taken back.`);
        continue;
      }
      const days = values.days === undefined ? undefined : Number(values.days);
      const reason = ReportReason.parse(rest[0]);
      const placeholder = target.kind === "survey" ? await storePlaceholder(parts) : undefined;
      const [year, number] = (values.case ?? "").split("/").map(Number);
      const request = year && number ? { year, number } : undefined;
      const act = { target, reason, words, days, placeholder, request };
      const done = await takeDown(db, post, act, now);
      if (!done) throw new Error(`There is no ${nameOf(target)}.`);
      const length = days === undefined ? "for good" : `for ${days} days`;
      const what = target.kind === "survey" ? "is hidden" : `is suspended ${length}`;
      console.log(`${nameOf(target)} of ${done.user.nickname} ${what}.`);
    }
    await moveWithheld(parts);
  } finally {
    await db.close();
  }
});
