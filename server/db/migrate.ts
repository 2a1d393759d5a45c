import { setImmediate as yieldToEventLoop } from "node:timers/promises";
import type { KyselyPlugin } from "kysely";
import { type Migration, type MigrationResultSet, Migrator } from "kysely/migration";
import type { Database } from "./database.ts";
import { RECORDS, recordedMigrations } from "./migration-records.ts";
import * as first from "./migrations/001-first-tables.ts";
import * as viewSalts from "./migrations/002-view-salts.ts";
import * as pictureNames from "./migrations/005-picture-names.ts";
import * as listedSurveys from "./migrations/006-listed-surveys.ts";
import * as orderedConnections from "./migrations/007-ordered-connections.ts";
import * as fewerVoteIndexes from "./migrations/008-fewer-vote-indexes.ts";
import * as popularity from "./migrations/009-popularity.ts";
import * as muchVoted from "./migrations/010-much-voted.ts";
import * as everyOrder from "./migrations/011-terms-in-every-order.ts";
import * as followersUntold from "./migrations/012-followers-untold.ts";
import * as softenedWords from "./migrations/013-softened-words.ts";
import * as departures from "./migrations/014-departures.ts";
import * as softenedLongWords from "./migrations/015-softened-long-words.ts";
import * as removals from "./migrations/016-removals.ts";
import * as credentials from "./migrations/017-credentials.ts";
import * as fullTextSearch from "./migrations/018-full-text-search.ts";
import * as fanoutPending from "./migrations/019-fanout-pending.ts";
import * as dailyVotes from "./migrations/020-daily-votes.ts";
import * as milestonesAndLeaders from "./migrations/021-milestones-and-leaders.ts";
import * as listedOfPerson from "./migrations/022-listed-of-person.ts";
import * as surveysOfCategory from "./migrations/023-surveys-of-category.ts";
import * as voteMarks from "./migrations/024-vote-marks.ts";
import * as shownVotes from "./migrations/025-shown-votes.ts";
import * as dailyActs from "./migrations/026-daily-acts.ts";
import * as surveyEdits from "./migrations/027-survey-edits.ts";
import * as sharedCounts from "./migrations/028-shared-counts.ts";
import * as invitableBy from "./migrations/029-invitable-by.ts";
import * as votesWhilePrivate from "./migrations/030-votes-while-private.ts";
import * as mails from "./migrations/031-mails.ts";
import * as verifiedEmail from "./migrations/032-verified-email.ts";
import * as mailboxes from "./migrations/033-mailboxes.ts";
import * as openSessions from "./migrations/034-open-sessions.ts";
import * as secondFactors from "./migrations/035-second-factors.ts";
import * as identities from "./migrations/036-identities.ts";
import * as leases from "./migrations/037-leases.ts";
import * as installation from "./migrations/038-installation.ts";
import * as assets from "./migrations/039-assets.ts";
import * as receipts from "./migrations/041-receipts.ts";
import * as voteCohorts from "./migrations/042-vote-cohorts.ts";
import * as differingSeals from "./migrations/046-differing-seals.ts";
import * as voteScans from "./migrations/049-vote-scans.ts";
import * as notices from "./migrations/050-notices.ts";
import * as formerIdentities from "./migrations/051-former-identities.ts";
import * as looks from "./migrations/053-looks.ts";
import * as proofsAndLetters from "./migrations/054-proofs-and-letters.ts";
import * as keyAttestations from "./migrations/055-key-attestations.ts";
import * as treeHeads from "./migrations/056-tree-heads.ts";
import * as stepsAndLooks from "./migrations/057-steps-and-looks.ts";
import * as hourlyOrigins from "./migrations/058-hourly-origins.ts";
import * as sponsors from "./migrations/059-sponsors.ts";
import * as knownSince from "./migrations/060-known-since.ts";
import * as optionCohorts from "./migrations/061-option-cohorts.ts";
import { asOnlyMigrator, waitForLocks, withMigrationSettings } from "./postgres/migration.ts";
import { inTransaction } from "./sqlite/immediate-transaction.ts";

