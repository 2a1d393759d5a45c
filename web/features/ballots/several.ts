import type { Option, Survey } from "#contract/shapes/survey-shapes.ts";
import { isolated } from "#web/lib/direction.ts";

/** Reads a saved choice; null unless it names one or more of the options, each once. */
export function restoreJson<Chosen>(
  saved: string | null,
  options: readonly Option[],
  idsOf: (choice: Chosen) => readonly number[],
): Chosen | null {
  try {
    const choice: Chosen = JSON.parse(saved ?? "null");
    const ids = new Set(idsOf(choice));
    const known = options.filter(({ id }) => ids.has(id)).length;
    return known > 0 && known === idsOf(choice).length ? choice : null;
  } catch {
    return null;
  }
}

/** Several options as one text, with the picture of the first. */
export function describedAs(
  { options }: Pick<Survey, "options">,
  ids: readonly number[],
  wordsOf: (name: string, at: number) => string,
) {
  const chosen = ids.flatMap((id) => options.find((option) => option.id === id) ?? []);
  const text = chosen.map(({ content }, at) => wordsOf(isolated(content), at)).join(", ");
  return { text, image: chosen[0]?.image ?? "" };
}
