import type { Selectable } from "kysely";
import type { OwnDecision } from "#contract/endpoints/moderation.ts";
import { BATCH_ROWS, inBatches } from "#server/db/batches.ts";
import { cutPage, type Paging, readPage } from "#server/db/cursor.ts";
import type { Database } from "#server/db/database.ts";
import type { Tables } from "#server/db/tables/tables.ts";
import { toTimestamp } from "#server/db/timestamps.ts";
import { mayObject, objectionEnd } from "./policies.ts";
import { targetOf } from "./targets.reads.ts";

/** What is shown of a decision, to staff and to the person it is about. */
export const DECISION_COLUMNS = [
  ...(["decisions.id", "act", "reason", "words", "decided_at", "until"] as const),
  ...(["undone_at", "objection", "objection_answered_at", "stays"] as const),
] as const;

type Row = Omit<
  Selectable<Tables["decisions"]>,
  "case_id" | "person_id" | "moderator_id" | "times_before" | "legal_request_id"
>;

const orNull = (time: number | null) => (time === null ? null : toTimestamp(time));

/** Names nobody. */
export const toDecision = (row: Row, now: number) => ({
  ...{ id: row.id, act: row.act, reason: row.reason, words: row.words },
  decided_at: toTimestamp(row.decided_at),
  until: orNull(row.until),
  undone_at: orNull(row.undone_at),
  objection_until: mayObject(row, now) ? toTimestamp(objectionEnd(row)) : null,
  objection: row.objection,
  objection_answered_at: orNull(row.objection_answered_at),
  ...(row.stays === 1 && { stays: true as const }),
});

const ownDecisions = (db: Database, userId: number) =>
  db.query
    .selectFrom("decisions")
    .innerJoin("moderation_cases", "moderation_cases.id", "decisions.case_id")
    .leftJoin("surveys", "surveys.id", "moderation_cases.survey_id")
    .select(DECISION_COLUMNS)
    .select(["moderation_cases.survey_id", "question"])
    .where("decisions.person_id", "=", userId);

const toOwn =
  (now: number) =>
  ({
    survey_id,
    question,
    ...row
  }: Row & { survey_id: number | null; question: string | null }): OwnDecision => ({
    ...toDecision(row, now),
    survey: survey_id === null ? null : { id: survey_id, question: question ?? "" },
  });

/** Whom a case, or a decision, is about; undefined where it is gone. */
export async function personOf(
  { query }: Database,
  which: { caseId: number } | { decisionId: number },
): Promise<number | undefined> {
  if ("decisionId" in which) {
    const decision = query.selectFrom("decisions").select("person_id");
    return (await decision.where("id", "=", which.decisionId).executeTakeFirst())?.person_id;
  }
  const found = await query
    .selectFrom("moderation_cases")
    .leftJoin("surveys", "surveys.id", "moderation_cases.survey_id")
    .select(["person_id", "owner_id"])
    .where("moderation_cases.id", "=", which.caseId)
    .executeTakeFirst();
  return found?.person_id ?? found?.owner_id ?? undefined;
}

/** Decisions about a person or their surveys, newest first. */
export const listOwnDecisions = async (db: Database, userId: number, paging: Paging, now: number) =>
  cutPage(
    await readPage(ownDecisions(db, userId), ["decisions.id"], paging),
    paging.limit,
    ({ id }) => [id],
    toOwn(now),
  );

export const exportDecisions = (db: Database, userId: number, now: number) =>
  inBatches(
    0,
    (last) =>
      ownDecisions(db, userId)
        .where("decisions.id", ">", last)
        .orderBy("decisions.id")
        .limit(BATCH_ROWS)
        .execute(),
    ({ id }) => id,
    toOwn(now),
  );

export const exportReports = (db: Database, userId: number) =>
  inBatches(
    0,
    (last) =>
      db.query
        .selectFrom("reports")
        .innerJoin("moderation_cases", "moderation_cases.id", "reports.case_id")
        .select(["reports.id", "reason", "text", "created_at", "decided_at"])
        .select(["survey_id", "person_id"])
        .where("reporter_id", "=", userId)
        .where("reports.id", ">", last)
        .orderBy("reports.id")
        .limit(BATCH_ROWS)
        .execute(),
    ({ id }) => id,
    (row) => {
      const { kind, id } = targetOf(row);
      return {
        ...{ kind, target_id: id, reason: row.reason, text: row.text },
        reported_at: toTimestamp(row.created_at),
        decided_at: orNull(row.decided_at),
      };
    },
  );
