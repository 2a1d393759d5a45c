import { useQuery } from "@tanstack/react-query";
import { DESCRIPTION_MAX, QUESTION_LENGTH } from "#contract/limits.ts";
import { lengthOf, tooLong } from "#contract/shapes/text-length.ts";
import { TILE_COLORS } from "#contract/tiles.ts";
import { categoriesQuery } from "#web/features/surveys/surveys.api.ts";
import { sendsMail } from "#web/lib/ssr-context.ts";
import { Button } from "#web/ui/button.tsx";
import { TextArea } from "#web/ui/form/field.tsx";
import { Select } from "#web/ui/form/select.tsx";
import type { Draft } from "./draft/draft.ts";
import {
  type FieldErrors,
  mainErrors,
  missingFields,
  type SurveyField,
} from "./draft/draft-checks.ts";
import { PictureField } from "./picture-field.tsx";
import { ScheduleFields } from "./schedule-fields.tsx";
import { SectionForm } from "./section-form.tsx";
import { VisibilityFields } from "./visibility-fields.tsx";
import { VotersField } from "./voters-field.tsx";
import { setFields, showErrors } from "./wizard-store.ts";

const LABELS: Partial<Record<SurveyField, string>> = {
  question: "başlık",
  categoryId: "kategori",
  description: "açıklama",
  start: "başlangıç",
  end: "bitiş",
  image: "resim",
};

/** Section 1: everything about the survey except its options. */
export function MainSection({ draft, errors }: { draft: Draft; errors: FieldErrors }) {
  const categories = useQuery(categoriesQuery());
  const missing = missingFields(draft)
    .map((field) => LABELS[field])
    .join(", ");

  function onNext(): boolean {
    const found = mainErrors(draft, Date.now());
    const isValid = Object.keys(found).length === 0;
    if (!isValid) showErrors(found);
    return isValid;
  }

  return (
    <SectionForm
      title="Ana bilgiler"
      section={1}
      isComplete={missing === ""}
      missing={missing && `Devam etmek için ekleyin: ${missing}`}
      onNext={onNext}
    >
      <TextArea
        label="Başlık"
        rows={2}
        className="[&_textarea]:field-sizing-content"
        placeholder="Sorunuzu yazın"
        required
        value={draft.question}
        error={tooLong(draft.question, QUESTION_LENGTH.max) ?? errors.question}
        hint={`Sorunuz, en fazla ${QUESTION_LENGTH.max} karakter: ${lengthOf(draft.question)}/${QUESTION_LENGTH.max}`}
        // A question is a single line: a pasted or typed line break becomes a space.
        onChange={({ target }) =>
          setFields({ question: target.value.replaceAll(/\s*\n\s*/g, " ") })
        }
      />
      <div className="grid gap-3.5 sm:gap-6 md:grid-cols-2">
        <PictureField
          label="Resim"
          title={draft.question}
          picture={draft.image}
          shape="cover"
          error={errors.image}
          onChange={(image) => setFields({ image })}
          onTile={() => setFields({ image: { kind: "tile", color: nextColor(draft) } })}
        />
        <div className="flex flex-col gap-3.5 sm:gap-6">
          <Select
            label="Kategori"
            required
            value={draft.categoryId ?? ""}
            error={errors.categoryId}
            hint={
              categories.isError && <RetryCategories onRetry={() => void categories.refetch()} />
            }
            onChange={({ target }) => setFields({ categoryId: Number(target.value) || null })}
          >
            <option value="">Kategori seçin</option>
            {categories.data?.items.map(({ id, name }) => (
              <option key={id} value={id}>
                {name}
              </option>
            ))}
          </Select>
          <TextArea
            label="Açıklama"
            rows={2}
            className="[&_textarea]:field-sizing-content sm:[&_textarea]:min-h-28"
            placeholder="Katılanların bilmesi gerekenler"
            hint={`İsteğe bağlı, en fazla ${DESCRIPTION_MAX} karakter.`}
            value={draft.description}
            error={tooLong(draft.description, DESCRIPTION_MAX) ?? errors.description}
            onChange={({ target }) => setFields({ description: target.value })}
          />
        </div>
      </div>
      <ScheduleFields draft={draft} errors={errors} />
      <VisibilityFields draft={draft} />
      {sendsMail() && <VotersField draft={draft} />}
    </SectionForm>
  );
}

function nextColor({ image }: Draft): number {
  return image?.kind === "tile" ? (image.color + 1) % TILE_COLORS.length : 0;
}

function RetryCategories({ onRetry }: { onRetry: () => void }) {
  return (
    <Button variant="ghost" onClick={onRetry}>
      Kategoriler yüklenemedi, tekrar dene
    </Button>
  );
}
