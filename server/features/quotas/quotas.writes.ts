import { sql } from "kysely";
import { DAY_MS } from "#contract/durations.ts";
import { DAILY_QUOTAS, QUOTA_AGES_DAYS, type QuotaKind } from "#contract/limits.ts";
import type { AppContext } from "#server/app-context.ts";
import type { Database, Transaction } from "#server/db/database.ts";
import { dayInTurkey, nextDayInTurkey } from "#server/db/timestamps.ts";
import { ApiError } from "#server/errors.ts";

interface Acts {
  userId: number;
  /** How many. */
  acts: number;
}

/** How many of somebody's acts exceed today's quota, and the error that refuses them. */
interface Excess {
  acts: number;
  error: ApiError;
}

export interface Quotas {
  /**
   * Counts what people do, in the transaction that does it; `of` holds each person at most once.
   * Returns the people whose acts exceed their quota: the excess is not counted, and the caller
   * undoes it.
   */
  count(tx: Transaction, kind: QuotaKind, of: Acts[], now: number): Promise<Map<number, Excess>>;
  /** Counts one act. Throws `daily_quota`, which undoes the transaction. */
  countOne(tx: Transaction, kind: QuotaKind, userId: number, now: number): Promise<void>;
}

/** How much one account may do per day (R226). With `RATE_LIMITS=off` nothing is counted. */
export function createQuotas({ db, config }: Pick<AppContext, "db" | "config">): Quotas {
  const count: Quotas["count"] = config.rateLimits
    ? (tx, kind, of, now) => countActs(db, tx, kind, of, now)
    : async () => new Map();
  return {
    count,
    countOne: async (tx, kind, userId, now) => {
      const excess = (await count(tx, kind, [{ userId, acts: 1 }], now)).get(userId);
      if (excess) throw excess.error;
    },
  };
}

async function countActs(
  db: Database,
  tx: Transaction,
  kind: QuotaKind,
  of: readonly Acts[],
  now: number,
): Promise<Map<number, Excess>> {
  const added = new Map(of.map(({ userId, acts }) => [userId, acts]));
  // The row stays locked until the transaction ends, so that concurrent acts all count. If another
  // server's clock has already reached the next day, that day continues.
  const { rows } = await sql<{ user_id: number; acts: number; created_at: number }>`
    insert into daily_acts (user_id, kind, day, acts)
    select users.id, cast(${kind} as text), cast(${dayInTurkey(now)} as text), input.acts
    from ${db.rows(["id", "acts"], [...added])} join users on users.id = input.id where true
    on conflict (user_id, kind) do update set
      acts = excluded.acts
        + case when daily_acts.day >= excluded.day then daily_acts.acts else 0 end,
      day = case when daily_acts.day > excluded.day then daily_acts.day else excluded.day end
    returning user_id, acts,
      (select created_at from users where users.id = daily_acts.user_id) as created_at`.execute(tx);
  const excesses = new Map<number, Excess>();
  for (const { user_id, acts, created_at } of rows) {
    const max = quotaOf(kind, now - created_at);
    const tooMany = Math.min(acts - max, added.get(user_id) ?? 0);
    if (tooMany > 0) excesses.set(user_id, { acts: tooMany, error: quotaError(kind, max, now) });
  }
  if (excesses.size > 0) {
    const tooMany = [...excesses].map(([id, { acts }]) => [id, acts]);
    await sql`update daily_acts set acts = daily_acts.acts - input.acts
      from ${db.rows(["id", "acts"], tooMany)}
      where user_id = input.id and kind = ${kind}`.execute(tx);
  }
  return excesses;
}

function quotaOf(kind: QuotaKind, ageMs: number): number {
  const stage = QUOTA_AGES_DAYS.findLastIndex((days) => ageMs >= days * DAY_MS);
  return DAILY_QUOTAS[kind][stage] ?? DAILY_QUOTAS[kind][0];
}

const WORDS: Record<QuotaKind, (max: number) => string> = {
  follow: (max) =>
    `Günde en fazla ${max} kişiyi takip edebilirsiniz. Gece yarısından sonra devam edebilirsiniz.`,
  invitation: (max) =>
    `Günde en fazla ${max} kişiyi davet edebilirsiniz. Gece yarısından sonra devam edin ya da bağlantıyı paylaşın.`,
  publication: (max) =>
    `Günde en fazla ${max} anket yayınlayabilirsiniz. Taslağınız duruyor; gece yarısından sonra yayınlayabilirsiniz.`,
  report: (max) =>
    `Günde en fazla ${max} bildirim yapabilirsiniz. Gece yarısından sonra devam edebilirsiniz.`,
};

const quotaError = (kind: QuotaKind, max: number, now: number): ApiError =>
  new ApiError("daily_quota", {
    words: WORDS[kind](max),
    retryAfterSeconds: Math.ceil((nextDayInTurkey(now) - now) / 1000),
  });
