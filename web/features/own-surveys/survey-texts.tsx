import { CorrectedOption } from "#contract/endpoints/surveys.ts";
import { OPTION_CONTENT_LENGTH, QUESTION_LENGTH } from "#contract/limits.ts";
import type { Survey } from "#contract/shapes/survey-shapes.ts";
import { tooLong } from "#contract/shapes/text-length.ts";
import type { Body } from "#web/lib/api/api-types.ts";
import type { useContractForm } from "#web/lib/api/contract-form.ts";
import { validate } from "#web/lib/api/validate.ts";
import { TextField } from "#web/ui/form/field.tsx";
import type { OptionField, SurveyFields } from "./saved-edits.ts";

interface Props {
  survey: Survey;
  form: ReturnType<typeof useContractForm<SurveyFields>>;
  /** Whether somebody has voted. */
  isLocked: boolean;
  readOnly: boolean;
}

export const optionField = (id: number): OptionField => `option-${id}`;
export const optionOfField = (name: string): number => Number(name.slice("option-".length));

/** The texts of the question and the options, editable until somebody has voted (R47). */
export function SurveyTexts({ survey, form, isLocked, readOnly }: Props) {
  const { register, watch, errorOf } = form;
  const fields = [
    { name: "question", label: "Soru", max: QUESTION_LENGTH.max },
    ...survey.options.map(({ id }, at) => ({
      name: optionField(id),
      label: `${at + 1}. şık`,
      max: OPTION_CONTENT_LENGTH.max,
    })),
  ] as const;
  return (
    <>
      <p className="text-sm text-muted text-pretty">
        {isLocked ? (
          <>{TEXTS_LOCKED} Yazdıklarınızı kapatmadan önce buradan kopyalayabilirsiniz.</>
        ) : (
          "Henüz oy verilmedi: soruyu ve şıkları düzeltebilirsiniz. Resimler ve üzerlerindeki yazılar değişmez."
        )}
      </p>
      {fields.map(({ name, label, max }) => (
        <TextField
          key={name}
          label={label}
          autoComplete="off"
          readOnly={readOnly || isLocked}
          error={tooLong(watch(name), max) ?? errorOf(name)}
          {...register(name)}
        />
      ))}
    </>
  );
}

export const TEXTS_LOCKED = "Oy verildiği için soru ve şıklar artık değiştirilemez.";

/** Shown to the owner before changing the rest (R228). */
export const EDITS_SHOWN =
  "Yaptığınız değişiklikler, eski hâliyle birlikte anketi görenlere gösterilir.";

/** The errors of the options, by field. */
export const optionProblems = ({ options = [] }: Body<"PATCH /api/auth/surveys/{id}">) =>
  Object.fromEntries(
    options.flatMap((option) => {
      const { content } = validate(CorrectedOption, option);
      return content ? [[optionField(option.id), content]] : [];
    }),
  );
