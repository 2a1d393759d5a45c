import { type Kysely, sql } from "kysely";
import type { Tables } from "../tables/tables.ts";

/** Runs statements of one connection in a transaction that takes the lock for writing at once. */
export async function inTransaction(
  connection: Kysely<Tables>,
  run: () => Promise<void>,
): Promise<void> {
  await sql`begin immediate`.execute(connection);
  try {
    await run();
    await sql`commit`.execute(connection);
  } catch (error) {
    await sql`rollback`.execute(connection);
    throw error;
  }
}
