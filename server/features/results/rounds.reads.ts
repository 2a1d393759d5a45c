import { type SqlBool, sql } from "kysely";
import type { Ranking } from "#contract/endpoints/votes.ts";
import { canonicalJson } from "#contract/proof/canonical-json.ts";
import { idRows } from "#server/db/bulk.ts";
import type { Database } from "#server/db/database.ts";

/**
 * Returns the rounds of surveys as they were last counted, by id: of votes cast in public once a
 * survey has been public, before of those cast in private.
 */
export async function readRounds(
  db: Database,
  surveyIds: readonly number[],
): Promise<Map<number, Ranking>> {
  const rows = await db.query
    .selectFrom("rounds")
    .innerJoin("surveys", "surveys.id", "survey_id")
    .select(["survey_id", "content"])
    .where(sql<SqlBool>`survey_id in (select id from ${idRows(db, surveyIds)})`)
    .where(sql<SqlBool>`while_private = 1 - was_public`)
    .execute();
  return new Map(rows.map(({ survey_id, content }) => [survey_id, JSON.parse(content)]));
}

/** The part of a survey's votes that rounds are counted of. */
export interface RankedPart {
  surveyId: number;
  whilePrivate: boolean;
}

/** The same of one part of a survey's votes; undefined if they were not counted. */
export async function findRounds(
  { query }: Pick<Database, "query">,
  { surveyId, whilePrivate }: RankedPart,
): Promise<Ranking | undefined> {
  const row = await query
    .selectFrom("rounds")
    .select("content")
    .where("survey_id", "=", surveyId)
    .where("while_private", "=", Number(whilePrivate))
    .executeTakeFirst();
  return row && JSON.parse(row.content);
}

/** Whether results show other rounds than these; false where there are none to compare. */
export const showsOtherRounds = async (
  db: Database,
  part: RankedPart,
  signed: Ranking | undefined,
): Promise<boolean> =>
  signed !== undefined &&
  canonicalJson((await findRounds(db, part)) ?? null) !== canonicalJson(signed);
