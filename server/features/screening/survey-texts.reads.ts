import { sql } from "kysely";
import type { Database, Transaction } from "#server/db/database.ts";

/** Everything that these surveys say in words, by id: what the word list is compared with (R655). */
export async function readTexts(
  db: Database,
  query: Pick<Transaction, "selectFrom">,
  ids: readonly number[],
): Promise<Map<number, string[]>> {
  const texts = new Map<number, string[]>(ids.map((id) => [id, []]));
  if (ids.length === 0) return texts;
  const isOne = (column: string) => db.isOneOf(sql.ref(column), sql`${ids.join()}`);
  const surveys = await query
    .selectFrom("surveys")
    .select(["id", "question", "description", "asked_by", "paid_by"])
    .where(isOne("surveys.id"))
    .execute();
  const options = await query
    .selectFrom("options")
    .select(["survey_id", "content"])
    .where(isOne("survey_id"))
    .execute();
  const questions = await query
    .selectFrom("quiz_questions")
    .select(["survey_id", "content", "explanation", "options"])
    .where(isOne("survey_id"))
    .execute();
  const types = await query
    .selectFrom("quiz_types")
    .select(["survey_id", "content"])
    .where(isOne("survey_id"))
    .execute();
  for (const { id, question, description, asked_by, paid_by } of surveys)
    texts.get(id)?.push(question, description, asked_by ?? "", paid_by ?? "");
  for (const { survey_id, content } of [...options, ...types]) texts.get(survey_id)?.push(content);
  for (const { survey_id, content, explanation, options: answers } of questions) {
    const contents = (JSON.parse(answers) as { content: string }[]).map((one) => one.content);
    texts.get(survey_id)?.push(content, explanation, ...contents);
  }
  return texts;
}
