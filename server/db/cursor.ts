import { ApiError } from "#server/errors.ts";

/**
 * Reads the place where a page begins: as many integers as `parts`; undefined for the first page.
 * Throws 422 for a text that `cutPage` did not make (R91).
 */
export function readCursor(cursor: string | undefined, parts: number): number[] | undefined {
  if (!cursor) return undefined;
  const place = Buffer.from(cursor, "base64url").toString().split(".").map(Number);
  const made = place.length === parts && place.every(Number.isSafeInteger);
  if (made && writeCursor(place) === cursor) return place;
  throw lostPlace();
}

/** The refusal of a cursor whose place is not there (any more): 422. */
export const lostPlace = () =>
  new ApiError("validation_failed", {
    fields: { cursor: "Liste değişmiş olabilir. Lütfen sayfayı yenileyin." },
  });

const writeCursor = (place: readonly number[]): string =>
  Buffer.from(place.join(".")).toString("base64url");

/**
 * One page of `rows`, which were asked for with one more than `limit` to learn whether another page
 * follows. `place` gives the integers by which the list is ordered.
 */
export function cutPage<Row, Item>(
  rows: readonly Row[],
  limit: number,
  place: (row: Row) => readonly number[],
  item: (row: Row) => Item,
): { items: Item[]; next_cursor: string | null } {
  const last = rows[limit - 1];
  return {
    items: rows.slice(0, limit).map(item),
    next_cursor: last && rows.length > limit ? writeCursor(place(last)) : null,
  };
}
