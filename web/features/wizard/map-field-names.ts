import type { ApiProblem } from "#web/lib/api-problem.ts";
import type { Draft } from "./draft.ts";
import type { FieldErrors, MainField } from "./draft-checks.ts";

const MAIN_FIELD_BY_API_NAME: Record<string, MainField> = {
  question: "question",
  category_id: "category",
  description: "description",
  start_time: "start",
  expire_time: "end",
  image: "image",
};

/** Maps the field errors of an API problem to the wizard's fields; unknown fields are dropped. */
export function mapFieldNames({ fields }: ApiProblem, draft: Draft): FieldErrors {
  const errors = Object.entries(fields).flatMap(([name, text]) => {
    const [, position, part] = /^data\.(\d+)\.(content|image)$/.exec(name) ?? [];
    const option = draft.options[Number(position)];
    const field = option ? `${part}:${option.id}` : MAIN_FIELD_BY_API_NAME[name];
    return field ? [[field, text] as const] : [];
  });
  return Object.fromEntries(errors);
}
