import type { Transaction } from "#server/db/database.ts";
import { ApiError } from "#server/errors.ts";
import { readMethods } from "#server/features/sign-in/factors/factors.reads.ts";
import type { Prove } from "#server/http/routing/define-route.ts";

/** Who decides, and their proof, which is checked in the transaction. */
export interface Staff {
  id: number;
  prove: Prove;
}

/** Throws unless the proof still holds and the account has a second factor (R623). */
export async function requireProof(tx: Transaction, { id, prove }: Staff): Promise<void> {
  await prove(tx);
  if ((await readMethods(tx, id)).length === 0) throw new ApiError("staff_factor_missing");
}
