import { createPublicKey, verify } from "node:crypto";
import { setImmediate as yieldToEventLoop } from "node:timers/promises";
import { canonicalJson } from "#contract/canonical-json.ts";
import { checkReceipts, checkSignature, type Tools, votesIn } from "#contract/check-seal.ts";
import { RowCounts, readEdits, votesOf } from "./ended-surveys.reads.ts";
import { findSeal, isOther, readReceipts } from "./receipts.reads.ts";
import { receiptsOf, sha256 } from "./receipts.ts";
import type { Sealing } from "./seals.writes.ts";

const DAY_MS = 86_400_000;

/** By Node.js. */
export const nodeTools: Tools = {
  sha256,
  verify: async ({ kty, crv, x }, bytes, signature) => {
    try {
      const key = createPublicKey({ key: { kty, crv, x }, format: "jwk" });
      return verify(null, bytes, key, signature);
    } catch {
      // Whoever changed a key may have left none.
      return false;
    }
  },
};

/**
 * Compares sealed surveys with what is kept of them, those first that were longest not compared; each once
 * a day. What differs is logged, and stands on the survey's page (R293).
 */
export async function recountSealed(
  sealing: Sealing,
  { now, signal }: { now: number; signal: AbortSignal },
): Promise<void> {
  const { db, log } = sealing;
  while (!signal.aborted) {
    const survey_id = (await findDue(db, now)) ?? (await findAhead(db, now));
    if (survey_id === undefined) return;
    const difference = await findDifference(sealing, survey_id, { now, signal });
    if (signal.aborted) return;
    if (difference) log.error({ survey_id, difference }, "a sealed survey was changed");
    await db.query
      .updateTable("seals")
      .set({ checked_at: now, difference })
      .where("survey_id", "=", survey_id)
      .execute();
  }
}

/** The sealed survey that was longest not compared, if that is a day ago. */
const findDue = async ({ query }: Sealing["db"], now: number) =>
  (
    await query
      .selectFrom("seals")
      .select("survey_id")
      .where("checked_at", "<=", now - DAY_MS)
      .orderBy("checked_at")
      .orderBy("survey_id")
      .limit(1)
      .executeTakeFirst()
  )?.survey_id;

/** One that was compared at a later time than now, before the clock was set back. */
const findAhead = async ({ query }: Sealing["db"], now: number) =>
  (
    await query
      .selectFrom("seals")
      .select("survey_id")
      .where("checked_at", ">", now + DAY_MS)
      .orderBy("checked_at", "desc")
      .limit(1)
      .executeTakeFirst()
  )?.survey_id;

/** The ids of all surveys that are sealed, one by one. */
export async function* listSealed({ query }: Sealing["db"]): AsyncGenerator<number> {
  for (let last = 0; ; ) {
    const seals = await query
      .selectFrom("seals")
      .select("survey_id")
      .where("survey_id", ">", last)
      .orderBy("survey_id")
      .limit(1000)
      .execute();
    if (seals.length === 0) return;
    for (const { survey_id } of seals) yield survey_id;
    last = seals.at(-1)?.survey_id ?? last;
  }
}

/**
 * What is not as it was signed, in English; null where all is. Votes are read one by one, not by their
 * counters.
 */
export async function findDifference(
  { db, sealer, key }: Omit<Sealing, "log">,
  surveyId: number,
  { now, signal }: { now: number; signal: AbortSignal },
): Promise<string | null> {
  const seal = await findSeal(db, surveyId).catch(() => undefined);
  if (!seal) return "the seal cannot be read";
  const { document } = seal.signed;
  const receipts: string[] = [];
  const sealed = new Set<string>();
  for await (const slice of readReceipts(db, surveyId)) {
    receipts.push(...slice);
    for (const receipt of slice) sealed.add(receipt);
  }
  const findings = [
    ...(await checkSignature(seal.signed, nodeTools)),
    ...(await checkReceipts(document, [receipts], { ...nodeTools, pause: yieldToEventLoop })),
  ];
  if (document.survey.id !== surveyId) findings.push("unreadable");
  if (findings.length > 0) return `the seal does not hold: ${findings.join(", ")}`;

  if (await isOther(db, document, now)) return "the question, an option, a time or a counter";
  const edits = (await readEdits(db, surveyId)).slice(0, document.edits.length);
  if (canonicalJson(edits) !== canonicalJson(document.edits)) return "the changes of the survey";

  const { ofVoter } = receiptsOf(sealer, surveyId);
  const counts = new RowCounts(document.private_part);
  let [rows, foreign] = [0, 0];
  for await (const votes of votesOf(db, surveyId, signal)) {
    for (const vote of votes) {
      if (!counts.add(vote)) continue;
      rows++;
      // Receipts that an earlier secret made cannot be derived any more.
      const isDerived = vote.user_id > 0 && document.key_id === key.publicKey.kid;
      if (isDerived && !sealed.has(ofVoter(vote.user_id))) foreign++;
    }
  }
  if (foreign > 0) return `${foreign} votes without a receipt among those that were signed`;
  if (rows !== votesIn(document)) return `${rows} votes instead of ${votesIn(document)}`;
  return counts.fit(document.options) ? null : "the votes of an option";
}
