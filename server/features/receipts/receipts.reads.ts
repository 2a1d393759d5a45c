import { setImmediate as yieldToEventLoop } from "node:timers/promises";
import { sql } from "kysely";
import type * as z from "zod";
import type { findReceipt, getOwnReceipt, getSeal } from "#contract/endpoints/receipts.ts";
import { fromHex, toHex } from "#contract/proof/byte-texts.ts";
import { canonicalJson } from "#contract/proof/canonical-json.ts";
import { receiptLeaf } from "#contract/proof/check-seal.ts";
import { inclusionPath } from "#contract/proof/merkle-tree.ts";
import {
  type SealedResults,
  SealedResults as SealedShape,
  type Signed,
} from "#contract/proof/sealed-results.ts";
import type { Database } from "#server/db/database.ts";
import { ApiError } from "#server/errors.ts";
import { showsOtherRounds } from "#server/features/results/rounds.reads.ts";
import type { VisibleSurvey } from "#server/features/surveys/survey-access.reads.ts";
import { surveyState, visibleTo } from "#server/features/visibility/visibility.reads.ts";
import { hasVote, joinVote, type VoterId } from "#server/features/voters/voters.reads.ts";
import type { Sealer } from "#server/secret/sealer.ts";
import { asOnePart, readEnded } from "./ended-surveys.reads.ts";
import { receiptsOf, SLICE_RECEIPTS, sha256 } from "./receipts.ts";
import { isOtherReport } from "./sealed-report-hash.reads.ts";
import { publicKeyOf, type SigningKey, signReceipt } from "./signing-key.ts";

type SealAnswer = z.output<(typeof getSeal.answers)[200]>["item"];
type OwnReceipt = z.output<(typeof getOwnReceipt.answers)[200]>["item"];
type Inclusion = z.output<(typeof findReceipt.answers)[200]>["item"];

/**
 * Returns the receipt of somebody's vote, signed for them to keep (R441). Throws `survey_not_found` if
 * they may not see the survey, `vote_not_found`, or `receipt_lost` if it was sealed with an earlier
 * secret of the installation.
 */
export async function readOwnReceipt(
  db: Database,
  { sealer, key }: { sealer: Sealer; key: SigningKey },
  vote: { surveyId: number; voter: VoterId; invitationCode: string | undefined },
): Promise<OwnReceipt> {
  const { surveyId, voter, invitationCode } = vote;
  const { rows } = await sql<{ voted: number; key_id: string | null; changeable: number }>`
    select ${hasVote} as voted, seals.key_id, changeable_votes as changeable from surveys
    ${joinVote(sql.ref("surveys.id"), voter)}
    left join seals on seals.survey_id = surveys.id
    where surveys.id = ${surveyId} and ${visibleTo(db, voter, invitationCode)}`.execute(db.query);
  const [row] = rows;
  if (!row) throw new ApiError("survey_not_found");
  if (row.voted === 0) throw new ApiError("vote_not_found");
  if (row.key_id !== null && row.key_id !== key.publicKey.kid) throw new ApiError("receipt_lost");
  const receipt = receiptsOf(sealer, surveyId).ofVoter(voter);
  // A vote that somebody added after the seal must not get a signature.
  const isSigned = row.key_id === null || (await isSealed(db, surveyId, receipt));
  const mayGo = row.changeable === 1 && row.key_id === null;
  return { receipt, signed: isSigned ? signReceipt(key, surveyId, receipt, mayGo) : null };
}

async function isSealed({ query }: Database, surveyId: number, receipt: string): Promise<boolean> {
  const { receipts } = await findSlice(
    query,
    surveyId,
    receipt,
    await countSlices(query, surveyId),
  );
  return receipts.includes(receipt);
}

const countSlices = async (query: Database["query"], surveyId: number): Promise<number> => {
  const { count } = await query
    .selectFrom("seal_slices")
    .select(({ fn }) => fn.countAll<number>().as("count"))
    .where("survey_id", "=", surveyId)
    .executeTakeFirstOrThrow();
  return Number(count);
};

/** Returns what was signed at the survey's end, or why nothing was. Its results must be visible. */
export async function readSeal(
  db: Database,
  survey: VisibleSurvey,
  now: number,
): Promise<SealAnswer> {
  const none = { signed: null, differs: false };
  if (surveyState(survey, now) !== "ended") return { state: "open", ...none };
  const seal = await findSeal(db, survey.id);
  if (seal) {
    const differs = seal.difference !== null || (await isOther(db, seal.signed.document, now));
    return { state: "sealed", signed: seal.signed, differs };
  }
  const row = await db.query
    .selectFrom("surveys")
    .select("seal_state")
    .where("id", "=", survey.id)
    .executeTakeFirst();
  const states = ["pending", "too_few", "unsealable"] as const;
  return { state: states[row?.seal_state ?? 0] ?? "pending", ...none };
}