/**
 * In the order in which they run. Missing numbers were not released; none is ever used again.
 *
 * The previous release keeps running beside this one, and can start again after a migration that it
 * does not know (ADR-025). So a migration only adds. It may remove something, or require something
 * of new rows, only where no server that knows the migration numbered behind its `@` still depends
 * on the earlier form: `050-drop-x@041` ends releases that do not know 041.
 *
 * On PostgreSQL people vote and read meanwhile: the first lock that a migration takes on a table is
 * the strongest that it needs (R321), and what takes longer than a second on a large table is done
 * in slices.
 */
export const migrations = (engine: Database["engine"]) => ({
  "001-first-tables": { up: first.up(engine) },
  "002-view-salts": viewSalts,
  "005-picture-names": pictureNames,
  "006-listed-surveys": { up: listedSurveys.up(engine) },
  "007-ordered-connections": orderedConnections,
  "008-fewer-vote-indexes": fewerVoteIndexes,
  "009-popularity": popularity,
  "010-much-voted": muchVoted,
  "011-terms-in-every-order": everyOrder,
  "012-followers-untold": followersUntold,
  "013-softened-words": softenedWords,
  "014-departures": departures,
  "015-softened-long-words": softenedLongWords,
  "016-removals": { up: removals.up(engine) },
  "017-credentials": { up: credentials.up(engine) },
  "018-full-text-search": { up: fullTextSearch.up(engine) },
  "019-fanout-pending": fanoutPending,
  "020-daily-votes": { up: dailyVotes.up(engine) },
  "021-milestones-and-leaders": { up: milestonesAndLeaders.up(engine) },
  "022-listed-of-person": listedOfPerson,
  "023-surveys-of-category": surveysOfCategory,
  "024-vote-marks": { up: voteMarks.up(engine) },
  "025-shown-votes": shownVotes,
  "026-daily-acts": { up: dailyActs.up(engine) },
  "027-survey-edits": { up: surveyEdits.up(engine) },
  "028-shared-counts": { up: sharedCounts.up(engine) },
  "029-invitable-by": invitableBy,
  "030-votes-while-private": votesWhilePrivate,
  "031-mails": { up: mails.up(engine) },
  "032-verified-email": verifiedEmail,
  "033-mailboxes": mailboxes,
  "034-open-sessions": openSessions,
  "035-second-factors": { up: secondFactors.up(engine) },
  "036-identities": identities,
  "037-leases": leases,
  "038-installation": installation,
  "039-assets": { up: assets.up(engine) },
  "041-receipts": { up: receipts.up(engine) },
  "042-vote-cohorts": { up: voteCohorts.up(engine) },
  "046-differing-seals": differingSeals,
  "049-vote-scans": voteScans,
  "050-notices": { up: notices.up(engine) },
  "051-former-identities": { up: formerIdentities.up(engine) },
  "053-looks": { up: looks.up(engine) },
  "054-proofs-and-letters": { up: proofsAndLetters.up(engine) },
  "055-key-attestations": { up: keyAttestations.up(engine) },
  "056-tree-heads": { up: treeHeads.up(engine) },
  "057-steps-and-looks": { up: stepsAndLooks.up(engine) },
  "058-hourly-origins": { up: hourlyOrigins.up(engine) },
  "059-sponsors": sponsors,
  "060-known-since": knownSince,
  "061-option-cohorts": { up: optionCohorts.up(engine) },
});
/**
 * The last migration recorded in Kysely's own table. Releases up to it could not start on a
 * database with migrations they do not have.
 */
const LAST_FORMER = "036-identities";
export const MIGRATION_NAMES: readonly string[] = Object.keys(migrations("sqlite"));

/**
 * Brings the tables up to date, or to their state after the migration named `until`. On SQLite all
 * migrations are one transaction; on PostgreSQL each is committed separately, so an interrupted run
 * is continued by the next one, and locks are held for one migration only. Waits as long as it
 * takes for locks and for another process that migrates, and passes `say` a line that names what it
 * waits for. Throws the failing migration's error, and a sentence for the operator where a newer
 * release has changed the tables so that this one cannot use them. A process may end between two
 * statements; what is not committed by then is undone.
 */
