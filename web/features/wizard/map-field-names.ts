import type { ApiProblem } from "#web/lib/api-problem.ts";
import type { Draft } from "./draft.ts";
import type { MainField } from "./draft-checks.ts";

const MAIN_FIELDS: Record<string, MainField> = {
  question: "question",
  category_id: "category",
  description: "description",
  start_time: "start",
  expire_time: "end",
  image: "image",
};

/** What the server said of the wire's fields, for the fields of the wizard. */
export function fieldProblems({ fields }: ApiProblem, draft: Draft): Record<string, string> {
  const known = Object.entries(fields).flatMap(([name, words]) => {
    const [, position, part] = /^data\.(\d+)\.(content|image)$/.exec(name) ?? [];
    const option = draft.options[Number(position)];
    const field = option ? `${part}:${option.id}` : MAIN_FIELDS[name];
    return field ? [[field, words] as const] : [];
  });
  return Object.fromEntries(known);
}
