import type { Database } from "#server/db/database.ts";

/** Makes all accounts old enough for their votes to count towards the steps of results (R451). */
export async function establishAll({ query }: Database): Promise<void> {
  await query.updateTable("users").set({ created_at: 0 }).execute();
}
