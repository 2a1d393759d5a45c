import { type SelectQueryBuilder, type SqlBool, sql } from "kysely";
import { ApiError } from "#server/errors.ts";

export interface Paging {
  limit: number;
  cursor?: string | undefined;
}

/**
 * Reads the page of `query` after the cursor, with one row more for `cutPage`. The list is ordered
 * by `columns` of integers, highest first.
 */
export function readPage<Db, Tables extends keyof Db, Row>(
  query: SelectQueryBuilder<Db, Tables, Row>,
  columns: readonly string[],
  { limit, cursor }: Paging,
) {
  const before = readCursor(cursor, columns.length);
  const places = columns.map((name) => sql.ref(name));
  const page = before
    ? query.where(sql<SqlBool>`(${sql.join(places)}) < (${sql.join(before)})`)
    : query;
  return places
    .reduce((ordered, place) => ordered.orderBy(place, "desc"), page)
    .limit(limit + 1)
    .execute();
}

/**
 * Reads from a cursor the position after which a page begins: `parts` integers; undefined for the
 * first page. Throws 422 for a text that `cutPage` did not make (R91).
 */
export function readCursor(cursor: string | undefined, parts: number): number[] | undefined {
  if (!cursor) return undefined;
  const position = Buffer.from(cursor, "base64url").toString().split(".").map(Number);
  const isValid = position.length === parts && position.every(Number.isSafeInteger);
  if (isValid && writeCursor(position) === cursor) return position;
  throw invalidCursor();
}

/** 422 for a cursor that no page returned, or whose position no longer exists. */
export const invalidCursor = () =>
  new ApiError("validation_failed", {
    fields: { cursor: "Liste değişmiş olabilir. Lütfen sayfayı yenileyin." },
  });

const writeCursor = (position: readonly number[]): string =>
  Buffer.from(position.join(".")).toString("base64url");

/**
 * The first `limit` of `rows` as items, and the cursor of the next page. `rows` must have been
 * queried with a limit of one more, which shows whether there is a next page. `positionOf` returns
 * the integers by which the list is ordered.
 */
export function cutPage<Row, Item>(
  rows: readonly Row[],
  limit: number,
  positionOf: (row: Row) => readonly number[],
  item: (row: Row) => Item,
): { items: Item[]; next_cursor: string | null } {
  const last = rows[limit - 1];
  return {
    items: rows.slice(0, limit).map(item),
    next_cursor: last && rows.length > limit ? writeCursor(positionOf(last)) : null,
  };
}
