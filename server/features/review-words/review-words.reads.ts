import type {
  PreviewedForm,
  ReviewWord,
  ReviewWordKind,
} from "#contract/endpoints/moderation/review-words.ts";
import { cutPage, type Paging, readPage } from "#server/db/cursor.ts";
import type { Database } from "#server/db/database.ts";
import { formsOf } from "#server/features/screening/current-list.ts";
import { tryInThread } from "#server/features/screening/dictionary.ts";
import { lowerTurkish } from "#server/features/screening/folding.ts";
import { inflect, stemOf } from "#server/features/screening/inflections.ts";
import { readTexts } from "#server/features/screening/survey-texts.reads.ts";
import { isListed } from "#server/features/visibility/visibility.reads.ts";

/** The forms of one of the lists, the newest first. */
export async function listReviewWords(db: Database, kind: ReviewWordKind, paging: Paging) {
  const query = db.query
    .selectFrom("review_words")
    .leftJoin("users", "users.id", "added_by")
    .select(["review_words.id", "form", "root", "is_shipped", "nickname"])
    .where("kind", "=", kind);
  const rows = await readPage(query, ["review_words.id"], paging);
  const shipped = await db.query
    .selectFrom("review_words")
    .select("id")
    .where("kind", "=", "held")
    .where("is_shipped", "=", 1)
    .limit(1)
    .executeTakeFirst();
  const page = cutPage(
    rows,
    paging.limit,
    ({ id }) => [id],
    ({ id, form, root, is_shipped, nickname }): ReviewWord => ({
      ...{ id, form, root, is_shipped: is_shipped === 1, by: nickname },
    }),
  );
  return { ...page, uses_shipped: shipped !== undefined };
}

/** What forms are tried on. */
const SURVEYS_TRIED = 1000;
const EXAMPLES = 3;

/** The forms of a word, each with what the dictionary says and what it would hold (R653). */
export async function previewForms(
  db: Database,
  word: string,
): Promise<{ items: PreviewedForm[]; surveys: number }> {
  const root = lowerTurkish(word);
  const { forms } = db.reviewWords;
  const surveys = await newestListed(db);
  const ids = surveys.map(({ id }) => id);
  const texts = await readTexts(db, db.aside, ids);
  const tried = await tryInThread({
    candidates: inflect(root).map((form) => ({ form, root: stemOf(root) })),
    ...{ listed: formsOf(forms, "held"), addsAll: false, allowed: formsOf(forms, "allowed") },
    surveys: surveys.map(({ id }) => texts.get(id) ?? []),
  });
  const kinds = new Map(forms.map(({ form, kind }) => [form, kind]));
  return {
    surveys: surveys.length,
    items: tried.map(({ form, isWord, isOther, alike, held }) => ({
      ...{ form, is_known: isWord, is_other: isOther && form !== root, alike },
      ...{ listed: kinds.get(form) ?? null, held: held.length },
      examples: held.slice(0, EXAMPLES).flatMap((at) => surveys[at] ?? []),
    })),
  };
}

const newestListed = ({ aside }: Database) =>
  aside
    .selectFrom("surveys")
    .select(["id", "question"])
    .where(isListed())
    .orderBy("start_time", "desc")
    .orderBy("id", "desc")
    .limit(SURVEYS_TRIED)
    .execute();