/** Whether the survey's texts, times, counters or report differ from those that were signed. */
export async function isOther(db: Database, document: SealedResults, now: number) {
  // A clock that is set before the end must not make a difference (R352).
  const atEnd = Math.max(now, Date.parse(document.survey.end_time));
  const ended = await readEnded(db, document.survey.id, atEnd);
  if (!ended) return true;
  const { survey, options, private_part, no_opinion } = document;
  const said = no_opinion && { no_opinion };
  const voting = "ballot" in document && { ballot: document.ballot, voters: document.voters };
  const isOpenedSince = private_part === "none" && ended.private_part !== "none";
  const { while_private: _, ...part } = ended;
  const counted = isOpenedSince ? { ...part, ...asOnePart(part) } : part;
  if (
    canonicalJson(counted) !== canonicalJson({ survey, options, private_part, ...said, ...voting })
  )
    return true;
  if ("voters" in document) {
    const part = { surveyId: survey.id, whilePrivate: document.report.while_private };
    if (await showsOtherRounds(db, part, document.ranking)) return true;
  }
  const which = { surveyId: survey.id, isPrivate: ended.while_private };
  return isOtherReport(db, which, "report" in document ? document.report : undefined);
}

/** Returns a survey's seal as stored. */
export async function findSeal(
  { query }: Database,
  surveyId: number,
): Promise<{ signed: Signed; difference: string | null } | undefined> {
  const row = await query
    .selectFrom("seals")
    .innerJoin("signing_keys", "signing_keys.key_id", "seals.key_id")
    .select(["document", "signature", "difference", "x"])
    .where("survey_id", "=", surveyId)
    .executeTakeFirst();
  if (!row) return undefined;
  const { document, signature, difference, x } = row;
  const signed = {
    document: SealedShape.parse(JSON.parse(document)),
    signature,
    public_key: publicKeyOf(x),
  };
  return { signed, difference };
}

/** Yields a seal's receipts in order, slice by slice. */
export async function* readReceipts(
  { query }: Database,
  surveyId: number,
): AsyncGenerator<string[]> {
  for (let number = 0; ; number++) {
    const receipts = await readSlice(query, surveyId, number);
    if (receipts.length === 0) return;
    yield receipts;
    // SQLite queries do not wait, so requests get a turn only between them.
    await yieldToEventLoop();
  }
}

/**
 * Proves that a receipt is among those of a sealed survey. Throws `not_sealed`, or
 * `receipt_not_found` if it is not.
 */
export async function proveReceipt(
  { query }: Database,
  surveyId: number,
  receipt: string,
): Promise<Inclusion> {
  const seal = await query
    .selectFrom("seals")
    .select("survey_id")
    .where("survey_id", "=", surveyId)
    .executeTakeFirst();
  if (!seal) throw new ApiError("not_sealed");
  const roots = await query
    .selectFrom("seal_slices")
    .select("root")
    .where("survey_id", "=", surveyId)
    .orderBy("number")
    .execute();
  const { number, receipts } = await findSlice(query, surveyId, receipt, roots.length);
  const at = receipts.indexOf(receipt);
  if (at < 0) throw new ApiError("receipt_not_found");
  const leaves = receipts.map((one) => receiptLeaf(sha256, one));
  const path = [
    ...inclusionPath(sha256, leaves, at),
    ...inclusionPath(
      sha256,
      roots.map(({ root }) => fromHex(root)),
      number,
    ),
  ];
  const last = roots.length - 1;
  const lastOnes = number === last ? receipts : await readSlice(query, surveyId, last);
  return {
    index: number * SLICE_RECEIPTS + at,
    size: last * SLICE_RECEIPTS + lastOnes.length,
    path: path.map(toHex),
  };
}

/**
 * Finds the slice of `count` that would contain a receipt. It reads few, since each is read whole.
 */
async function findSlice(
  query: Database["query"],
  surveyId: number,
  receipt: string,
  count: number,
): Promise<{ number: number; receipts: string[] }> {
  let found = { number: 0, receipts: [] as string[] };
  for (let [low, high] = [0, count]; low < high; ) {
    const number = (low + high) >>> 1;
    const receipts = await readSlice(query, surveyId, number);
    if ((receipts[0] ?? "") > receipt) high = number;
    else [found, low] = [{ number, receipts }, number + 1];
  }
  return found;
}

/** Returns the receipts of a slice; none if there is no such slice. */
export async function readSlice(query: Database["query"], surveyId: number, number: number) {
  const slice = await query
    .selectFrom("seal_slices")
    .select("receipts")
    .where("survey_id", "=", surveyId)
    .where("number", "=", number)
    .executeTakeFirst();
  return slice?.receipts.split("\n") ?? [];
}

/** Counts sealed surveys that were found to differ from what was signed. */
export async function countDifferences({ query }: Database): Promise<number> {
  const { count } = await query
    .selectFrom("seals")
    .select(({ fn }) => fn.countAll<number>().as("count"))
    .where("difference", "is not", null)
    .executeTakeFirstOrThrow();
  return Number(count);
}
