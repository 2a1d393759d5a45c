import { type SqlBool, sql } from "kysely";
import { DAY_MS, HOUR_MS, MINUTE_MS } from "#contract/durations.ts";
import { PushKind } from "#contract/endpoints/push.ts";
import type { Database } from "#server/db/database.ts";
import { dayInTurkey, hourInTurkey } from "#server/db/timestamps.ts";
import { notificationVisibleTo } from "#server/features/notifications/notifications.reads.ts";
import { findFeatured } from "#server/features/surveys/featured-survey.reads.ts";
import { hasVoted, voterOfAccount } from "#server/features/voters/voters.reads.ts";
import type { PushService } from "./push-delivery.ts";
import { type PushNews, wordsOf } from "./push-words.ts";

/** Messages a day to a browser that did not choose more. */
const DAILY_MAX = 2;
/** Hours in Türkiye. */
const MORNING = 8;
const NOON = 12;
const NIGHT = 22;
const AT_ONCE = 10;
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

interface Subscription {
  id: number;
  user_id: number;
  endpoint: string;
  p256dh: string;
  auth: string;
  kinds: string;
  sent_through: number;
  day: string;
  sent_on_day: number;
  question_day: string;
  failures: number;
}

/** What a subscription is sent next, and what it is no longer sent from then on. */
interface Next {
  news: PushNews | undefined;
  mark: Partial<Pick<Subscription, "sent_through" | "question_day">>;
}

/**
 * Sends what subscribed browsers have chosen: the day's question from noon on, and notifications of
 * the last day that were not read. Nothing is sent twice, even where a server is killed meanwhile;
 * what a push service did not accept is tried again.
 */
export async function sendPushes(parts: Parts, turn: Turn): Promise<void> {
  const { db, featuredFile } = parts;
  const { now } = turn;
  await sendToAll(parts, turn, hasNews(now), (one) => newsFor(db, one, now));
  const hour = hourInTurkey(now);
  if (hour < NOON || hour >= NIGHT) return;
  const survey = await findFeatured(db, featuredFile, now);
  if (!survey) return;
  const mark = { question_day: dayInTurkey(now) };
  await sendToAll(parts, turn, awaitsQuestion(mark.question_day), async ({ user_id }) => {
    if (await hasVoted(db, survey.id, voterOfAccount(user_id))) return { news: undefined, mark };
    const { id: surveyId, question } = survey;
    return { news: { kind: "question", count: 1, surveyId, question, actor: null }, mark };
  });
}

/** Whether a subscription has chosen a kind, in a query on subscriptions. */
const hasChosen = (kind: ReturnType<typeof sql>) =>
  sql`(',' || push_subscriptions.kinds || ',') like ('%,' || ${kind} || ',%')`;

const awaitsQuestion = (today: string) =>
  sql<SqlBool>`(question_day <> ${today} and ${hasChosen(sql`'question'`)})`;

const hasNews = (now: number) => sql<SqlBool>`exists (
  select 1 from notifications left join surveys on surveys.id = notifications.survey_id
  where notifications.user_id = push_subscriptions.user_id
    and notifications.id > push_subscriptions.sent_through
    and read_at is null and notifications.created_at > ${now - DAY_MS}
    and ${hasChosen(sql`notifications.kind`)}
    and ${notificationVisibleTo(sql.ref<number>("push_subscriptions.user_id"))})`;

async function newsFor(db: Database, one: Subscription, now: number): Promise<Next> {
  const kinds = PushKind.exclude(["question"]).options.filter((kind) =>
    one.kinds.split(",").includes(kind),
  );
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
    .where(notificationVisibleTo(one.user_id))
    .orderBy("notifications.id", "desc")
    .execute();
  const [last] = rows;
  if (!last) return { news: undefined, mark: {} };
  const { survey_id: surveyId, question, nickname: actor } = last;
  const kind = PushKind.parse(last.kind);
  const news = { kind, count: rows.length, surveyId, question, actor };
  return { news, mark: { sent_through: last.id } };
}

/** Sends to every subscription for which `isDue` holds and that may be sent something now. */
async function sendToAll(
  { db, service }: Parts,
  { now, signal }: Turn,
  isDue: ReturnType<typeof sql<SqlBool>>,
  nextFor: (one: Subscription) => Promise<Next>,
): Promise<void> {
  const today = dayInTurkey(now);
  const hour = hourInTurkey(now);
  const isNight = hour < MORNING || hour >= NIGHT;
  const isWelcome = sql<SqlBool>`(at_any_time = 1 or (${sql.lit(isNight ? 0 : 1)} = 1
    and (day <> ${today} or sent_on_day < ${DAILY_MAX})))`;
  for (let after = 0; !signal.aborted; ) {
    const due = await db.query
      .selectFrom("push_subscriptions")
      .select(["id", "user_id", "endpoint", "p256dh", "auth", "kinds", "sent_through", "day"])
      .select(["sent_on_day", "question_day", "failures"])
      .where("id", ">", after)
      .where("due_at", "<=", now)
      .where(isWelcome)
      .where(isDue)
      .orderBy("id")
      .limit(AT_ONCE)
      .execute();
    await Promise.all(due.map(async (one) => sendTo(one, await nextFor(one))));
    after = due.at(-1)?.id ?? after;
    if (due.length < AT_ONCE) return;
  }

  async function sendTo(one: Subscription, { news, mark }: Next): Promise<void> {
    const sent = one.day === today ? one.sent_on_day : 0;
    const after = { ...mark, ...(news && { day: today, sent_on_day: sent + 1 }) };
    // Before it is sent: a server that is killed in between then sends nothing twice.
    if (!(await change(one, one, after)) || !news) return;
    const outcome = await service.send(one, wordsOf(news));
    const marked = { ...one, ...after };
    if (outcome === "sent") {
      if (one.failures > 0) await change(one, marked, { failures: 0 });
    } else if (outcome === "gone" || one.failures >= FAILURES_MAX) {
      await db.query.deleteFrom("push_subscriptions").where("id", "=", one.id).execute();
    } else {
      const { sent_through, question_day, day, sent_on_day, failures } = one;
      const due_at = now + Math.min(MINUTE_MS * 2 ** failures, LONGEST_PAUSE_MS);
      const before = { sent_through, question_day, day, sent_on_day };
      await change(one, marked, { ...before, due_at, failures: failures + 1 });
    }
  }

  /** Whether the subscription was still as `seen`, and now is as `after`. */
  async function change(
    { id }: Subscription,
    seen: Subscription,
    after: Partial<Subscription & { due_at: number }>,
  ): Promise<boolean> {
    if (Object.keys(after).length === 0) return false;
    const { numUpdatedRows } = await db.query
      .updateTable("push_subscriptions")
      .set(after)
      .where("id", "=", id)
      .where("sent_through", "=", seen.sent_through)
      .where("question_day", "=", seen.question_day)
      .where("sent_on_day", "=", seen.sent_on_day)
      .executeTakeFirstOrThrow();
    return numUpdatedRows > 0n;
  }
}
