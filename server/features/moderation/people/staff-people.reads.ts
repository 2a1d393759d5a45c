import { type SqlBool, sql } from "kysely";
import type { PersonDetail, StaffPerson } from "#contract/endpoints/moderation/people.ts";
import type { Visibility } from "#contract/shapes/survey-shapes.ts";
import { idRows } from "#server/db/bulk.ts";
import { cutPage, type Paging, readPage } from "#server/db/cursor.ts";
import type { Database, Transaction } from "#server/db/database.ts";
import { HAS_IDENTITY } from "#server/db/tables/incomplete-accounts.ts";
import { toTimestamp } from "#server/db/timestamps.ts";
import { ApiError } from "#server/errors.ts";
import { requirePerson } from "#server/features/people/people.reads.ts";
import {
  FINDABLE,
  hasBegunAt,
  isOpenToStrangers,
} from "#server/features/visibility/visibility.reads.ts";

import { listOwnDecisions } from "../decisions.reads.ts";

/** Cases of surveys that are shown of a person. */
const CASES_SHOWN = 50;

export const selectPeople = (query: Pick<Transaction, "selectFrom">) =>
  query
    .selectFrom("users")
    .select(["users.id", "name", "nickname", "image", "role", "users.created_at"])
    .select("suspended_until")
    .where(HAS_IDENTITY);

type Row = Awaited<ReturnType<ReturnType<typeof selectPeople>["execute"]>>[number];

const orNull = (at: number | null) => (at === null ? null : toTimestamp(at));

export const toStaffPerson = ({ created_at, suspended_until, ...person }: Row): StaffPerson => ({
  ...person,
  created_at: toTimestamp(created_at),
  suspended_until: orNull(suspended_until),
});

/** The newest accounts first; with a text those with exactly this nickname or id. */
export async function listPeople(db: Database, text: string, paging: Paging) {
  const name = text.trim().replace(/^@/, "").toLowerCase();
  // Named, so that SQLite goes along the key from its end.
  const people = selectPeople(db.query).where("users.id", ">", 0);
  const found = name === "" ? people : people.where(isNamed(name));
  const rows = await readPage(found, ["users.id"], paging);
  return cutPage(rows, paging.limit, ({ id }) => [id], toStaffPerson);
}

const isNamed = (name: string) =>
  /^[1-9]\d{0,14}$/.test(name)
    ? sql<SqlBool>`(nickname = ${name} or users.id = ${Number(name)})`
    : sql<SqlBool>`nickname = ${name}`;

/** Throws `person_not_found`. */
export async function readStaffPerson(
  db: Database,
  id: number,
  now: number,
): Promise<PersonDetail> {
  const row = await selectPeople(db.query).where("users.id", "=", id).executeTakeFirst();
  if (!row) throw new ApiError("person_not_found");
  const { count } = await db.query
    .selectFrom("decisions")
    .select((of) => of.fn.countAll<number>().as("count"))
    .where("person_id", "=", id)
    .where("undone_at", "is", null)
    .executeTakeFirstOrThrow();
  return {
    ...toStaffPerson(row),
    survey_count: await countSurveys(db, id, now),
    decision_count: Number(count),
    cases: [...(await readOwnCase(db, id)), ...(await readSurveyCases(db, id))],
  };
}

/**
 * Decisions about a person and their surveys, without the questions of surveys that are not public.
 * Throws `person_not_found`.
 */
export async function listPersonDecisions(db: Database, id: number, paging: Paging, now: number) {
  await requirePerson(db, id);
  const { items, next_cursor } = await listOwnDecisions(db, id, paging, now);
  const ids = items.flatMap(({ survey }) => (survey ? [survey.id] : []));
  const rows = await db.query
    .selectFrom("surveys")
    .select(["id", "visibility", "hidden"])
    .where(sql<SqlBool>`surveys.id in (select id from ${idRows(db, ids)})`)
    .execute();
  const shown = new Set(rows.filter(isShown).map((row) => row.id));
  return {
    next_cursor,
    items: items.map(({ survey, ...decision }) => ({
      ...decision,
      survey: survey && { ...survey, question: shown.has(survey.id) ? survey.question : "" },
    })),
  };
}

const isShown = ({ visibility, hidden }: Record<"visibility" | "hidden", Visibility | null>) =>
  isOpenToStrangers({ visibility: hidden ?? visibility });

/** Those on the profile. */
async function countSurveys({ query }: Database, ownerId: number, now: number): Promise<number> {
  const { count } = await query
    .selectFrom("surveys")
    .select((of) => of.fn.countAll<number>().as("count"))
    .where("owner_id", "=", ownerId)
    .where(FINDABLE)
    .where(hasBegunAt(now))
    .executeTakeFirstOrThrow();
  return Number(count);
}

const CASE_COLUMNS = ["moderation_cases.id", "reports", "opened_at"] as const;

async function readOwnCase({ query }: Database, personId: number) {
  const rows = await query
    .selectFrom("moderation_cases")
    .select(CASE_COLUMNS)
    .where("person_id", "=", personId)
    .execute();
  return rows.map((row) => ({ ...row, survey: null, opened_at: orNull(row.opened_at) }));
}

async function readSurveyCases({ query }: Database, ownerId: number) {
  const rows = await query
    .selectFrom("surveys")
    .innerJoin("moderation_cases", "moderation_cases.survey_id", "surveys.id")
    .select(CASE_COLUMNS)
    .select(["surveys.id as survey_id", "question", "visibility", "hidden"])
    .where("owner_id", "=", ownerId)
    .orderBy("surveys.id", "desc")
    .limit(CASES_SHOWN)
    .execute();
  // Looking at what is not public is a row in the record, which a case's page writes.
  return rows.filter(isShown).map(({ id, reports, opened_at, survey_id, question }) => ({
    ...{ id, reports, opened_at: orNull(opened_at) },
    survey: { id: survey_id, question },
  }));
}
