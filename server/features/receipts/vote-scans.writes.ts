import { randomInt } from "node:crypto";
import { sql } from "kysely";
import type { Database, Transaction } from "#server/db/database.ts";
import { transact } from "#server/db/transact.ts";
import { ABOVE_ALL, type VoteRow, votesOf } from "./ended-surveys.reads.ts";
import { deleteParts, type ScanKey, storePart } from "./receipt-parts.writes.ts";
import { ReceiptShelves } from "./receipt-shelves.ts";

/**
 * Votes that are read to be sealed or compared are more than one step can hold: each step is a transaction that
 * notes how far it came, so that a crash, a lost lease or a limit of time costs one step.
 */
export interface Scan<State> extends ScanKey {
  version: number;
  /** The lowest voter's id that was read. */
  readDownTo: number;
  state: State;
}

export async function findScan<State>(
  { query }: Database,
  { surveyId, purpose }: ScanKey,
): Promise<Scan<State> | undefined> {
  const row = await query
    .selectFrom("vote_scans")
    .select(["version", "read_down_to", "state"])
    .where("survey_id", "=", surveyId)
    .where("purpose", "=", purpose)
    .executeTakeFirst();
  if (!row) return undefined;
  const { version, read_down_to, state } = row;
  return { surveyId, purpose, version, readDownTo: read_down_to, state: JSON.parse(state) };
}

/** The surveys that are being scanned for a purpose, by their ids. */
export async function listScans({ query }: Database, purpose: ScanKey["purpose"]) {
  const rows = await query
    .selectFrom("vote_scans")
    .select("survey_id")
    .where("purpose", "=", purpose)
    .orderBy("survey_id")
    .execute();
  return rows.map(({ survey_id }) => survey_id);
}

/** Begins a scan, unless there is one; of a survey that is sealed already none that would seal it again. */
export async function beginScan(
  { query }: Database,
  { surveyId, purpose }: ScanKey,
  state: unknown,
): Promise<void> {
  // Steps of a scan that was dropped are none of the one that took its place.
  const version = sql.lit(randomInt(2 ** 47));
  await sql`insert into vote_scans (survey_id, purpose, version, read_down_to, state)
    select id, ${sql.lit(purpose)}, ${version}, ${sql.lit(ABOVE_ALL)}, ${JSON.stringify(state)}
    from surveys where id = ${surveyId}
      ${purpose === "seal" ? sql`and seal_state <> 1` : sql``}
    on conflict do nothing`.execute(query);
}

/**
 * Takes a step of a scan: `write` and what it comes to are one transaction. Returns false, and nothing is written,
 * where another server took the step, or a vote was made anonymous since the scan was read.
 */
export function advance<State>(
  db: Database,
  { surveyId, purpose, version }: Scan<State>,
  to: { readDownTo?: number; state: State },
  write: (tx: Transaction) => Promise<unknown>,
): Promise<boolean> {
  return transact(db, async (tx) => {
    const { numUpdatedRows } = await tx
      .updateTable("vote_scans")
      .set({ version: version + 1, state: JSON.stringify(to.state) })
      .$if(to.readDownTo !== undefined, (query) => query.set({ read_down_to: to.readDownTo ?? 0 }))
      .where("survey_id", "=", surveyId)
      .where("purpose", "=", purpose)
      .where("version", "=", version)
      .executeTakeFirstOrThrow();
    if (numUpdatedRows === 0n) return false;
    await write(tx);
    return true;
  });
}

/** Ends a scan, with all that it has left. */
export async function dropScan(db: Database, { surveyId, purpose }: ScanKey): Promise<void> {
  await deleteParts(db, { surveyId, purpose });
  await db.query
    .deleteFrom("vote_scans")
    .where("survey_id", "=", surveyId)
    .where("purpose", "=", purpose)
    .execute();
}

/** Votes that were read in one step. */
export interface ReadVotes {
  shelves: ReceiptShelves;
  counts: Map<string, CountedVotes>;
  readDownTo: number;
  /** Whether none are left. */
  isLast: boolean;
}

export type CountedVotes = Pick<VoteRow, "option_id"> & {
  while_private: 0 | 1;
  anonymous: 0 | 1;
  votes: number;
};

/**
 * Reads the next votes of a scan: `atOnce` of them, or fewer where `stop` is aborted. `receiptOf` returns the
 * receipt of those that are to have one.
 */
