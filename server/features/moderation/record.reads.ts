import { createHash } from "node:crypto";
import type { Selectable } from "kysely";
import type { Tables } from "#server/db/tables/tables.ts";

export type RecordRow = Selectable<Tables["moderation_record"]>;

/** The hash before the first row's. */
export const FIRST_HASH = "";

/** SHA-256, in hexadecimal, of the hash of the row before and of everything that a row says. */
export const hashOfRow = (before: string, row: Omit<RecordRow, "hash">): string =>
  createHash("sha256")
    .update(
      JSON.stringify([
        ...[before, row.number, row.at, row.actor],
        ...[row.act, row.target, row.reason, row.words],
      ]),
    )
    .digest("hex");

/** The order in which `brokenAt` needs the rows, and all that it needs of them. */
export const RECORD_AFTER = (number: number): string => `select number, at, actor, act, target,
    reason, words, hash from moderation_record where number > ${number} order by number limit 1000`;

/**
 * Returns the number of the first of these consecutive rows that was changed, removed or inserted
 * afterwards; undefined where there is none. `last` is the row before them.
 */
export function brokenAt(
  last: Pick<RecordRow, "number" | "hash">,
  rows: readonly RecordRow[],
): number | undefined {
  let before = last;
  for (const row of rows) {
    const isNext = row.number === before.number + 1;
    if (!isNext || row.hash !== hashOfRow(before.hash, row)) return before.number + 1;
    before = row;
  }
  return undefined;
}
