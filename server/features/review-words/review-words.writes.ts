import { sql } from "kysely";
import type { ReviewWordKind } from "#contract/endpoints/moderation/review-words.ts";
import { idRows } from "#server/db/bulk.ts";
import type { Database, Transaction } from "#server/db/database.ts";
import { transact } from "#server/db/transact.ts";
import { REVIEW_WORDS_CHANGED } from "#server/db/watched/watch-review-words.ts";
import { writeRecord } from "#server/features/moderation/record.writes.ts";
import { requireProof, type Staff } from "#server/features/moderation/staff-proof.reads.ts";
import { tryInThread } from "#server/features/screening/dictionary.ts";
import { lowerTurkish } from "#server/features/screening/folding.ts";
import { SHIPPED_WORDS } from "#server/features/screening/shipped-words.ts";

interface NewForms {
  kind: ReviewWordKind;
  forms: readonly { form: string; root: string }[];
  /** Why, for the record. */
  words: string;
}

/**
 * Adds forms to one of the lists, and records it; every server knows them within moments. A form
 * that is on the other list moves. Returns how many were not on the list. Throws
 * `staff_factor_missing`, and what the proof throws.
 */
export async function addForms(
  db: Database,
  by: Staff,
  { kind, forms, words }: NewForms,
  now: number,
): Promise<number> {
  const lower = forms.map(({ form, root }) => [lowerTurkish(form), lowerTurkish(root)] as const);
  const given = [...new Map(lower)].map(([form, root]) => ({ form, root }));
  const rows = await withKeys(db, kind, given);
  return transact(db, async (tx) => {
    await requireProof(tx, by);
    const names = given.map(({ form }) => form);
    const before = await tx
      .selectFrom("review_words")
      .select("form")
      .where("kind", "=", kind)
      .where(sql<boolean>`form in ${db.texts(names)}`)
      .execute();
    await insertForms(tx, rows, { kind, addedBy: by.id });
    const act = kind === "held" ? "add words" : "allow words";
    await writeRecord(db, tx, {
      ...entryOf(by, now),
      act,
      words: `${words} (${names.join(", ")})`,
    });
    await db.publish(REVIEW_WORDS_CHANGED, "", tx);
    return given.length - before.length;
  });
}

/** Removes forms from the lists, and records which. Returns how many there were. Throws the same. */
export const removeForms = (
  db: Database,
  by: Staff,
  { ids, words }: { ids: readonly number[]; words: string },
  now: number,
): Promise<number> =>
  transact(db, async (tx) => {
    await requireProof(tx, by);
    const removed = await tx
      .deleteFrom("review_words")
      .where(sql<boolean>`id in (select id from ${idRows(db, ids)})`)
      .returning("form")
      .execute();
    if (removed.length === 0) return 0;
    const names = removed.map(({ form }) => form).join(", ");
    const entry = { ...entryOf(by, now), act: "remove words", words: `${words} (${names})` };
    await writeRecord(db, tx, entry);
    await db.publish(REVIEW_WORDS_CHANGED, "", tx);
    return removed.length;
  });

/**
 * Adds the forms that the product ships, but for those that are on a list already, or removes those
 * that came this way. Records it. Throws the same.
 */
export async function setShipped(
  db: Database,
  by: Staff,
  { on, words }: { on: boolean; words: string },
  now: number,
): Promise<void> {
  const rows = on ? await withKeys(db, "held", SHIPPED_WORDS) : [];
  await transact(db, async (tx) => {
    await requireProof(tx, by);
    if (on) await insertForms(tx, rows, { kind: "held", addedBy: by.id, isShipped: true });
    else await tx.deleteFrom("review_words").where("is_shipped", "=", 1).execute();
    const act = on ? "use shipped words" : "drop shipped words";
    await writeRecord(db, tx, { ...entryOf(by, now), act, words });
    await db.publish(REVIEW_WORDS_CHANGED, "", tx);
  });
}

const entryOf = (by: Staff, at: number) => ({ at, actor: by.id, target: "words", reason: "" });

interface KeyedForm {
  form: string;
  root: string;
  letters: string | null;
  squeezed: string | null;
}

/** The forms with the folded spellings that can be searched for; allowed ones need none. */
async function withKeys(
  db: Database,
  kind: ReviewWordKind,
  forms: readonly { form: string; root: string }[],
): Promise<KeyedForm[]> {
  if (kind === "allowed") return forms.map((one) => ({ ...one, letters: null, squeezed: null }));
  const listed = db.reviewWords.forms.filter((one) => one.kind === "held");
  const tried = await tryInThread({
    ...{ candidates: forms, listed: listed.map(({ form }) => form), addsAll: true },
    ...{ allowed: [], surveys: [] },
  });
  return forms.map((one, at) => ({
    ...one,
    ...(tried[at]?.keys ?? { letters: null, squeezed: null }),
  }));
}

interface Addition {
  kind: ReviewWordKind;
  addedBy: number;
  /** Such forms replace none. */
  isShipped?: boolean;
}

async function insertForms(
  tx: Transaction,
  forms: readonly KeyedForm[],
  { kind, addedBy, isShipped = false }: Addition,
): Promise<void> {
  const values = forms.map((one) => ({
    ...one,
    ...{ kind, is_shipped: Number(isShipped), added_by: addedBy },
  }));
  await tx
    .insertInto("review_words")
    .values(values)
    .onConflict((conflict) =>
      isShipped
        ? conflict.doNothing()
        : conflict.column("form").doUpdateSet((row) => ({
            kind,
            is_shipped: 0,
            added_by: addedBy,
            letters: row.ref("excluded.letters"),
            squeezed: row.ref("excluded.squeezed"),
          })),
    )
    .execute();
}

/** The forms that a deleted account has added stay. */
export async function forgetWordAuthor(tx: Transaction, userId: number): Promise<void> {
  await tx
    .updateTable("review_words")
    .set({ added_by: null })
    .where("added_by", "=", userId)
    .execute();
}
