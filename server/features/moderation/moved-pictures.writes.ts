import type { Database } from "#server/db/database.ts";
import { transact } from "#server/db/transact.ts";
import { bandsOf } from "#server/images/looks/look.ts";

const MOVED_AT_ONCE = 50;

/** Lists withheld pictures whose files may still be at their address, or whose look is wanted. */
export const listUnmoved = ({ query }: Database) =>
  query
    .selectFrom("withheld_pictures")
    .select(["id", "image", "former_path", "decision_id"])
    .where("is_moved", "=", 0)
    .orderBy("id")
    .limit(MOVED_AT_ONCE)
    .execute();

/** Returns false where the picture is put back already, or another server has moved it. */
export async function setMovedTo(
  { query }: Database,
  { id, former_path }: { id: number; former_path: string },
  image: string,
): Promise<boolean> {
  const { numUpdatedRows } = await query
    .updateTable("withheld_pictures")
    .set({ image })
    .where("id", "=", id)
    .where("image", "=", former_path)
    .executeTakeFirstOrThrow();
  return numUpdatedRows > 0n;
}

/** Notes that a picture is at its address no more, and refuses its look where it is removed. */
export const setGone = (
  db: Database,
  { id, decision_id }: { id: number; decision_id: number | null },
  look: string | undefined,
): Promise<void> =>
  transact(db, async (tx) => {
    const gone = tx.updateTable("withheld_pictures").set({ is_moved: 1 });
    const { numUpdatedRows } = await gone
      .where("id", "=", id)
      .where("is_moved", "=", 0)
      .where("decision_id", decision_id === null ? "is" : "=", decision_id)
      .executeTakeFirstOrThrow();
    if (numUpdatedRows === 0n || decision_id === null || look === undefined) return;
    const { id: pictureId } = await tx
      .insertInto("refused_pictures")
      .values({ decision_id, look })
      .returning("id")
      .executeTakeFirstOrThrow();
    await tx
      .insertInto("refused_picture_bands")
      .values(bandsOf(look).map((band) => ({ band, picture_id: pictureId })))
      .execute();
  });
