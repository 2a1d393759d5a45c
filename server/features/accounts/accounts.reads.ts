import { type SqlBool, sql } from "kysely";
import type { Account } from "#contract/endpoints/account.ts";
import { batchReads } from "#server/db/batch-reads.ts";
import { idRows } from "#server/db/bulk.ts";
import type { Database } from "#server/db/database.ts";
import { isMissing, missingOf } from "#server/db/tables/incomplete-accounts.ts";
import { toTimestamp } from "#server/db/timestamps.ts";
import { ApiError } from "#server/errors.ts";
import { toWireDate } from "./birth-dates.ts";
import { noticesOf } from "./notices/notices.ts";

/** The person's own view of their account. Throws `invalid_token` once it is deleted. */
export const readAccount = async (db: Database, id: number): Promise<Account> =>
  requireExisting((await readAccounts(db, [id]))[0]);

/** Returns a function like `readAccount`; calls in one turn of the event loop share a query. */
export function createAccountReader(db: Database): (id: number) => Promise<Account> {
  const read = batchReads((ids: number[]) => readAccounts(db, ids));
  return async (id) => requireExisting(await read(id));
}

function requireExisting(account: Account | undefined): Account {
  if (!account) throw new ApiError("invalid_token");
  return account;
}

/** In the order of `ids`; undefined for deleted accounts. */
async function readAccounts(
  db: Database,
  ids: readonly number[],
): Promise<(Account | undefined)[]> {
  const rows = await db.query
    .selectFrom("users")
    .select([
      "id",
      "name",
      "nickname",
      "email",
      "image",
      "gender",
      "birth_date",
      "city_id",
      "missing",
    ])
    .select(["email_verified_at", "biography", "show_details", "follower_count", "following_count"])
    .select(["role", "suspended_until"])
    .select((all) =>
      all
        .selectFrom("surveys")
        .select((own) => own.fn.countAll<number>().as("count"))
        .whereRef("owner_id", "=", "users.id")
        .as("survey_count"),
    )
    .select(
      sql<string | null>`(select string_agg(notice, ',') from unseen_notices
        where user_id = users.id)`.as("unseen_notices"),
    )
    .where(sql<SqlBool>`id in (select id from ${idRows(db, ids)})`)
    .execute();
  const accounts = new Map<number, Account>();
  for (const {
    email_verified_at,
    unseen_notices,
    missing,
    role,
    suspended_until,
    ...row
  } of rows) {
    const hasDetails = !isMissing(missing, "details");
    const notices = noticesOf(unseen_notices?.split(",") ?? []);
    accounts.set(row.id, {
      ...row,
      email_verified: email_verified_at !== null,
      gender: hasDetails ? row.gender : null,
      birth_date: hasDetails ? toWireDate(row.birth_date) : null,
      city_id: hasDetails ? row.city_id : null,
      show_details: row.show_details === 1,
      survey_count: row.survey_count ?? 0,
      ...(missing > 0 && { missing: missingOf(missing) }),
      ...(notices.length > 0 && { notices }),
      ...(role !== "member" && { role }),
      ...(suspended_until !== null && { suspended_until: toTimestamp(suspended_until) }),
    });
  }
  return ids.map((id) => accounts.get(id));
}

export async function nicknameIsTaken(db: Database, nickname: string): Promise<boolean> {
  const row = await db.query
    .selectFrom("users")
    .select("id")
    .where("nickname", "=", nickname)
    .executeTakeFirst();
  return row !== undefined;
}
