import { sql } from "kysely";
import { deleteAll } from "#server/db/batches.ts";
import type { Database, Transaction } from "#server/db/database.ts";
import { type ReceiptShelves, sortedOf } from "./receipt-shelves.ts";
import type { Slice } from "./receipt-slices.ts";

/** Which survey's votes are read, and why. */
export interface ScanKey {
  surveyId: number;
  purpose: "seal" | "compare" | "verify";
}

const DIGITS = [..."0123456789ABCDEFGHJKMNPQRSTVWXYZ"];
/** The names of all shelves, in the order of their receipts. */
export const SHELVES = DIGITS.flatMap((first) => DIGITS.map((second) => first + second));

/** Stores the receipts of one step, one row per shelf; `part` differs for each step. */
export async function storePart(
  db: Database,
  tx: Transaction,
  { surveyId, purpose, part }: ScanKey & { part: number },
  shelves: ReceiptShelves,
): Promise<void> {
  if (shelves.count === 0) return;
  const texts = db.rows(["shelf", "receipts"], shelves.texts());
  await sql`insert into receipt_parts (survey_id, purpose, part, shelf, receipts)
    select ${surveyId}, ${purpose}, ${part}, shelf, receipts from ${texts}`.execute(tx);
}

/** Returns a shelf's receipts in order, without duplicates. */
export async function readShelf({ query }: Database, key: ScanKey, shelf: string) {
  const parts = await query
    .selectFrom("receipt_parts")
    .select("receipts")
    .where("survey_id", "=", key.surveyId)
    .where("purpose", "=", key.purpose)
    .where("shelf", "=", shelf)
    .execute();
  return sortedOf(parts.map(({ receipts }) => receipts));
}

export async function deleteShelves(
  db: Database,
  tx: Pick<Transaction, "deleteFrom">,
  { surveyId, purpose }: ScanKey,
  shelves: readonly string[],
): Promise<void> {
  await tx
    .deleteFrom("receipt_parts")
    .where("survey_id", "=", surveyId)
    .where("purpose", "=", purpose)
    .where("shelf", "in", db.texts(shelves))
    .execute();
}

/** Deletes all shelves in batches. */
export const deleteParts = (db: Database, { surveyId, purpose }: ScanKey): Promise<void> =>
  deleteAll(
    db,
    "receipt_parts",
    { survey_id: surveyId, purpose, shelf: "", part: -1 },
    sql`survey_id = ${surveyId} and purpose = ${purpose}`,
  );

/** Stores slices, replacing those of an earlier attempt. */
export async function writeSlices(
  query: Pick<Transaction, "insertInto">,
  survey_id: number,
  slices: readonly Slice[],
): Promise<void> {
  for (const slice of slices) {
    await query
      .insertInto("seal_slices")
      .values({ survey_id, ...slice })
      .onConflict((conflict) =>
        conflict.columns(["survey_id", "number"]).doUpdateSet((row) => ({
          root: row.ref("excluded.root"),
          receipts: row.ref("excluded.receipts"),
        })),
      )
      .execute();
  }
}
