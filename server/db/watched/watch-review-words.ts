import type { Database } from "../database.ts";
import { watch } from "./watch.ts";

export const REVIEW_WORDS_CHANGED = "review-words";

/** Reads the lists, and again whenever they change, until `stop` is aborted. */
export const watchReviewWords = (db: Database, stop: AbortSignal): Promise<void> =>
  watch(
    db,
    REVIEW_WORDS_CHANGED,
    async () => {
      db.reviewWords.forms = await db.query
        .selectFrom("review_words")
        .select(["form", "kind", "letters", "squeezed"])
        .execute();
    },
    stop,
  );
