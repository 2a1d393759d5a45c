import { EXPLANATION_MAX } from "#contract/limits.ts";
import { tooLong } from "#contract/shapes/text-length.ts";
import { TextArea } from "#web/ui/form/field.tsx";
import { type DraftOption, editOption } from "../draft/draft.ts";
import type { FieldErrors } from "../draft/draft-checks.ts";
import { changeDraft } from "../wizard-store.ts";

/** What the end of a test says of each type: one closed line, open once something is written. */
export function TypeTexts({ types, errors }: { types: DraftOption[]; errors: FieldErrors }) {
  const isWritten = types.some(({ typeText }) => typeText !== "");
  return (
    <details open={isWritten || undefined}>
      <summary className="min-h-11 rounded py-2.5 font-semibold">
        Sonuçların açıklamaları (isteğe bağlı)
      </summary>
      <div className="grid gap-4 pt-2">
        {types.map(({ id, content, typeText }, i) => (
          <TextArea
            key={id}
            label={content || `${i + 1}. sonuç`}
            hint="Bu sonuç çıkınca gösterilir."
            rows={3}
            value={typeText}
            error={tooLong(typeText, EXPLANATION_MAX) ?? errors[`typeText:${id}`]}
            onChange={({ target }) =>
              changeDraft((draft) => editOption(draft, id, { typeText: target.value }))
            }
          />
        ))}
      </div>
    </details>
  );
}
