import { MINUTE_MS } from "#contract/durations.ts";
import type { Database } from "./database.ts";

/** A note that no server has repeated for this long no longer counts. */
const VALID_MS = 2 * MINUTE_MS;
const NAME = "refused clock jump";

/** A jump of the clock that servers do not follow. */
interface RefusedJump {
  ms: number;
  /** When it was noticed, in milliseconds since 1970 by the clock that jumped. */
  since: number;
}

/** Where servers note such a jump, so that one that starts does not follow it either. */
export interface JumpNotes {
  /** The jump that a server noted in the two minutes before `now`, by the clock that jumped. */
  read(now: number): Promise<RefusedJump | undefined>;
  write(jump: RefusedJump, now: number): Promise<void>;
  remove(): Promise<void>;
}

export function jumpNotesIn({ query }: Database): JumpNotes {
  return {
    async read(now) {
      const row = await query
        .selectFrom("installation")
        .select("value")
        .where("name", "=", NAME)
        .executeTakeFirst();
      if (!row) return undefined;
      const { ms, since, noted_at } = JSON.parse(row.value);
      // A clock that was set right since is far from the note.
      return Math.abs(now - noted_at) <= VALID_MS ? { ms, since } : undefined;
    },
    async write(jump, now) {
      const value = JSON.stringify({ ...jump, noted_at: now });
      await query
        .insertInto("installation")
        .values({ name: NAME, value })
        .onConflict((conflict) => conflict.column("name").doUpdateSet({ value }))
        .execute();
    },
    async remove() {
      await query.deleteFrom("installation").where("name", "=", NAME).execute();
    },
  };
}
