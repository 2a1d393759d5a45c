import { randomInt } from "node:crypto";
import { sql } from "kysely";
import type { Database, Transaction } from "#server/db/database.ts";
import { transact } from "#server/db/transact.ts";
import { isAnonymous, type VoterId } from "#server/features/voters/voters.reads.ts";
import { deleteParts, type ScanKey, storePart } from "./receipt-parts.writes.ts";
import { ReceiptShelves } from "./receipt-shelves.ts";
import { ABOVE_ALL, BELOW_ALL, type VoteRow, votesOf } from "./vote-rows.reads.ts";

/**
 * Progress of reading votes to seal or compare them, if they are too many for one step. Each step
 * is a transaction that records its progress, so that a crash, a lost lease or a time limit costs
 * one step.
 */
export interface Scan<State> extends ScanKey {
  version: number;
  /** The lowest voter id read. */
  readDownTo: VoterId;
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

/** Returns the ids of the surveys that are being scanned for a purpose. */
export async function listScans({ query }: Database, purpose: ScanKey["purpose"]) {
  const rows = await query
    .selectFrom("vote_scans")
    .select("survey_id")
    .where("purpose", "=", purpose)
    .orderBy("survey_id")
    .execute();
  return rows.map(({ survey_id }) => survey_id);
}

/** Begins a scan unless there is one; a sealed survey gets none for sealing. */
export async function beginScan(
  { query }: Database,
  { surveyId, purpose }: ScanKey,
  state: unknown,
): Promise<void> {
  // Steps of a dropped scan must not count for its replacement.
  const version = sql.lit(randomInt(2 ** 47));
  await sql`insert into vote_scans (survey_id, purpose, version, read_down_to, state)
    select id, ${sql.lit(purpose)}, ${version}, ${sql.lit(ABOVE_ALL)}, ${JSON.stringify(state)}
    from surveys where id = ${surveyId}
      ${purpose === "seal" ? sql`and seal_state <> 1` : sql``}
    on conflict do nothing`.execute(query);
}

/**
 * Takes a step of a scan: `write` and the new progress are one transaction. Returns false and
 * writes nothing if another server took the step, or a vote was made anonymous since the scan was
 * read.
 */
export function advance<State>(
  db: Database,
  { surveyId, purpose, version }: Scan<State>,
  to: { readDownTo?: VoterId; state: State },
  write: (tx: Transaction) => Promise<unknown>,
): Promise<boolean> {
  return transact(db, async (tx) => {
    const { numUpdatedRows } = await tx
      .updateTable("vote_scans")
      .set({ version: version + 1, state: JSON.stringify(to.state) })
      .$if(to.readDownTo !== undefined, (query) =>
        query.set({ read_down_to: to.readDownTo ?? ABOVE_ALL }),
      )
      .where("survey_id", "=", surveyId)
      .where("purpose", "=", purpose)
      .where("version", "=", version)
      .executeTakeFirstOrThrow();
    if (numUpdatedRows === 0n) return false;
    await write(tx);
    return true;
  });
}

/**
 * Returns whether no other server has taken a step since the scan was read, and keeps those that
 * read it earlier from taking one. What a step reads after another one was taken does not match.
 */
export const isCurrent = <State>(db: Database, scan: Scan<State>): Promise<boolean> =>
  advance(db, scan, { state: scan.state }, async () => undefined);

/** Ends a scan and deletes everything it has stored. */
export async function dropScan(db: Database, { surveyId, purpose }: ScanKey): Promise<void> {
  await deleteParts(db, { surveyId, purpose });
  await db.query
    .deleteFrom("vote_scans")
    .where("survey_id", "=", surveyId)
    .where("purpose", "=", purpose)
    .execute();
}

/** The votes read in one step. */
interface ReadVotes {
  shelves: ReceiptShelves;
  counts: Map<string, CountedVotes>;
  readDownTo: VoterId;
  /** Whether none are left. */
  isLast: boolean;
}

export type CountedVotes = Pick<VoteRow, "option_id"> & {
  while_private: 0 | 1;
  anonymous: 0 | 1;
  votes: number;
};

/**
 * Reads the next `atOnce` votes of a scan, or fewer if `stop` is aborted. `receiptOf` returns the
 * receipt of votes that get one.
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
      read.readDownTo = vote.voter;
    }
    count += votes.length;
    if (count >= atOnce || stop.aborted) return read;
  }
  // No id is lower, so a vote made anonymous from now on is not read again.
  return { ...read, readDownTo: BELOW_ALL, isLast: true };
}

export function addVote(
  counts: Map<string, CountedVotes>,
  { option_id, while_private, voter }: VoteRow,
): void {
  const counted = {
    option_id,
    while_private: while_private === 1 ? 1 : 0,
    anonymous: isAnonymous(voter) ? 1 : 0,
  } as const;
  const key = Object.values(counted).join();
  counts.set(key, { ...counted, votes: (counts.get(key)?.votes ?? 0) + 1 });
}

/** Stores votes that were read; call it within `advance`. */
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

/** Returns counts of the votes that a scan has read, as corrected by `noteMovedVotes` since. */
export async function readCounts({ query }: Database, { surveyId, purpose }: ScanKey) {
  return query
    .selectFrom("vote_scan_counts")
    .select(["option_id", "while_private", "anonymous", "votes"])
    .where("survey_id", "=", surveyId)
    .where("purpose", "=", purpose)
    .execute();
}

interface MovedVote {
  survey_id: number;
  option_id: number;
  while_private: number | null;
  /** The anonymous voter id that the vote gets. */
  becomes: VoterId;
}

/**
 * Records in scans that somebody's votes are about to be made anonymous, so that a vote that was
 * read and will be read again under its new voter id counts once.
 */
export async function noteMovedVotes(
  db: Database,
  tx: Transaction,
  voter: VoterId,
  votes: readonly MovedVote[],
): Promise<void> {
  const surveys = db.rows(
    ["survey_id"],
    votes.map(({ survey_id }) => [survey_id]),
  );
  // Until the votes are moved no step can end; a step that has already read them is repeated.
  const { rows: scans } = await sql<{ survey_id: number; purpose: string; read_down_to: VoterId }>`
    update vote_scans set version = version + 1 where survey_id in (select survey_id from ${surveys})
    returning survey_id, purpose, read_down_to`.execute(tx);
  for (const { survey_id, purpose, read_down_to } of scans) {
    const vote = votes.find((one) => one.survey_id === survey_id);
    if (!vote || voter < read_down_to || vote.becomes >= read_down_to) continue;
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
