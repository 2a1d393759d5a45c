import type { Account } from "#contract/account.ts";
import type { Database } from "#server/db/open.ts";
import { ApiError } from "#server/http/problem.ts";
import { toWireDate } from "./birth-dates.ts";

/** One's own account with the count of all one's surveys; 401 once it is deleted. */
export async function readAccount(db: Database, id: number): Promise<Account> {
  const row = await db.query
    .selectFrom("users")
    .select(["id", "name", "nickname", "email", "image", "gender", "birth_date", "city_id"])
    .select(["biography", "show_details", "follower_count", "following_count"])
    .select((all) =>
      all
        .selectFrom("surveys")
        .select((own) => own.fn.countAll<number>().as("count"))
        .where("owner_id", "=", id)
        .as("survey_count"),
    )
    .where("id", "=", id)
    .executeTakeFirst();
  if (!row) throw new ApiError("invalid_token");
  return {
    id: row.id,
    name: row.name,
    nickname: row.nickname,
    email: row.email,
    image: row.image,
    gender: row.gender,
    birth_date: toWireDate(row.birth_date),
    city_id: row.city_id,
    biography: row.biography,
    show_details: row.show_details === 1,
    follower_count: row.follower_count,
    following_count: row.following_count,
    survey_count: row.survey_count ?? 0,
  };
}

export async function nicknameIsTaken(db: Database, nickname: string): Promise<boolean> {
  const row = await db.query
    .selectFrom("users")
    .select("id")
    .where("nickname", "=", nickname)
    .executeTakeFirst();
  return row !== undefined;
}
