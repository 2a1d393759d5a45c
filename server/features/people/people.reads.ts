import { type SqlBool, sql } from "kysely";
import { Nickname } from "#contract/endpoints/account.ts";
import type { Person, PersonCard } from "#contract/endpoints/people.ts";
import { idRows } from "#server/db/bulk.ts";
import type { Database } from "#server/db/database.ts";
import { HAS_IDENTITY, isMissing } from "#server/db/tables/incomplete-accounts.ts";
import { ApiError } from "#server/errors.ts";
import { toWireDate } from "#server/features/accounts/birth-dates.ts";
import { FINDABLE, hasBegunAt } from "#server/features/visibility/visibility.reads.ts";

/** The columns of a `PersonCard`, for queries that select from `users`. */
export const PERSON_CARD = [
  "users.id",
  "users.name",
  "users.nickname",
  "users.image",
  "users.biography",
  "users.follower_count",
] as const;

const POPULAR = 12;

/**
 * The nickname as it is stored. Throws 404, without a query, for text that cannot be a nickname.
 */
export function requireNickname(text: string): string {
  const nickname = Nickname.safeParse(text).data;
  if (nickname === undefined) throw new ApiError("person_not_found");
  return nickname;
}

export async function requirePersonId(db: Database, nickname: string): Promise<number> {
  const person = await db.query
    .selectFrom("users")
    .select("id")
    .where("nickname", "=", nickname)
    .where(HAS_IDENTITY)
    .executeTakeFirst();
  if (!person) throw new ApiError("person_not_found");
  return person.id;
}

export async function requirePerson(
  db: Database,
  id: number,
): Promise<{ follower_count: number; following_count: number }> {
  const person = await db.query
    .selectFrom("users")
    .select(["follower_count", "following_count"])
    .where("id", "=", id)
    .where(HAS_IDENTITY)
    .executeTakeFirst();
  if (!person) throw new ApiError("person_not_found");
  return person;
}

/** A public profile; `survey_count` counts the public surveys that have begun. */
export async function readPerson(db: Database, nickname: string, now: number): Promise<Person> {
  const row = await db.query
    .selectFrom("users")
    .select([...PERSON_CARD, "following_count", "show_details", "gender", "birth_date", "missing"])
    .select((person) =>
      person
        .selectFrom("surveys")
        .select((survey) => survey.fn.countAll<number>().as("count"))
        .whereRef("owner_id", "=", "users.id")
        .where(FINDABLE)
        .where(hasBegunAt(now))
        .as("survey_count"),
    )
    .where("nickname", "=", nickname)
    .where(HAS_IDENTITY)
    .executeTakeFirst();
  if (!row) throw new ApiError("person_not_found");
  const { show_details, missing, gender, birth_date, survey_count, ...card } = row;
  const showsDetails = show_details === 1 && !isMissing(missing, "details");
  return {
    ...card,
    survey_count: survey_count ?? 0,
    gender: showsDetails ? gender : null,
    birth_date: showsDetails ? toWireDate(birth_date) : null,
  };
}

/** The most followed, without the people in `hidden`. */
export async function readPopularPeople(
  db: Database,
  hidden: readonly number[],
): Promise<PersonCard[]> {
  const people = db.query.selectFrom("users").select(PERSON_CARD).where(HAS_IDENTITY);
  const shown =
    hidden.length === 0
      ? people
      : people.where(sql<SqlBool>`users.id not in (select id from ${idRows(db, hidden)})`);
  return shown.orderBy("follower_count", "desc").orderBy("id").limit(POPULAR).execute();
}
