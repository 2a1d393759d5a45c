/** A form of the word list or the allow list, and its folded spellings (ADR-081). */
interface ReviewForm {
  form: string;
  kind: "held" | "allowed";
  letters: string | null;
  squeezed: string | null;
}

/** Both lists of a database, in memory: publishing asks no query for them. */
export interface ReviewWords {
  /** Another array after each change. */
  forms: readonly ReviewForm[];
}
