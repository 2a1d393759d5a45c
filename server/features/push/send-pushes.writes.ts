import { type Selectable, type SqlBool, sql } from "kysely";
import { DAY_MS, HOUR_MS, MINUTE_MS } from "#contract/durations.ts";
import { PushKind } from "#contract/endpoints/push.ts";
import type { Database } from "#server/db/database.ts";
import type { Tables } from "#server/db/tables/tables.ts";
import { dayInTurkey, hourInTurkey, nextDayInTurkey } from "#server/db/timestamps.ts";
import {
  isToldAt,
  notificationVisibleTo,
} from "#server/features/notifications/notifications.reads.ts";
import { findFeatured } from "#server/features/surveys/featured-survey.reads.ts";
import type { SurveyRow } from "#server/features/surveys/survey-access.reads.ts";
import { hasVoted, voterOfAccount } from "#server/features/voters/voters.reads.ts";
import { readVeils } from "#server/http/identity/veils.reads.ts";
import { hiddenBehind } from "#server/http/identity/viewer.ts";
import type { PushService } from "./push-delivery.ts";
import { type PushNews, wordsOf } from "./push-words.ts";

/** Messages a day to a browser that did not choose more. */
const DAILY_MAX = 2;
/** Hours in Türkiye. */
const MORNING = 8;
const NOON = 12;
const NIGHT = 22;
const AT_ONCE = 10;
/** When a subscription is looked at again whose server was killed meanwhile. */
const LEASE_MS = 5 * MINUTE_MS;
const LONGEST_PAUSE_MS = HOUR_MS;
/** In a row; with the pauses above some days. */
const FAILURES_MAX = 100;

interface Parts {
  db: Database;
  service: PushService;
  /** content/featured.json */
  featuredFile: string;
}

interface Turn {
  now: number;
  signal: AbortSignal;
}

type Subscription = Selectable<Tables["push_subscriptions"]>;

/**
 * Sends what subscribed browsers have chosen: the day's question from noon on, and notifications of
 * the last day that were not read. Nothing is sent twice, even where a server is killed meanwhile;
 * what a push service did not accept is tried again. Reads only subscriptions that wait for
 * something (ADR-068).
 */
export async function sendPushes(parts: Parts, turn: Turn): Promise<void> {
  const { db, featuredFile } = parts;
  const { now } = turn;
  const { delay, settle, deliver } = deliveries(parts, now);
  await forEachDue(turn, wakingAt(db, now), async (one) => {
    const from = Math.max(one.due_at, welcomeFrom(one, now));
    if (from > now) return void (await delay(one, from));
    // Before its news are read: those that come later wake it again.
    const claimed = now + LEASE_MS;
    if (!(await delay(one, claimed))) return;
    const found = await newsFor(db, one, now);
    if (found) await deliver(one, found.news, { sent_through: found.through });
    await settle(one, claimed);
  });
  const hour = hourInTurkey(now);
  if (hour < NOON || hour >= NIGHT) return;
  const survey = await findFeatured(db, featuredFile, now);
  if (!survey) return;
  await forEachDue(turn, awaitingQuestion(db, now), async (one) => {
    const mark = { question_day: dayInTurkey(now) };
    const shown =
      welcomeFrom(one, now) <= now ? await questionFor(parts, survey, one, now) : undefined;
    if (!shown) return void (await change(db, one, mark));
    const { id: surveyId, question } = shown;
    await deliver(one, { kind: "question", count: 1, surveyId, question, actor: null }, mark);
  });
}

/**
 * The day's question as the site shows it to somebody: by nobody whom a block or a mute hides from
 * them. Undefined where there is none, or they have voted on it.
 */
async function questionFor(
  { db, featuredFile }: Parts,
  survey: SurveyRow,
  { user_id }: Subscription,
  now: number,
): Promise<SurveyRow | undefined> {
  const veil = (await readVeils(db, [{ user_id, role: "member" }])).get(user_id);
  const hidden = hiddenBehind(veil);
  const shown = hidden.includes(survey.owner_id)
    ? await findFeatured(db, featuredFile, now, hidden)
    : survey;
  return shown && !(await hasVoted(db, shown.id, voterOfAccount(user_id))) ? shown : undefined;
}

/** In slices, until none is left; `act` must make a subscription no longer due. */
async function forEachDue(
  { signal }: Turn,
  read: () => Promise<Subscription[]>,
  act: (one: Subscription) => Promise<void>,
): Promise<void> {
  for (let isFull = true; isFull && !signal.aborted; ) {
    const due = await read();
    await Promise.all(due.map(act));
    isFull = due.length === AT_ONCE;
  }
}

const subscriptions = ({ query }: Database) =>
  query
    .selectFrom("push_subscriptions")
    .select(["id", "session_hash", "user_id", "endpoint", "p256dh", "auth", "kinds"])
    .select(["at_any_time", "created_at", "sent_through", "day", "sent_on_day"])
    .select(["question_day", "due_at", "failures", "wakes_at"])
    .limit(AT_ONCE);

