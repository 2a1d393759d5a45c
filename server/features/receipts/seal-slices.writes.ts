import type { Transaction } from "#server/db/database.ts";
import type { Slice } from "./receipt-slices.ts";

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
