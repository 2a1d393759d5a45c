import type { Selectable } from "kysely";
import type { SurveyType } from "#contract/shapes/survey-shapes.ts";
import { cutPage, type Paging, readPage } from "#server/db/cursor.ts";
import type { Database } from "#server/db/database.ts";
import type { Tables } from "#server/db/tables/tables.ts";
import { readStandings } from "#server/features/results/standings.reads.ts";
import { readHeld } from "#server/features/surveys/holds/survey-holds.reads.ts";
import { selectPrivateCards, toOwnCard } from "#server/features/surveys/survey-cards.reads.ts";
import { isHidden } from "#server/features/visibility/visibility.reads.ts";

/**
 * One's own surveys in every state, newest first, with how they stand and how many of each type.
 */
export async function listOwn(
  db: Database,
  owner: number,
  { type, ...paging }: Paging & { type?: SurveyType | undefined },
  now: number,
) {
  const query = selectPrivateCards(db, now)
    .select("surveys.hidden")
    .where("owner_id", "=", owner)
    .$if(type !== undefined, (ofType) => ofType.where("type", "=", type ?? "SURVEY"));
  const rows = await readPage(query, ["surveys.id"], paging);
  const ids = rows.map((row) => row.id);
  const [standingOf, held] = await Promise.all([readStandings(db, ids, now), readHeld(db, ids)]);
  const page = cutPage(
    rows,
    paging.limit,
    (row) => [row.id],
    (row) => ({
      ...{ ...toOwnCard(db, row, now), ...standingOf(row.id) },
      ...(isHidden(row) && whyHidden(row, held)),
    }),
  );
  return { ...page, counts: await countTypes(db, owner) };
}

/** In review it has the visibility that it was published with. */
const whyHidden = (
  { id, hidden }: Pick<Selectable<Tables["surveys"]>, "id" | "hidden">,
  held: ReadonlySet<number>,
) => (held.has(id) ? { in_review: true as const, visibility: hidden } : { hidden: true as const });

async function countTypes(db: Database, owner: number) {
  const rows = await db.query
    .selectFrom("surveys")
    .select(["type", (all) => all.fn.countAll<number>().as("count")])
    .where("owner_id", "=", owner)
    .groupBy("type")
    .execute();
  const counts = { SURVEY: 0, TEST: 0 };
  for (const { type, count } of rows) counts[type] = count;
  return counts;
}