export async function migrate(
  db: Database,
  until?: string,
  say = (line: string): unknown => process.stderr.write(`${line}\n`),
): Promise<void> {
  const recorded = await recordedMigrations(db);
  refuseNewerTables(recorded);
  const wanted = MIGRATION_NAMES.filter((name) => until === undefined || name <= until);
  if (wanted.every((name) => recorded.includes(name))) return;
  await db.query.connection().execute(async (plain) => {
    if (db.engine === "sqlite") {
      const query = plain.withPlugin(listening);
      await inTransaction(query, () => runMigrations({ engine: "sqlite", query }, until));
      return;
    }
    const patiently = (work: () => Promise<void>) => waitForLocks(plain, work, say);
    await withMigrationSettings(plain, () =>
      asOnlyMigrator(plain, say, () =>
        runMigrations({ engine: "postgres", query: plain }, until, patiently),
      ),
    );
  });
}

/** SQLite's statements block the process, which handles signals only when its event loop turns. */
const listening: KyselyPlugin = {
  transformQuery: ({ node }) => node,
  transformResult: async ({ result }) => {
    await yieldToEventLoop();
    return result;
  },
};

/** Runs what is missing; `patiently` runs what needs locks, and repeats it until it gets them. */
async function runMigrations(
  db: Pick<Database, "engine" | "query">,
  until: string | undefined,
  patiently = (work: () => Promise<void>) => work(),
): Promise<void> {
  // Nobody else uses tables that do not exist yet.
  const isNew = (await recordedMigrations(db)).length === 0;
  for (const table of ["former", "later"] as const) {
    const pending = () => pendingNames(db, table, until);
    const last = (await pending()).at(-1);
    if (last === undefined) continue;
    const migrator = await migratorOf(db, table);
    if (db.engine === "sqlite" || isNew) {
      await patiently(() => succeeded(migrator.migrateTo(last)));
    } else {
      while ((await pending()).length > 0) await patiently(() => succeeded(migrator.migrateUp()));
    }
  }
}

/** Migrations that are recorded in this table. */
const namesIn = (table: keyof typeof RECORDS): string[] =>
  MIGRATION_NAMES.filter((name) => name <= LAST_FORMER === (table === "former"));

async function pendingNames(
  db: Pick<Database, "engine" | "query">,
  table: keyof typeof RECORDS,
  until: string | undefined,
): Promise<string[]> {
  const recorded = await recordedMigrations(db);
  return namesIn(table).filter(
    (name) => !recorded.includes(name) && (until === undefined || name <= until),
  );
}

async function migratorOf(
  db: Pick<Database, "engine" | "query">,
  table: keyof typeof RECORDS,
): Promise<Migrator> {
  const own = new Set(namesIn(table));
  const entries = Object.entries<Migration>(migrations(db.engine)).filter(([name]) =>
    own.has(name),
  );
  const newer = table === "former" ? {} : await newerOnes(db);
  const all = { ...newer, ...Object.fromEntries(entries) };
  return new Migrator({
    db: db.query,
    provider: { getMigrations: async () => all },
    migrationTableName: RECORDS[table],
    migrationLockTableName: `${RECORDS[table]}_lock`,
  });
}

async function succeeded(migrating: Promise<MigrationResultSet>): Promise<void> {
  const { error } = await migrating;
  if (error) throw error;
}

const isUnknown = (name: string): boolean => !MIGRATION_NAMES.includes(name);

/** Migrations that a newer release has run here, as empty ones: this release has nothing to do. */
async function newerOnes(db: Pick<Database, "engine" | "query">) {
  const recorded = await recordedMigrations(db);
  refuseNewerTables(recorded);
  const nothing: Migration = { up: async () => undefined };
  return Object.fromEntries(recorded.filter(isUnknown).map((name) => [name, nothing]));
}

function refuseNewerTables(recorded: readonly string[]): void {
  const known = MIGRATION_NAMES.at(-1) ?? "";
  for (const name of recorded.filter(isUnknown)) {
    const [, needed = ""] = /@(\d+)$/.exec(name) ?? [];
    if (needed <= known) continue;
    throw new Error(
      `The database is of a newer version (${name}) that this one cannot work with: update first.`,
    );
  }
}
