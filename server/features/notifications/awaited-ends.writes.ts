import { setImmediate as yieldToEventLoop } from "node:timers/promises";
import { sql } from "kysely";
import { AWAITED_ENDS_MAX } from "#contract/limits.ts";
import type { AppContext } from "#server/app-context.ts";
import { idRows } from "#server/db/bulk.ts";
import type { Database, Transaction } from "#server/db/database.ts";
import { transact, withRetry } from "#server/db/transact.ts";
import { ApiError } from "#server/errors.ts";
import {
  hasEndedAt,
  isClosed,
  isDraft,
  PUBLISHED,
  visibleTo,
} from "#server/features/visibility/visibility.reads.ts";
import type { Letter } from "#server/mail/letter.ts";
import type { Postage } from "#server/mail/letter-limits.ts";
import { findRecipient } from "#server/mail/recipients.reads.ts";
import { type Words, words } from "#server/mail/words.ts";
import { createNotifications } from "./notifications.writes.ts";

interface Waiting {
  userId: number;
  surveyId: number;
}

/**
 * Notifies a person of a survey's end, once it has come. Throws `survey_not_found`,
 * `survey_not_published`, `survey_ended` or `awaited_ends_limit`.
 */
export async function awaitEnd(
  db: Database,
  { userId, surveyId }: Waiting,
  now: number,
): Promise<void> {
  await transact(db, async (tx) => {
    // Locked until the commit, as when the survey's people are notified: nobody comes too late.
    const survey = await tx
      .selectFrom("surveys")
      .select(["visibility", "start_time", "expire_time", "seal_state"])
      .where("id", "=", surveyId)
      .where(visibleTo(db, userId))
      .modifyEnd(db.forUpdate)
      .executeTakeFirst();
    if (!survey) throw new ApiError("survey_not_found");
    if (isDraft(survey)) throw new ApiError("survey_not_published");
    if (isClosed(survey, now)) throw new ApiError("survey_ended");
    await tx
      .insertInto("awaited_ends")
      .values({ survey_id: surveyId, user_id: userId, created_at: now })
      .onConflict((conflict) => conflict.doNothing())
      .execute();
    const { waiting } = await tx
      .selectFrom("awaited_ends")
      .select(({ fn }) => fn.countAll<number>().as("waiting"))
      .where("user_id", "=", userId)
      .executeTakeFirstOrThrow();
    if (Number(waiting) > AWAITED_ENDS_MAX) throw new ApiError("awaited_ends_limit");
  });
}

export async function stopAwaitingEnd(db: Database, { userId, surveyId }: Waiting): Promise<void> {
  const mine = db.query
    .deleteFrom("awaited_ends")
    .where("survey_id", "=", surveyId)
    .where("user_id", "=", userId);
  await withRetry(db, () => mine.execute());
}

/** What letters are sent with. */
export type Post = Pick<AppContext, "mail" | "letterLimits">;

interface Ended {
  kind: "ended";
  surveyId: number;
  now: number;
}

const PEOPLE_AT_ONCE = 100;

/**
 * Notifies everyone who waits for a survey's end, with `post` by letter too where their address is
 * verified, and forgets that they waited, in slices. Concurrent calls notify each person once.
 */
export async function notifyWaiting(
  db: Database,
  event: Ended,
  stop: AbortSignal,
  post?: Post,
): Promise<void> {
  while (!stop.aborted) {
    const people = await db.query
      .selectFrom("awaited_ends")
      .select("user_id")
      .where("survey_id", "=", event.surveyId)
      .orderBy("user_id")
      .limit(PEOPLE_AT_ONCE)
      .execute();
    if (people.length === 0) return;
    const ids = people.map((person) => person.user_id);
    if (!(await notifySlice(db, event, ids, post))) return;
    // SQLite runs synchronously: requests get a turn only between slices.
    await yieldToEventLoop();
  }
}

/** Returns false where the end was postponed meanwhile, or others have notified them. */
async function notifySlice(
  db: Database,
  event: Ended,
  people: readonly number[],
  post: Post | undefined,
): Promise<boolean> {
  const { surveyId } = event;
  const readers = post?.mail.on ? await readersOfLetters(db, surveyId, people) : [];
  const postage = new Map<number, Postage | undefined>(
    await Promise.all(
      readers.map(async (id) => [id, await post?.letterLimits.askedFor(id)] as const),
    ),
  );
  return transact(db, async (tx) => {
    const notified = await forgetWaiting(db, tx, event, people);
    const recipients = notified.map((userId) => ({ userId, actorId: null }));
    await createNotifications(db, tx, recipients, { ...event, isAskedFor: true });
    for (const userId of notified) {
      const paid = postage.get(userId);
      if (!post || !paid) continue;
      const letter = endedLetter(post.mail.linkTo(words`/surveys/${surveyId}/results`));
      await post.mail.queue(tx, await findRecipient(tx, userId), letter, paid);
    }
    return notified.length > 0;
  });
}

/** Returns those of these people who still waited. */
async function forgetWaiting(
  db: Database,
  tx: Transaction,
  { surveyId, now }: Ended,
  people: readonly number[],
): Promise<number[]> {
  const { rows } = await sql<{ user_id: number }>`
    delete from awaited_ends where survey_id = ${surveyId}
      and user_id in (select id from ${idRows(db, people)})
      and exists (select 1 from surveys where surveys.id = ${surveyId} and ${hasEndedAt(now)})
    returning user_id`.execute(tx);
  return rows.map(({ user_id }) => user_id);
}

/** Those of these people who have proved their address, and may see the survey. */
async function readersOfLetters(
  db: Database,
  surveyId: number,
  people: readonly number[],
): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select users.id from users join surveys on surveys.id = ${surveyId}
    where users.id in (select id from ${idRows(db, people)})
      and email_verified_at is not null and ${PUBLISHED}
      and ${visibleTo(db, sql.ref<number>("users.id"))}`.execute(db.query);
  return rows.map(({ id }) => id);
}

/** Without the question, which is its owner's text (R404). */
const endedLetter = (url: Words): Letter => ({
  kind: "survey-ended",
  subject: words`Beklediğiniz anket sona erdi`,
  paragraphs: [
    words`Bitince haber vermemizi istediğiniz anket sona erdi. Sonucuna bakabilirsiniz.`,
  ],
  action: { label: words`Sonuçları Gör`, url },
  notes: [words`Bu e-posta bir kez gönderilir.`],
});
