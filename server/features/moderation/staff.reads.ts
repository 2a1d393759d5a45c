import { ReportReason } from "#contract/endpoints/moderation.ts";
import { type RecordRow, StaffMember } from "#contract/endpoints/staff.ts";
import { cutPage, type Paging, readPage } from "#server/db/cursor.ts";
import type { Database } from "#server/db/database.ts";
import { toTimestamp } from "#server/db/timestamps.ts";

const MOST_STAFF = 200;

/** The moderators and admins, the newest accounts first. */
export async function listStaff(db: Database): Promise<StaffMember[]> {
  const rows = await db.query
    .selectFrom("users")
    .select(["id", "name", "nickname", "image", "role"])
    .where("role", "<>", "member")
    .orderBy("id", "desc")
    .limit(MOST_STAFF)
    .execute();
  return rows.map((row) => StaffMember.parse(row));
}

/** The record of what staff did, newest first. */
export async function listRecord(db: Database, paging: Paging) {
  const rows = await readPage(
    db.query
      .selectFrom("moderation_record")
      .select(["number", "at", "actor", "act", "target", "reason", "words"]),
    ["number"],
    paging,
  );
  const people = rows.flatMap(({ actor, target }) => [actor, personIn(target)]);
  const nicknames = await nicknamesOf(
    db,
    people.filter((id) => id !== null),
  );
  return cutPage(
    rows,
    paging.limit,
    ({ number }) => [number],
    ({ number, at, actor, act, target, reason, words }): RecordRow => ({
      ...{ number, at: toTimestamp(at), act, target, words },
      by: nicknames.get(actor ?? 0) ?? null,
      nickname: nicknames.get(personIn(target) ?? 0) ?? null,
      reason: ReportReason.safeParse(reason).data ?? null,
    }),
  );
}

/** The account that a target such as "person 7" names. */
function personIn(target: string): number | null {
  const [kind, id] = target.split(" ");
  return kind === "person" ? Number(id) : null;
}

async function nicknamesOf(db: Database, ids: readonly number[]): Promise<Map<number, string>> {
  if (ids.length === 0) return new Map();
  const rows = await db.query
    .selectFrom("users")
    .select(["id", "nickname"])
    .where("id", "in", ids)
    .execute();
  return new Map(rows.map(({ id, nickname }) => [id, nickname]));
}
