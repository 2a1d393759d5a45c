import { setImmediate as yieldToEventLoop } from "node:timers/promises";
import { toHex, utf8 } from "#contract/proof/byte-texts.ts";
import { checkSignature } from "#contract/proof/check-seal.ts";
import { GrowingTree, leafHash } from "#contract/proof/merkle-tree.ts";
import {
  type Counted,
  countsOf,
  hasFewer,
  type SignedHead,
  TreeHead,
} from "#contract/proof/tree-heads.ts";
import type { Database } from "#server/db/database.ts";
import { ballotOfSurvey, storageOf } from "#server/features/ballots/ballots.reads.ts";
import { shownNoOpinions } from "#server/features/ballots/no-opinion.reads.ts";
import { isEnough, shownCount, votersIn } from "#server/features/ballots/shown-counts.reads.ts";
import {
  isNotHiddenAt,
  isOpenAt,
  isOpenToStrangers,
} from "#server/features/visibility/visibility.reads.ts";
import { isAnonymous } from "#server/features/voters/voters.reads.ts";
import type { Ended } from "./ended-surveys.reads.ts";
import { ReceiptShelves } from "./receipt-shelves.ts";
import { nodeTools, receiptsOf, sha256 } from "./receipts.ts";
import type { Sealing } from "./sealing.ts";
import { publicKeyOf } from "./signing-key.ts";
import { votesOf } from "./vote-rows.reads.ts";

/** Heads in one response. */
const HEADS_AT_ONCE = 100;
const HASHED_AT_ONCE = 1024;

/** Returns a survey's tree heads in order, from a number on. */
export async function listHeads(
  { query }: Database,
  surveyId: number,
  from: number,
): Promise<SignedHead[]> {
  const rows = await query
    .selectFrom("tree_heads")
    .innerJoin("signing_keys", "signing_keys.key_id", "tree_heads.key_id")
    .select(["document", "signature", "x"])
    .where("survey_id", "=", surveyId)
    .where("number", ">=", from)
    .orderBy("number")
    .limit(HEADS_AT_ONCE)
    .execute();
  return rows.map(({ document, signature, x }) => ({
    document: TreeHead.parse(JSON.parse(document)),
    signature,
    public_key: publicKeyOf(x),
  }));
}

