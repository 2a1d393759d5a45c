import { sql } from "kysely";
import type { Case, CaseDetail } from "#contract/endpoints/moderation-cases.ts";
import { cutPage, type Paging, readPage } from "#server/db/cursor.ts";
import type { Database, Transaction } from "#server/db/database.ts";
import { toTimestamp } from "#server/db/timestamps.ts";
import { ApiError } from "#server/errors.ts";
import { readOpenHold } from "#server/features/surveys/holds/survey-holds.reads.ts";
import { DECISION_COLUMNS, toDecision } from "./decisions.reads.ts";
import { readViewers } from "./queue/case-viewers.reads.ts";
import { readReasons } from "./queue/reasons.reads.ts";
import { readTarget, type Target, targetOf } from "./targets.reads.ts";
import { listCasePictures } from "./withheld-pictures.reads.ts";

/** Most reports and decisions that are shown of a case. */
const SHOWN = 100;

const selectCases = (db: Database) =>
  db.query
    .selectFrom("moderation_cases")
    .leftJoin("surveys", "surveys.id", "moderation_cases.survey_id")
    .leftJoin("survey_holds", (join) =>
      join.onRef("survey_holds.survey_id", "=", "surveys.id").on("is_open", "=", 1),
    )
    .innerJoin("users", (join) =>
      join.on("users.id", "=", sql<number>`coalesce(surveys.owner_id, person_id)`),
    )
    .select([
      "moderation_cases.id",
      "moderation_cases.survey_id",
      "person_id",
      "reports",
      "weight",
      "opened_at",
    ])
    .select(["has_objection", "urgency", "version", "question", "is_open"])
    .select(["escalation", "muted_until"])
    .select(["users.id as user_id", "name", "nickname", "users.image as avatar"]);

type Row = Awaited<ReturnType<ReturnType<typeof selectCases>["execute"]>>[number];

const toCase = (row: Row, viewers: string[] = []): Case => {
  const { kind, id } = targetOf(row);
  return {
    ...{ id: row.id, kind, target_id: id, title: row.question ?? row.name },
    user: { id: row.user_id, name: row.name, nickname: row.nickname, image: row.avatar },
    ...{ reports: row.reports, weight: row.weight },
    opened_at: row.opened_at === null ? null : toTimestamp(row.opened_at),
    has_objection: row.has_objection === 1,
    escalation: row.escalation,
    is_held: row.is_open === 1,
    viewers,
  };
};

interface Looking {
  viewerId: number;
  now: number;
}

/** What is open, most urgent first. */
export async function listCases(db: Database, looking: Looking, paging: Paging) {
  const open = selectCases(db).where("urgency", "is not", null);
  const rows = await readPage(open, ["urgency", "moderation_cases.id"], paging);
  const ids = rows.map(({ id }) => id);
  // Of a muted case no report counts (R677).
  const reported = rows.flatMap(({ id, reports }) => (reports > 0 ? id : []));
  const [viewers, reasons] = await Promise.all([
    readViewers(db, ids, looking),
    readReasons(db, reported),
  ]);
  return cutPage(
    rows,
    paging.limit,
    (row) => [row.urgency ?? 0, row.id],
    (row) => ({ ...toCase(row, viewers.get(row.id)), reasons: reasons.get(row.id) ?? [] }),
  );
}

/** Open cases among which the next one is chosen. */
const NEXT = 20;

/**
 * The id of the most urgent open case that the viewer may decide and nobody else has open, or else
 * of the most urgent one.
 */
export async function nextCase(
  db: Database,
  looking: Looking & { isAdmin: boolean },
): Promise<number | null> {
  const rows = await db.query
    .selectFrom("moderation_cases")
    .select("id")
    .where("urgency", "is not", null)
    .$if(!looking.isAdmin, (open) => open.where("escalation", "is", null))
    .orderBy("urgency", "desc")
    .orderBy("id", "desc")
    .limit(NEXT)
    .execute();
  const ids = rows.map(({ id }) => id);
  const viewers = await readViewers(db, ids, looking);
  return ids.find((id) => !viewers.has(id)) ?? ids[0] ?? null;
}

export async function isOfSurvey(db: Database, caseId: number): Promise<boolean> {
  const found = await db.query
    .selectFrom("moderation_cases")
    .select("survey_id")
    .where("id", "=", caseId)
    .executeTakeFirst();
  return found !== undefined && found.survey_id !== null;
}

