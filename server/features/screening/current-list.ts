import type { Database } from "#server/db/database.ts";
import { prepareList, type WordList } from "./matching.ts";

type Forms = Database["reviewWords"]["forms"];

const prepared = new WeakMap<object, WordList>();

/** The lists as texts are compared with them, without a query. */
export function currentList({ reviewWords: { forms } }: Pick<Database, "reviewWords">): WordList {
  const known = prepared.get(forms);
  if (known) return known;
  const list = prepareList(
    forms.filter(({ kind }) => kind === "held"),
    formsOf(forms, "allowed"),
  );
  prepared.set(forms, list);
  return list;
}

/** The forms of the word list, or of the allow list. */
export const formsOf = (forms: Forms, kind: Forms[number]["kind"]) =>
  forms.filter((one) => one.kind === kind).map(({ form }) => form);
