import { useQuery } from "@tanstack/react-query";
import { DESCRIPTION_MAX, QUESTION_LENGTH } from "#contract/limits.ts";
import { lengthOf, tooLong } from "#contract/text-length.ts";
import { categoriesQuery } from "#web/features/surveys/surveys.api.ts";
import { Button } from "#web/ui/button.tsx";
import { TextArea } from "#web/ui/form/field.tsx";
import { Select } from "#web/ui/form/select.tsx";
import { AudienceFields } from "./audience-fields.tsx";
import type { Draft } from "./draft.ts";
import { type FieldErrors, type MainField, mainErrors, missingFields } from "./draft-checks.ts";
import { PictureField } from "./picture-field.tsx";
import { SectionForm } from "./section-form.tsx";
import { TILE_COLORS } from "./tile-colors.ts";
import { WhenFields } from "./when-fields.tsx";
import { setErrors, setFields, showErrors } from "./wizard-store.ts";

const NAMES: Record<MainField, string> = {
  question: "Başlık",
  category: "Kategori",
  description: "Açıklama",
  start: "Başlangıç",
  end: "Bitiş ya da Süresiz",
  visibility: "Güvenlik",
  image: "Resim",
};

/** Section 1: everything about the survey but its options. */
export function MainSection({ draft, errors }: { draft: Draft; errors: FieldErrors }) {
  const categories = useQuery(categoriesQuery());
  const unset = missingFields(draft);
  const missing = unset.map((field) => NAMES[field]).join(", ");

  /** Says what is wrong with a field once it has been left. */
  const check = (field: MainField) => () => {
    const { [field]: words } = mainErrors(draft, Date.now());
    if (words) setErrors([field], { [field]: words });
  };

  function onNext(): boolean {
    const found = mainErrors(draft, Date.now());
    const isRight = Object.keys(found).length === 0;
    if (!isRight) showErrors(found);
    return isRight;
  }

  return (
    <SectionForm
      title="Ana bilgiler"
      section={1}
      isComplete={unset.length === 0}
      missing={missing && `Eksik: ${missing}`}
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
        hint={`Sorunuz, en çok ${QUESTION_LENGTH.max} karakter: ${lengthOf(draft.question)}/${QUESTION_LENGTH.max}`}
        onBlur={check("question")}
        // One line on paper: a line break in a question is always a slip.
        onChange={({ target }) =>
          setFields({ question: target.value.replaceAll(/\s*\n\s*/g, " ") }, "question")
        }
      />
      <div className="grid gap-6 md:grid-cols-2">
        <PictureField
          label="Resim"
          title={draft.question}
          picture={draft.image}
          shape="cover"
          error={errors.image}
          onChange={(image) => setFields({ image }, "image")}
          onTile={() => setFields({ image: { kind: "tile", color: nextColor(draft) } }, "image")}
        />
        <div className="flex flex-col gap-6">
          <Select
            label="Kategori"
            required
            value={draft.categoryId ?? ""}
            error={errors.category}
            hint={categories.isError && <ReadAgain onPress={() => void categories.refetch()} />}
            onBlur={check("category")}
            onChange={({ target }) =>
              setFields({ categoryId: Number(target.value) || null }, "category")
            }
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
            hint={`İsteğe bağlı, en çok ${DESCRIPTION_MAX} karakter: katılanların bilmesi gerekenler.`}
            value={draft.description}
            error={tooLong(draft.description, DESCRIPTION_MAX) ?? errors.description}
            onBlur={check("description")}
            onChange={({ target }) => setFields({ description: target.value }, "description")}
          />
        </div>
      </div>
      <WhenFields draft={draft} errors={errors} onLeave={check} />
      <AudienceFields draft={draft} />
    </SectionForm>
  );
}

function nextColor({ image }: Draft): number {
  return image?.kind === "tile" ? (image.color + 1) % TILE_COLORS.length : 0;
}

function ReadAgain({ onPress }: { onPress: () => void }) {
  return (
    <Button variant="ghost" onClick={onPress}>
      Kategoriler yüklenemedi, tekrar dene
    </Button>
  );
}
