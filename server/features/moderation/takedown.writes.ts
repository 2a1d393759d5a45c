import { sql } from "kysely";
import type { DecisionAct, ReportReason } from "#contract/endpoints/moderation.ts";
import type { Database, Transaction } from "#server/db/database.ts";
import { transact } from "#server/db/transact.ts";
import { lockCaseOf } from "#server/features/cases/cases.writes.ts";
import { imageIdOf, imagePathOf } from "#server/images/image-paths.ts";
import { carryOut, takeBack } from "./carried-out.writes.ts";
import { type NamedRequest, requestName } from "./cases.reads.ts";
import type { PaidPost } from "./decision-letters.ts";
import { lockDecision } from "./objections.writes.ts";
import { readTarget, type Target } from "./targets.reads.ts";

type Named = Pick<Target, "kind" | "id">;

/**
 * Returns the surveys and people that an address of this site is about: that of a survey, of a
 * profile, or of a picture, which several may show. `address` may be whole or a path.
 */
export async function findTargets({ query }: Database, address: string): Promise<Named[]> {
  const { pathname } = new URL(address, "http://localhost");
  const [, page, name = ""] = pathname.split("/");
  if (page === "surveys") return /^\d+$/.test(name) ? [{ kind: "survey", id: Number(name) }] : [];
  if (page === "profile") {
    const nickname = decodeURIComponent(name).toLowerCase();
    const people = query.selectFrom("users").select("id").where("nickname", "=", nickname);
    return (await people.execute()).map(({ id }) => ({ kind: "person", id }));
  }
  const imageId = imageIdOf(pathname);
  if (!imageId) return [];
  const image = imagePathOf(imageId);
  const { rows } = await sql<Named>`
    select 'survey' as kind, id from surveys where image = ${image}
    union select 'survey', survey_id from options where image = ${image}
    union select 'survey', survey_id from quiz_questions where image = ${image}
    union select 'survey', survey_id from quiz_explanations where image = ${image}
    union select 'person', id from users where image = ${image}
    union select 'survey', survey_id from withheld_pictures
      where former_path = ${image} and survey_id is not null
    union select 'person', person_id from withheld_pictures
      where former_path = ${image} and person_id is not null
    order by 1, 2`.execute(query);
  return rows;
}

interface Takedown {
  target: Named;
  reason: ReportReason;
  words: string;
  /** Of a person's suspension; undefined for one for good. */
  days: number | undefined;
  /** The path of what a survey shows instead of its pictures. */
  placeholder: string | undefined;
  /** Year and number of the legal request that it carries out. */
  request?: { year: number; number: number } | undefined;
}

/**
 * Hides a survey or suspends a person as a moderator does, but from the shell: the record has no
 * actor (R660). Returns undefined where there is no such target. Throws where it names no request.
 */
export const takeDown = (
  db: Database,
  post: PaidPost,
  { target: { kind, id }, reason, words, days, placeholder, request }: Takedown,
  now: number,
): Promise<Target | undefined> =>
  transact(db, async (tx) => {
    const target = await readTarget(tx, { kind, id });
    if (!target) return undefined;
    const found = await lockCaseOf(db, tx, kind, id);
    const acts = [actOn(kind)];
    const decision = {
      found,
      target,
      actor: null,
      acts,
      reason,
      words,
      days,
      places: [],
      placeholder,
      request: request && (await requireNamed(tx, request)),
    };
    await carryOut(db, tx, post, decision, now);
    return target;
  });

async function requireNamed(
  tx: Transaction,
  named: { year: number; number: number },
): Promise<NamedRequest> {
  const row = await tx
    .selectFrom("legal_requests")
    .select("id")
    .where("year", "=", named.year)
    .where("number", "=", named.number)
    .executeTakeFirst();
  if (!row) throw new Error(`There is no legal request ${requestName(named)}.`);
  return { id: row.id, name: requestName(named) };
}

const actOn = (kind: Target["kind"]): DecisionAct => (kind === "survey" ? "hide" : "suspend");

/** Takes back all that hides a survey or suspends a person. Returns how many decisions that were. */
export const putBack = (
  db: Database,
  post: PaidPost,
  { target: { kind, id }, words }: Pick<Takedown, "target" | "words">,
  now: number,
): Promise<number> =>
  transact(db, async (tx) => {
    if (!(await readTarget(tx, { kind, id }))) return 0;
    const { id: caseId } = await lockCaseOf(db, tx, kind, id);
    const act = actOn(kind);
    for (let count = 0; ; count++) {
      const decision = await lockDecision(
        db,
        tx,
        sql`case_id = ${caseId} and act = ${act} and undone_at is null`,
      );
      if (!decision) return count;
      // Read again, since each raises its version.
      const found = await lockCaseOf(db, tx, kind, id);
      await takeBack(db, tx, post, { decision, found, actor: null, words }, now);
    }
  });