/** Returns a survey's last head; `broken` if it is not as it was signed. */
export async function findLastHead(
  { query }: Database,
  surveyId: number,
): Promise<TreeHead | "broken" | undefined> {
  const row = await query
    .selectFrom("tree_heads")
    .leftJoin("signing_keys", "signing_keys.key_id", "tree_heads.key_id")
    .select(["document", "signature", "x"])
    .where("survey_id", "=", surveyId)
    .orderBy("number", "desc")
    .limit(1)
    .executeTakeFirst();
  if (!row) return undefined;
  const { signature, x } = row;
  const document = TreeHead.safeParse(parse(row.document)).data;
  if (!document || x === null) return "broken";
  const findings = await checkSignature(
    { document, signature, public_key: publicKeyOf(x) },
    nodeTools,
  );
  return findings.length > 0 ? "broken" : document;
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/**
 * Returns what results count of an open survey; undefined if it is not open, its votes may become
 * fewer (ADR-073), or nobody may know any number of them (R590). Counts by option are null where not everybody sees the results, or a
 * vote may count for several options.
 */
export async function readOpenCounts(
  db: Database,
  surveyId: number,
  now: number,
): Promise<Counted | undefined> {
  const options = await db.query
    .selectFrom("options")
    .innerJoin("surveys", "surveys.id", "survey_id")
    .select(["options.id as option_id", "visibility", "result_visibility"])
    .select(["in_steps", "was_public", ballotOfSurvey.as("ballot")])
    .select([shownCount(now).as("votes"), shownNoOpinions(now).as("no_opinion")])
    .where("survey_id", "=", surveyId)
    .where(isOpenAt(now))
    .where(isNotHiddenAt(db, now))
    .where("changeable_votes", "=", 0)
    .orderBy("position")
    .execute();
  const [survey] = options;
  if (!survey) return undefined;
  const votes = votersIn(options);
  const isCountedOnce = storageOf(survey.ballot).tally === undefined;
  const isPlain =
    isCountedOnce && isOpenToStrangers(survey) && survey.result_visibility === "before";
  const isShown = isEnough(survey, votes);
  return {
    while_private: survey.was_public === 0,
    votes: isShown ? votes : 0,
    ...(survey.no_opinion !== null && { no_opinion: isShown ? survey.no_opinion : 0 }),
    counts: isPlain ? options.map(({ option_id, votes }) => ({ option_id, votes })) : null,
  };
}

/** What the log says where votes do not continue an earlier head. */
export const REMOVED = "votes of an earlier tree head are gone: nothing is signed";

/**
 * Returns the leaves of the last head; `broken` if they are not those that it signed. Of an earlier
 * secret, whose leaves cannot be derived, there are none.
 */
export async function readLeaves(
  { db: { query }, key }: Pick<Sealing, "db" | "key">,
  last: TreeHead | undefined,
): Promise<Set<string> | "broken"> {
  if (!last?.root || last.key_id !== key.publicKey.kid) return new Set();
  const row = await query
    .selectFrom("head_leaves")
    .select("leaves")
    .where("survey_id", "=", last.survey_id)
    .executeTakeFirst();
  const leaves = row?.leaves.split("\n") ?? [];
  return (await leavesRoot(leaves)) === last.root ? new Set(leaves) : "broken";
}

/** Returns the root over sorted leaves, hexadecimal; gives requests a turn meanwhile. */
export async function leavesRoot(leaves: readonly string[]): Promise<string> {
  const tree = new GrowingTree(sha256);
  for (const [i, leaf] of leaves.entries()) {
    tree.add(leafHash(sha256, utf8(leaf)));
    if (i % HASHED_AT_ONCE === 0) await yieldToEventLoop();
  }
  return toHex(tree.root());
}

/** Finds out which votes are new since earlier heads, and whether one of theirs is missing. */
export class LeavesCheck {
  readonly #missing: Set<string>;
  readonly #all = new ReceiptShelves();
  #anonymous = 0;

  constructor(earlier: ReadonlySet<string>) {
    this.#missing = new Set(earlier);
    for (const leaf of earlier) this.#all.add(leaf);
  }

  /** `leaf` is undefined for the vote of a deleted account, whose leaf cannot be derived. */
  add(leaf: string | undefined): void {
    if (leaf === undefined) this.#anonymous++;
    else if (!this.#missing.delete(leaf)) this.#all.add(leaf);
  }

  /** Returns the leaves of the next head, sorted. */
  sorted(): Promise<string[]> {
    return this.#all.sorted();
  }

  /** How many votes of earlier heads are certainly gone. */
  get removed(): number {
    return Math.max(0, this.#missing.size - this.#anonymous);
  }
}

/** Compares a survey's votes with the leaves of its last head; `broken` if these were changed. */
export async function checkLeaves(
  { db, sealer, key }: Pick<Sealing, "db" | "sealer" | "key">,
  { surveyId, last }: { surveyId: number; last: TreeHead | undefined },
  signal: AbortSignal,
): Promise<LeavesCheck | "broken"> {
  const earlier = await readLeaves({ db, key }, last);
  if (earlier === "broken") return earlier;
  const check = new LeavesCheck(earlier);
  const { leafOf } = receiptsOf(sealer, surveyId);
  for await (const votes of votesOf(db, surveyId)) {
    for (const { voter } of votes) check.add(isAnonymous(voter) ? undefined : leafOf(voter));
    if (signal.aborted) break;
  }
  return check;
}

/** Whether a survey's end counts fewer votes than its last head, or that was changed. */
export async function hasLostVotes(db: Database, ended: Ended): Promise<boolean> {
  const last = await findLastHead(db, ended.survey.id);
  return (
    last === "broken" ||
    (last !== undefined && hasFewer(last, countsOf(ended, ended.while_private)))
  );
}

/** Yields the surveys with heads that are not sealed, with what differs from the heads, in English. */
export async function* compareOpen(
  sealing: Pick<Sealing, "db" | "sealer" | "key">,
  { now, signal }: { now: number; signal: AbortSignal },
): AsyncGenerator<{ surveyId: number; difference: string | null }> {
  const { query } = sealing.db;
  for (let last = 0; ; ) {
    const row = await query
      .selectFrom("head_leaves")
      .select("survey_id")
      .where("survey_id", ">", last)
      .orderBy("survey_id")
      .limit(1)
      .executeTakeFirst();
    if (!row || signal.aborted) return;
    last = row.survey_id;
    yield { surveyId: last, difference: await differenceOfHeads(sealing, last, now, signal) };
  }
}

async function differenceOfHeads(
  sealing: Pick<Sealing, "db" | "sealer" | "key">,
  surveyId: number,
  now: number,
  signal: AbortSignal,
): Promise<string | null> {
  const last = await findLastHead(sealing.db, surveyId);
  if (last === "broken") return "the last tree head is not as it was signed";
  const open = await readOpenCounts(sealing.db, surveyId, now);
  if (last && open && hasFewer(last, open)) return "fewer votes than in the last tree head";
  const check = await checkLeaves(sealing, { surveyId, last }, signal);
  if (check === "broken") return "what the last tree head signed was changed";
  const { removed } = check;
  return removed > 0 ? `${removed} votes of an earlier tree head are gone` : null;
}