const wakingAt = (db: Database, now: number) => () =>
  subscriptions(db).where("wakes_at", "<=", now).orderBy("wakes_at").execute();

/** The condition on `kinds` is that of the index. */
const awaitingQuestion = (db: Database, now: number) => () =>
  subscriptions(db)
    .where(sql<SqlBool>`kinds like '%question%'`)
    .where("question_day", "<", dayInTurkey(now))
    .where("due_at", "<=", now)
    .orderBy("question_day")
    .execute();

/** From when on a browser may be sent something, by the hour and by what it was sent today. */
function welcomeFrom(one: Subscription, now: number): number {
  if (one.at_any_time === 1) return now;
  const hour = hourInTurkey(now);
  const tomorrow = nextDayInTurkey(now);
  const hasEnough = one.day === dayInTurkey(now) && one.sent_on_day >= DAILY_MAX;
  if (hasEnough || hour >= NIGHT) return tomorrow + MORNING * HOUR_MS;
  return hour < MORNING ? tomorrow - DAY_MS + MORNING * HOUR_MS : now;
}

/** The notifications that a browser has chosen and was not sent, as one message; or undefined. */
async function newsFor(
  db: Database,
  one: Subscription,
  now: number,
): Promise<{ news: PushNews; through: number } | undefined> {
  const kinds = PushKind.exclude(["question"]).options.filter((kind) =>
    one.kinds.split(",").includes(kind),
  );
  if (kinds.length === 0) return undefined;
  const rows = await db.query
    .selectFrom("notifications")
    .leftJoin("surveys", "surveys.id", "notifications.survey_id")
    .leftJoin("users", "users.id", "notifications.actor_id")
    .select(["notifications.id", "kind", "survey_id", "question", "nickname"])
    .where("notifications.user_id", "=", one.user_id)
    .where("notifications.id", ">", one.sent_through)
    .where("read_at", "is", null)
    .where("notifications.created_at", ">", now - DAY_MS)
    .where("kind", "in", kinds)
    .where(notificationVisibleTo(db, one.user_id))
    .where(isToldAt(db, now))
    .orderBy("notifications.id", "desc")
    .execute();
  const [last] = rows;
  if (!last) return undefined;
  const { survey_id: surveyId, question, nickname: actor } = last;
  const kind = PushKind.parse(last.kind);
  const news = { kind, count: rows.length, surveyId, question, actor };
  return { news, through: last.id };
}

/** What is done with a subscription of a round. */
function deliveries({ db, service }: Parts, now: number) {
  const today = dayInTurkey(now);
  const wake = (one: Subscription, seen: number | null, wakes_at: number | null) =>
    db.query
      .updateTable("push_subscriptions")
      .set({ wakes_at })
      .where("id", "=", one.id)
      .where("wakes_at", "=", seen)
      .executeTakeFirstOrThrow()
      .then(({ numUpdatedRows }) => numUpdatedRows > 0n);

  return {
    /** Has it looked at later; false where something has woken it meanwhile. */
    delay: (one: Subscription, until: number) => wake(one, one.wakes_at, until),
    /** Has it looked at no more, unless something has woken it since it was claimed. */
    settle: (one: Subscription, claimed: number) => wake(one, claimed, null),

    async deliver(one: Subscription, news: PushNews, mark: Partial<Subscription>): Promise<void> {
      const sent = one.day === today ? one.sent_on_day : 0;
      const after = { ...mark, day: today, sent_on_day: sent + 1 };
      // Before it is sent: a server that is killed in between then sends nothing twice.
      if (!(await change(db, one, after))) return;
      const outcome = await service.send(one, wordsOf(news));
      const marked = { ...one, ...after };
      if (outcome === "sent") {
        if (one.failures > 0) await change(db, marked, { failures: 0 });
      } else if (outcome === "gone" || one.failures >= FAILURES_MAX) {
        await db.query.deleteFrom("push_subscriptions").where("id", "=", one.id).execute();
      } else {
        const { sent_through, question_day, day, sent_on_day, failures } = one;
        const due_at = now + Math.min(MINUTE_MS * 2 ** failures, LONGEST_PAUSE_MS);
        const before = { sent_through, question_day, day, sent_on_day };
        const retry = { due_at, wakes_at: due_at, failures: failures + 1 };
        await change(db, marked, { ...before, ...retry });
      }
    },
  };
}

/** Whether what the subscription was sent was still as in `seen`, and now is as in `after`. */
async function change(
  db: Database,
  seen: Subscription,
  after: Partial<Subscription>,
): Promise<boolean> {
  const { numUpdatedRows } = await db.query
    .updateTable("push_subscriptions")
    .set(after)
    .where("id", "=", seen.id)
    .where("sent_through", "=", seen.sent_through)
    .where("question_day", "=", seen.question_day)
    .where("sent_on_day", "=", seen.sent_on_day)
    .executeTakeFirstOrThrow();
  return numUpdatedRows > 0n;
}
