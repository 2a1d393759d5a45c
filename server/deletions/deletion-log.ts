import { randomBytes } from "node:crypto";
import { DAY_MS } from "#contract/durations.ts";
import type { Clock } from "#server/clock.ts";
import type { Database } from "#server/db/database.ts";
import { type DeletedKind, readFingerprint } from "#server/deletions/noted-rows.reads.ts";
import type { JobContext } from "#server/maintenance/maintenance.ts";
import { type NoteStore, openNoteStore } from "./note-store.ts";

/** The note that contains since when deletions are noted, ISO 8601. */
const SINCE = "since";
/** Each attempt has a separate note, so that a failed one does not remove another's. */
const NAME = /^(\d{4}-\d\d-\d\d)\/([0-9a-f]{64})\.[0-9a-f]{16}$/;

/** Notes deletions by people outside of the database, so that no restore undoes them (R364). */
export interface DeletionLog {
  /**
   * Notes a deletion durably, then runs `remove`, which must reject where nothing was deleted.
   * Rejects without running it while no note can be stored. `id` is that of the survey or account,
   * also for its picture.
   */
  noting<T>(kind: DeletedKind, id: number, remove: () => Promise<T>): Promise<T>;
}

/** Keeps notes for `days`; with 0, none are made. */
export function createDeletionLog(
  { db, clock, days }: { db: Database; clock: Clock; days: number },
  notes: NoteStore,
): DeletionLog {
  return {
    async noting(kind, id, remove) {
      const fingerprint = days > 0 && (await readFingerprint(db, kind, id));
      if (!fingerprint) return remove();
      const time = new Date(clock.now()).toISOString();
      const name = `${time.slice(0, 10)}/${fingerprint}.${randomBytes(8).toString("hex")}`;
      await notes.put(name, `${time}\n`);
      try {
        return await remove();
      } catch (error) {
        const fault = db.fault(error);
        // The deletion may have been committed.
        const isUncertain = fault === "unknown" || fault === "unavailable";
        if (!isUncertain) await notes.remove(name).catch(() => undefined);
        throw error;
      }
    },
  };
}

export interface Deletions {
  fingerprints: Set<string>;
  /** Since when all deletions are known, ISO 8601; undefined where none were ever noted. */
  since: string | undefined;
  /** Where the notes are, for display. */
  place: string;
}

export async function readDeletions(notes: NoteStore): Promise<Deletions> {
  const fingerprints = (await notes.list()).flatMap((name) => NAME.exec(name)?.[2] ?? []);
  const since = (await notes.read(SINCE))?.trim();
  return { fingerprints: new Set(fingerprints), since, place: notes.displayName };
}

/** Registers the job that removes notes after their retention period. */
export function deletionLogJobs({ jobs, config }: JobContext): void {
  const notes = openNoteStore(config);
  jobs.push({
    name: "remove old notes of deletions",
    stage: "cleanup",
    everyMs: DAY_MS,
    run: ({ now }) => removeOldNotes(notes, config.deletionLogDays, now),
  });
}

async function removeOldNotes(notes: NoteStore, days: number, now: number): Promise<void> {
  const since = (await notes.read(SINCE))?.trim();
  const oldest = new Date(now - days * DAY_MS).toISOString();
  if (days === 0) await notes.remove(SINCE);
  else if (!since) await notes.put(SINCE, `${new Date(now).toISOString()}\n`);
  else if (since < oldest) await notes.put(SINCE, `${oldest}\n`);
  for (const name of await notes.list()) {
    const [, day] = NAME.exec(name) ?? [];
    if (day && (days === 0 || day < oldest.slice(0, 10))) await notes.remove(name);
  }
}