export async function readVotes(
  db: Database,
  { surveyId, readDownTo }: Scan<unknown>,
  { atOnce, stop }: { atOnce: number; stop: AbortSignal },
  receiptOf: (vote: VoteRow) => string | undefined,
): Promise<ReadVotes> {
  const read: ReadVotes = {
    ...{ shelves: new ReceiptShelves(), counts: new Map(), readDownTo },
    isLast: false,
  };
  let count = 0;
  for await (const votes of votesOf(db, surveyId, readDownTo)) {
    for (const vote of votes) {
      const receipt = receiptOf(vote);
      if (receipt !== undefined) read.shelves.add(receipt);
      addVote(read.counts, vote);
      read.readDownTo = vote.user_id;
    }
    count += votes.length;
    if (count >= atOnce || stop.aborted) return read;
  }
  // No id is below: a vote that is made anonymous from now on is not read again.
  return { ...read, readDownTo: Number.MIN_SAFE_INTEGER, isLast: true };
}

export function addVote(
  counts: Map<string, CountedVotes>,
  { option_id, while_private, user_id }: VoteRow,
): void {
  const counted = {
    option_id,
    while_private: while_private === 1 ? 1 : 0,
    anonymous: user_id < 0 ? 1 : 0,
  } as const;
  const key = Object.values(counted).join();
  counts.set(key, { ...counted, votes: (counts.get(key)?.votes ?? 0) + 1 });
}

/** Stores votes that were read; within `advance`. */
export async function storeVotes(
  db: Database,
  tx: Transaction,
  scan: ScanKey & { part: number },
  { shelves, counts }: Pick<ReadVotes, "shelves" | "counts">,
): Promise<void> {
  const { surveyId, purpose, part } = scan;
  if (counts.size > 0) {
    const rows = db.rows(
      ["option_id", "while_private", "anonymous", "votes"],
      [...counts.values()].map((row) => [
        ...[row.option_id, row.while_private, row.anonymous, row.votes],
      ]),
    );
    await sql`insert into vote_scan_counts
        (survey_id, purpose, option_id, while_private, anonymous, votes)
      select ${surveyId}, ${purpose}, option_id, while_private, anonymous, votes from ${rows}
      where true
      on conflict (survey_id, purpose, option_id, while_private, anonymous)
        do update set votes = vote_scan_counts.votes + excluded.votes`.execute(tx);
  }
  await storePart(db, tx, { surveyId, purpose, part }, shelves);
}

/** The votes that a scan has read, as they are now. */
export async function readCounts({ query }: Database, { surveyId, purpose }: ScanKey) {
  return query
    .selectFrom("vote_scan_counts")
    .select(["option_id", "while_private", "anonymous", "votes"])
    .where("survey_id", "=", surveyId)
    .where("purpose", "=", purpose)
    .execute();
}

export interface MovedVote {
  survey_id: number;
  option_id: number;
  while_private: number | null;
  /** The anonymous voter's id that the vote gets. */
  voter_id: number;
}

/**
 * Notes in scans that somebody's votes are being made anonymous, before they are: a vote that was read and will
 * be read again by its new voter's id counts once.
 */
export async function noteMovedVotes(
  db: Database,
  tx: Transaction,
  userId: number,
  votes: readonly MovedVote[],
): Promise<void> {
  const surveys = db.rows(
    ["survey_id"],
    votes.map(({ survey_id }) => [survey_id]),
  );
  // Until the votes are moved no step ends, and one that has read them already is taken again.
  const { rows: scans } = await sql<{ survey_id: number; purpose: string; read_down_to: number }>`
    update vote_scans set version = version + 1 where survey_id in (select survey_id from ${surveys})
    returning survey_id, purpose, read_down_to`.execute(tx);
  for (const { survey_id, purpose, read_down_to } of scans) {
    const vote = votes.find((one) => one.survey_id === survey_id);
    if (!vote || userId < read_down_to || vote.voter_id >= read_down_to) continue;
    await tx
      .updateTable("vote_scan_counts")
      .set(({ eb }) => ({ votes: eb("votes", "-", 1) }))
      .where("survey_id", "=", survey_id)
      .where("purpose", "=", purpose)
      .where("option_id", "=", vote.option_id)
      .where("while_private", "=", vote.while_private === 1 ? 1 : 0)
      .where("anonymous", "=", 0)
      .execute();
  }
}
