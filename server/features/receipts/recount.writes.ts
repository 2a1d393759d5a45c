import { setImmediate as yieldToEventLoop } from "node:timers/promises";
import { sql } from "kysely";
import { DAY_MS } from "#contract/durations.ts";
import { compareAtOnce } from "./compare-at-once.reads.ts";
import { takeCompareStep } from "./compare-steps.writes.ts";
import type { ScanKey } from "./receipt-parts.writes.ts";
import { findSeal } from "./receipts.reads.ts";
import type { Sealing } from "./sealing.ts";

interface RecountTurn {
  now: number;
  signal: AbortSignal;
}

/**
 * Compares each sealed survey with its stored data once a day, starting with those not compared for
 * longest. A difference is logged, and shown on the survey's page (R293). Surveys with very many
 * votes take one step each, and continue in turn after all others (R382).
 */
export async function recountSealed(sealing: Sealing, turn: RecountTurn): Promise<void> {
  let left: number[] = [];
  for await (const id of listDue(sealing.db, turn.now)) {
    if (!(await recount(sealing, id, turn))) left.push(id);
    if (turn.signal.aborted) return;
  }
  while (left.length > 0) {
    const more: number[] = [];
    for (const id of left) {
      if (!(await recount(sealing, id, turn))) more.push(id);
      if (turn.signal.aborted) return;
      await yieldToEventLoop();
    }
    left = more;
  }
}

/**
 * Yields, once each, the sealed surveys that were not compared for a day, and those compared at a
 * time in the future, before the clock was set back.
 */
async function* listDue({ query }: Sealing["db"], now: number): AsyncGenerator<number> {
  for (const [from, to] of [
    [-1, now - DAY_MS],
    [now + DAY_MS, Number.MAX_SAFE_INTEGER],
  ] as const) {
    for (let last = { checked_at: from, survey_id: Number.MAX_SAFE_INTEGER }; ; ) {
      const { rows } = await sql<typeof last>`select checked_at, survey_id from seals
        where checked_at <= ${to} and (checked_at, survey_id) > (${last.checked_at}, ${last.survey_id})
        order by checked_at, survey_id limit 1`.execute(query);
      if (!rows[0]) break;
      last = rows[0];
      yield last.survey_id;
    }
  }
}

/** Returns whether the comparison is complete. */
async function recount(sealing: Sealing, survey_id: number, turn: RecountTurn): Promise<boolean> {
  const { db, log } = sealing;
  const difference = await findDifference(sealing, survey_id, { ...turn, purpose: "compare" });
  if (difference === undefined) return false;
  if (difference) log.error({ survey_id, difference }, "a sealed survey was changed");
  await db.query
    .updateTable("seals")
    .set({ checked_at: turn.now, difference })
    .where("survey_id", "=", survey_id)
    .execute();
  return true;
}

/** Yields the ids of all sealed surveys. */
async function* listSealed({ query }: Sealing["db"]): AsyncGenerator<number> {
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

/** Compares all sealed surveys, as `findDifference` does. */
export async function* compareAllSealed(
  sealing: Omit<Sealing, "log">,
  turn: RecountTurn,
): AsyncGenerator<{ surveyId: number; difference: string | null }> {
  for await (const surveyId of listSealed(sealing.db)) {
    let difference: string | null | undefined;
    while (difference === undefined) {
      difference = await findDifference(sealing, surveyId, { ...turn, purpose: "verify" });
    }
    yield { surveyId, difference };
  }
}

/**
 * Compares a sealed survey with its votes one by one, not with their counters. Returns in English
 * what differs from what was signed, null if nothing does, and undefined if it must be called again
 * to continue.
 */
export async function findDifference(
  sealing: Omit<Sealing, "log">,
  surveyId: number,
  turn: RecountTurn & Pick<ScanKey, "purpose">,
): Promise<string | null | undefined> {
  const seal = await findSeal(sealing.db, surveyId).catch(() => undefined);
  if (!seal) return "the seal cannot be read";
  const isLarge = seal.signed.document.receipts.count > sealing.votesAtOnce;
  const compare = isLarge ? takeCompareStep : compareAtOnce;
  return compare(sealing, { surveyId, signed: seal.signed }, turn);
}
