import { sql } from "kysely";
import { DAY_MS } from "#contract/durations.ts";
import type { LegalAsker, LegalOutcome } from "#contract/endpoints/moderation/legal-requests.ts";
import { LEGAL_COPIES_KEPT_DAYS } from "#contract/limits.ts";
import type { Database, Transaction } from "#server/db/database.ts";
import { dayInTurkey } from "#server/db/timestamps.ts";
import { transact } from "#server/db/transact.ts";
import { ApiError } from "#server/errors.ts";
import { lockCaseOf, urgencyOf } from "#server/features/cases/cases.writes.ts";
import { requestName } from "#server/features/moderation/cases.reads.ts";
import { requireOther } from "#server/features/moderation/policies.ts";
import { writeRecord } from "#server/features/moderation/record.writes.ts";
import { requireProof, type Staff } from "#server/features/moderation/staff-proof.reads.ts";
import { readTarget, type Target, targetOf } from "#server/features/moderation/targets.reads.ts";
import type { Copy } from "./copies.ts";

interface Asked {
  asker: LegalAsker;
  reference: string;
  /** As it was given. */
  address: string;
  words: string;
  receivedAt: number;
  deadline: number;
  /** Undefined where nothing has the address. */
  target: Pick<Target, "kind" | "id"> | undefined;
  copy: Copy | undefined;
}

/** What a request counts among the cases: as the heaviest report. */
const WEIGHT = 40;

/**
 * Registers a legal request under the next number of its year, with a copy of what it is about, whose
 * hash is in the record, and opens the case in which it is decided. Throws `staff_factor_missing`,
 * and what the proof throws.
 */
export const createLegalRequest = (
  db: Database,
  by: Staff,
  { target, copy, ...asked }: Asked,
  now: number,
): Promise<{ id: number; year: number; number: number }> =>
  transact(db, async (tx) => {
    await requireProof(tx, by);
    const caseId = target && copy ? await openCase(db, tx, target, now) : null;
    // Numbers have no gaps: later requests wait for the commit.
    if (db.engine === "postgres")
      await sql`lock table legal_requests in share row exclusive mode`.execute(tx);
    const year = Number(dayInTurkey(now).slice(0, 4));
    const last = await tx
      .selectFrom("legal_requests")
      .select("number")
      .where("year", "=", year)
      .orderBy("number", "desc")
      .limit(1)
      .executeTakeFirst();
    const number = (last?.number ?? 0) + 1;
    const { id } = await tx
      .insertInto("legal_requests")
      .values({
        ...{ year, number, asker: asked.asker, reference: asked.reference },
        ...{ target: asked.address, words: asked.words, received_at: asked.receivedAt },
        ...{ deadline: asked.deadline, queue: -asked.deadline, case_id: caseId },
        ...{ copy: copy?.text ?? null, copy_hash: copy?.hash ?? null },
      })
      .returning("id")
      .executeTakeFirstOrThrow();
    const pictures =
      copy?.pictures.map(({ place: _, ...picture }) => ({ ...picture, request_id: id })) ?? [];
    if (pictures.length > 0) await tx.insertInto("legal_pictures").values(pictures).execute();
    await writeRecord(db, tx, {
      ...{ at: now, actor: by.id, act: "legal_request", reason: "" },
      target: `legal_request ${requestName({ year, number })}`,
      words: copy ? `SHA-256 ${copy.hash}` : "",
    });
    return { id, year, number };
  });

async function openCase(
  db: Database,
  tx: Transaction,
  { kind, id }: Pick<Target, "kind" | "id">,
  now: number,
): Promise<number> {
  const found = await lockCaseOf(db, tx, kind, id);
  const openedAt = found.opened_at ?? now;
  await tx
    .updateTable("moderation_cases")
    .set({
      ...{ opened_at: openedAt, version: found.version + 1 },
      urgency: urgencyOf(found.weight + WEIGHT, openedAt),
    })
    .where("id", "=", found.id)
    .execute();
  return found.id;
}

/**
 * Closes a request with what was done. Throws `legal_request_not_found`, `legal_request_answered`,
 * `own_case`, `staff_factor_missing`, and what the proof throws.
 */
export const answerLegalRequest = (
  db: Database,
  by: Staff,
  { id, outcome, answer }: { id: number; outcome: LegalOutcome; answer: string },
  now: number,
): Promise<void> =>
  transact(db, async (tx) => {
    await requireProof(tx, by);
    const request = await tx
      .selectFrom("legal_requests")
      .select(["year", "number", "case_id", "answered_at"])
      .where("id", "=", id)
      .modifyEnd(db.forUpdate)
      .executeTakeFirst();
    if (!request) throw new ApiError("legal_request_not_found");
    if (request.answered_at !== null) throw new ApiError("legal_request_answered");
    if (request.case_id !== null) await requireNotOwn(tx, by, request.case_id);
    await tx
      .updateTable("legal_requests")
      .set({ outcome, answer, answered_at: now, queue: null })
      .where("id", "=", id)
      .execute();
    await writeRecord(db, tx, {
      ...{ at: now, actor: by.id, act: `legal_${outcome}`, reason: "", words: answer },
      target: `legal_request ${requestName(request)}`,
    });
  });

async function requireNotOwn(tx: Transaction, by: Staff, caseId: number): Promise<void> {
  const found = await tx
    .selectFrom("moderation_cases")
    .select(["survey_id", "person_id"])
    .where("id", "=", caseId)
    .executeTakeFirst();
  const target = found && (await readTarget(tx, targetOf(found)));
  if (target) requireOther(by, target.user.id);
}

const DROPPED_AT_ONCE = 20;

/** Drops copies whose time is over, a few at once. Returns the paths of their pictures. */
export async function dropOldCopies(tx: Transaction, now: number): Promise<string[]> {
  const old = await tx
    .selectFrom("legal_requests")
    .select("id")
    .where("answered_at", "<=", now - LEGAL_COPIES_KEPT_DAYS * DAY_MS)
    .where("copy", "is not", null)
    .limit(DROPPED_AT_ONCE)
    .execute();
  if (old.length === 0) return [];
  const ids = old.map(({ id }) => id);
  await tx.updateTable("legal_requests").set({ copy: null }).where("id", "in", ids).execute();
  const dropped = await tx
    .deleteFrom("legal_pictures")
    .where("request_id", "in", ids)
    .returning("image")
    .execute();
  return dropped.map(({ image }) => image);
}
