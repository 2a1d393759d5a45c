import type { Database } from "#server/db/database.ts";

export const readDailyActs = ({ query }: Database, userId: number) =>
  query
    .selectFrom("daily_acts")
    .select(["kind", "day", "acts"])
    .where("user_id", "=", userId)
    .orderBy("kind")
    .execute();
