import { type RawBuilder, type SqlBool, sql } from "kysely";
import { idRows } from "#server/db/bulk.ts";
import type { Database, Transaction } from "#server/db/database.ts";
import { ApiError } from "#server/errors.ts";
import { OPEN_OBJECTION } from "./objections.writes.ts";
import type { Target } from "./targets.reads.ts";
import {
  type Place,
  placeOf,
  readPictures,
  readWithheld,
  type ShownPicture,
  type Withheld,
} from "./withheld-pictures.reads.ts";

// A withheld picture is named by no row of its survey or person. `move-pictures.ts` then takes its
// files from their address (ADR-080).

type Named = Pick<Target, "kind" | "id" | "snapshot">;

/** What removes a picture, and when that is deleted. */
export interface Removal {
  decisionId: number;
  deletesAt: number;
}

/** Withholds every picture of a survey that is hidden. */
export async function withholdAll(
  tx: Transaction,
  target: Named,
  placeholder: string | undefined,
): Promise<void> {
  const withheld = new Set((await readWithheld(tx, target)).map((one) => placeOf(target, one)));
  for (const picture of await readPictures(tx, target))
    if (!withheld.has(picture.place)) await withhold(tx, target, picture, null, placeholder);
}

/**
 * Removes the pictures at these places. One that is withheld since its survey is hidden is removed
 * too. Throws 422 where there is no picture, or it is removed already.
 */
export async function removePictures(
  tx: Transaction,
  target: Named,
  { places, ...removal }: Removal & { places: readonly Place[] },
  placeholder: string | undefined,
): Promise<void> {
  const shown = new Map((await readPictures(tx, target)).map((one) => [one.place, one]));
  const withheld = target.kind === "survey" ? await readWithheld(tx, target) : [];
  const earlierAt = new Map(withheld.map((one) => [placeOf(target, one), one]));
  if (places.length === 0) throw refusal("Lütfen kaldırılacak resmi seçin.");
  for (const place of new Set(places)) {
    const picture = shown.get(place);
    const earlier = picture && earlierAt.get(place);
    if (!picture || (earlier && earlier.decision_id !== null))
      throw refusal("Bu resim artık yok ya da daha önce kaldırıldı.");
    if (earlier) await markRemoved(tx, earlier.id, removal);
    else await withhold(tx, target, picture, removal, placeholder);
  }
}

const refusal = (words: string) =>
  new ApiError("validation_failed", { fields: { pictures: words } });

const toColumns = (removal: Removal | null) => ({
  decision_id: removal?.decisionId ?? null,
  deletes_at: removal?.deletesAt ?? null,
});

const markRemoved = (tx: Transaction, id: number, removal: Removal | null) =>
  tx
    .updateTable("withheld_pictures")
    // Its look is measured again.
    .set({ ...toColumns(removal), is_moved: 0 })
    .where("id", "=", id)
    .execute();

async function withhold(
  tx: Transaction,
  { kind, id }: Named,
  { optionId, question, explains, image }: ShownPicture,
  removal: Removal | null,
  placeholder: string | undefined,
): Promise<void> {
  const isSurvey = kind === "survey";
  if (isSurvey && placeholder === undefined) throw new Error("A survey's picture needs another.");
  await tx
    .insertInto("withheld_pictures")
    .values({
      ...{ survey_id: isSurvey ? id : null, person_id: isSurvey ? null : id },
      ...{ option_id: optionId, question, explains: explains ? 1 : null },
      ...{ image, former_path: image, ...toColumns(removal) },
    })
    .execute();
  await setPicture(tx, { kind, id, optionId, question, explains }, placeholder);
}

interface Slot {
  kind: Named["kind"];
  id: number;
  optionId: number | null;
  question: number | null;
  explains: boolean;
}