/** A case for staff, and its target. Throws `case_not_found`. */
export async function readCase(
  db: Database,
  id: number,
  now: number,
): Promise<{ item: CaseDetail; target: Target }> {
  const row = await selectCases(db).where("moderation_cases.id", "=", id).executeTakeFirst();
  const target = row && (await readTarget(db.query, targetOf(row)));
  if (!target) throw new ApiError("case_not_found");
  const [reported, decisions, others, pictures, requests, hold] = await Promise.all([
    db.query
      .selectFrom("reports")
      .leftJoin("reporter_records", "reporter_records.user_id", "reports.reporter_id")
      .select(["id", "reason", "text", "snapshot", "created_at", "decided_at", "muted"])
      .where("case_id", "=", id)
      .orderBy("id", "desc")
      .limit(SHOWN)
      .execute(),
    db.query
      .selectFrom("decisions")
      .select(DECISION_COLUMNS)
      .where("case_id", "=", id)
      .orderBy("id", "desc")
      .limit(SHOWN)
      .execute(),
    countOthers(db, row.user_id, id),
    listCasePictures(db, target),
    listRequestsOf(db, id),
    target.isHeld ? readOpenHold(db.query, target.id) : undefined,
  ]);
  const current = JSON.stringify(target.snapshot);
  const item = {
    ...toCase(row),
    ...{ version: row.version, is_hidden: target.isHidden, now: target.snapshot },
    ...{ is_unlisted: target.isUnlisted, is_for_adults: target.isForAdults },
    ...{ is_open: target.isOpenAt(now), pictures },
    muted_until: row.muted_until === null ? null : toTimestamp(row.muted_until),
    reported: reported.map((one) => ({
      ...{
        id: one.id,
        reason: one.reason,
        text: one.text,
        reported_at: toTimestamp(one.created_at),
      },
      is_open: one.decided_at === null,
      is_author_muted: one.muted === 1,
      snapshot: one.snapshot === current ? null : JSON.parse(one.snapshot),
    })),
    decisions: decisions.map((one) => toDecision(one, now)),
    earlier_decisions: others,
    ...(requests.length > 0 && { legal_requests: requests }),
    hold: hold
      ? {
          ...{ is_new: hold.publishes, matches: hold.matches },
          similar_case: hold.similarTo === null ? null : await findCaseOf(db, hold.similarTo),
        }
      : null,
  };
  return { item, target };
}

async function findCaseOf({ query }: Database, surveyId: number): Promise<number | null> {
  const cases = query.selectFrom("moderation_cases").select("id");
  return (await cases.where("survey_id", "=", surveyId).executeTakeFirst())?.id ?? null;
}

/** Decisions about the same person in other cases that were not taken back. */
async function countOthers(db: Database, personId: number, caseId: number): Promise<number> {
  const { count } = await db.query
    .selectFrom("decisions")
    .select((of) => of.fn.countAll<number>().as("count"))
    .where("person_id", "=", personId)
    .where("case_id", "<>", caseId)
    .where("undone_at", "is", null)
    .executeTakeFirstOrThrow();
  return Number(count);
}

/** A legal request that decisions carry out. */
export interface NamedRequest {
  id: number;
  /** Such as "2026/3". */
  name: string;
}

export const requestName = ({ year, number }: { year: number; number: number }): string =>
  `${year}/${number}`;

const openOf = (query: Pick<Transaction, "selectFrom">, caseId: number) =>
  query
    .selectFrom("legal_requests")
    .select(["id", "year", "number"])
    .where("case_id", "=", caseId)
    .where("queue", "is not", null);

/** The open legal requests about a case. */
async function listRequestsOf(db: Database, caseId: number): Promise<NamedRequest[]> {
  const rows = await openOf(db.query, caseId).orderBy("id").execute();
  return rows.map((row) => ({ id: row.id, name: requestName(row) }));
}

/** Throws 422 unless it is an open request about the case. */
export async function requireRequestOf(
  tx: Transaction,
  caseId: number,
  id: number,
): Promise<NamedRequest> {
  const row = await openOf(tx, caseId).where("id", "=", id).executeTakeFirst();
  if (row) return { id, name: requestName(row) };
  const legal_request_id = "Bu konuda böyle açık bir talep yok.";
  throw new ApiError("validation_failed", { fields: { legal_request_id } });
}
