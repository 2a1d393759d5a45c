import { randomBytes } from "node:crypto";
import type { Insertable } from "kysely";
import type { Database, Transaction } from "#server/db/database.ts";
import type { Tables } from "#server/db/tables/tables.ts";
import { transact } from "#server/db/transact.ts";
import { ApiError } from "#server/errors.ts";
import {
  type RemovalContext,
  removeSurveys,
} from "#server/features/surveys/survey-removal.writes.ts";
import { lockSurvey } from "#server/features/surveys/surveys.writes.ts";
import { DRAFT, isDraft } from "#server/features/visibility/visibility.reads.ts";

export type NewDraft = Omit<
  Insertable<Tables["surveys"]>,
  "id" | "invitation_code" | "draft_key"
> & { draft_key: string | null };

/**
 * Creates the draft, or replaces the owner's draft of the same key (R49). Returns its id and its
 * previous image. Throws `survey_locked` if it has been published.
 */
export async function saveDraft(
  db: Database,
  draft: NewDraft,
): Promise<{ id: number; replaced: string[] }> {
  return transact(db, async (tx) => {
    const created = await tx
      .insertInto("surveys")
      .values({ ...draft, invitation_code: newInvitationCode() })
      .onConflict((conflict) => conflict.columns(["owner_id", "draft_key"]).doNothing())
      .returning("id")
      .executeTakeFirst();
    if (created) return { id: created.id, replaced: [] };
    const earlier = await tx
      .selectFrom("surveys")
      .select(["id", "image", "visibility"])
      .where("owner_id", "=", draft.owner_id)
      .where("draft_key", "=", draft.draft_key)
      .modifyEnd(db.forUpdate)
      .executeTakeFirst();
    if (!earlier || !isDraft(earlier)) throw new ApiError("survey_locked");
    await tx.updateTable("surveys").set(draft).where("id", "=", earlier.id).execute();
    return { id: earlier.id, replaced: [earlier.image] };
  });
}

/**
 * Replaces a draft's options. Returns the previous options' images. Throws `survey_locked` once it
 * is published: what people vote on does not change (R47).
 */
export async function replaceOptions(
  db: Database,
  surveyId: number,
  options: readonly { content: string; image: string }[],
): Promise<{ replaced: string[] }> {
  return transact(db, async (tx) => {
    const survey = await lockSurvey(db, tx, surveyId);
    if (!isDraft(survey)) throw new ApiError("survey_locked");
    return { replaced: await replaceOptionRows(tx, surveyId, options) };
  });
}

/** The same, in the transaction that has locked the draft. */
export async function replaceOptionRows(
  tx: Transaction,
  surveyId: number,
  options: readonly { content: string; image: string }[],
): Promise<string[]> {
  const earlier = await tx
    .deleteFrom("options")
    .where("survey_id", "=", surveyId)
    .returning("image")
    .execute();
  await tx
    .insertInto("options")
    .values(options.map((option, position) => ({ ...option, survey_id: surveyId, position })))
    .execute();
  return earlier.map(({ image }) => image);
}

export async function hasDraft(db: Database, ownerId: number): Promise<boolean> {
  const draft = await db.query
    .selectFrom("surveys")
    .select("id")
    .where("owner_id", "=", ownerId)
    .where(DRAFT)
    .limit(1)
    .executeTakeFirst();
  return draft !== undefined;
}

const DELETED_AT_ONCE = 100;

/** Deletes drafts untouched since `before`; returns their `image_path`s (R52). */
export async function deleteOldDrafts(context: RemovalContext, before: number): Promise<string[]> {
  const { db } = context;
  const drafts = await db.query
    .selectFrom("surveys")
    .select("id")
    .where(DRAFT)
    .where("created_at", "<", before)
    .limit(DELETED_AT_ONCE)
    .execute();
  const images: string[] = [];
  for (const { id } of drafts) {
    const deleted = await transact(db, async (tx) => {
      const still = await tx
        .selectFrom("surveys")
        .select("id")
        .where("id", "=", id)
        .where(DRAFT)
        .where("created_at", "<", before)
        .modifyEnd(db.forUpdate)
        .executeTakeFirst();
      return still ? removeSurveys(context, tx, [id]) : [];
    });
    images.push(...deleted);
  }
  return images;
}

/** Unguessable: anyone who has it may see the survey (R64). */
export const newInvitationCode = (): string => randomBytes(16).toString("base64url");
