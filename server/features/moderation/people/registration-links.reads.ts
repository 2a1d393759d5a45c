import type { RegistrationLink } from "#contract/endpoints/moderation/links.ts";
import { cutPage, type Paging, readPage } from "#server/db/cursor.ts";
import type { Database } from "#server/db/database.ts";
import { toTimestamp } from "#server/db/timestamps.ts";
import { selectLinks } from "#server/features/accounts/registration-links.writes.ts";

/** The links by which people register, newest first. */
export async function listLinks(db: Database, paging: Paging, now: number) {
  return cutPage(
    await readPage(selectLinks(db).where("id", ">", 0), ["id"], paging),
    paging.limit,
    ({ id }) => [id],
    ({ created_at, ends_at, ...link }): RegistrationLink => ({
      ...link,
      created_at: toTimestamp(created_at),
      ends_at: toTimestamp(ends_at),
      is_open: ends_at > now && link.used < link.uses,
    }),
  );
}