const setPicture = async (
  tx: Transaction,
  { kind, id, optionId, question, explains }: Slot,
  image: string | undefined,
): Promise<void> => {
  if (kind === "person")
    await tx
      .updateTable("users")
      .set({ image: image ?? null })
      .where("id", "=", id)
      .execute();
  else if (question !== null)
    await tx
      .updateTable(explains ? "quiz_explanations" : "quiz_questions")
      .set({ image })
      .where("survey_id", "=", id)
      .where("position", "=", question)
      .execute();
  else if (optionId === null)
    await tx.updateTable("surveys").set({ image }).where("id", "=", id).execute();
  else await tx.updateTable("options").set({ image }).where("id", "=", optionId).execute();
};

/** Gives a survey that is shown again its pictures back, but for those that are removed. */
export async function putBackAll(
  tx: Transaction,
  target: { kind: Named["kind"]; id: number },
  caseId: number,
): Promise<void> {
  for (const picture of await readWithheld(tx, target))
    if (picture.decision_id === null) await putBack(tx, target, picture, caseId);
}

/**
 * Puts back what a decision removed, where its survey is not hidden, and takes these pictures again.
 * Returns false where one of them is deleted already.
 */
export async function putBackRemoved(
  tx: Transaction,
  target: { kind: Named["kind"]; id: number; isHidden: boolean },
  { caseId, decisionId }: { caseId: number; decisionId: number },
): Promise<boolean> {
  await tx.deleteFrom("refused_pictures").where("decision_id", "=", decisionId).execute();
  const withheld = await readWithheld(tx, target);
  const removed = withheld.filter((picture) => picture.decision_id === decisionId);
  for (const picture of removed) {
    if (target.isHidden) await markRemoved(tx, picture.id, null);
    else await putBack(tx, target, picture, caseId);
  }
  return removed.length > 0;
}

async function putBack(
  tx: Transaction,
  { kind, id }: { kind: Named["kind"]; id: number },
  { id: pictureId, option_id, question, explains, image, former_path }: Withheld,
  caseId: number,
): Promise<void> {
  await tx.deleteFrom("withheld_pictures").where("id", "=", pictureId).execute();
  if (kind === "person") {
    // Who has chosen another meanwhile keeps that.
    const chosen = tx.updateTable("users").set({ image }).where("id", "=", id);
    await chosen.where("image", "is", null).execute();
  } else {
    const slot = { kind, id, optionId: option_id, question, explains: explains === 1 };
    await setPicture(tx, slot, image);
  }
  // What was reported shows the same picture, which has another address now.
  await sql`update reports set snapshot = replace(snapshot, ${former_path}, ${image})
    where case_id = ${caseId}`.execute(tx);
}

/** Forgets withheld pictures. Returns the paths of their files. */
async function dropWithheld(tx: Transaction, which: RawBuilder<SqlBool>): Promise<string[]> {
  const dropped = await tx
    .deleteFrom("withheld_pictures")
    .where(which)
    .returning(["image", "former_path"])
    .execute();
  return [...new Set(dropped.flatMap(({ image, former_path }) => [image, former_path]))];
}

/** The same of removed pictures whose time is over, a few at once; not while an objection is open. */
export async function dropOld(db: Database, tx: Transaction, now: number): Promise<string[]> {
  const due = await tx
    .selectFrom("withheld_pictures")
    .select("id")
    .where("deletes_at", "<=", now)
    // As a value, so that PostgreSQL reads these decisions alone.
    .where(
      sql<SqlBool>`(select count(*) from decisions
        where decisions.id = decision_id and ${OPEN_OBJECTION}) = 0`,
    )
    .limit(DROPPED_AT_ONCE)
    .execute();
  const ids = due.map(({ id }) => id);
  return dropWithheld(tx, sql<SqlBool>`id in (select id from ${idRows(db, ids)})`);
}

const DROPPED_AT_ONCE = 100;

/** The same of surveys that are removed. */
export const dropOfSurveys = (
  db: Database,
  tx: Transaction,
  ids: readonly number[],
): Promise<string[]> =>
  dropWithheld(tx, sql<SqlBool>`survey_id in (select id from ${idRows(db, ids)})`);

/** The same of somebody whose account is deleted. */
export const dropOfPerson = (tx: Transaction, id: number): Promise<string[]> =>
  dropWithheld(tx, sql<SqlBool>`person_id = ${id}`);
