import { useEffect, useRef, useState } from "react";
import { useController } from "react-hook-form";
import { DAY_MS } from "#contract/durations.ts";
import { updateSurvey } from "#contract/endpoints/surveys.ts";
import { DESCRIPTION_MAX } from "#contract/limits.ts";
import type { Survey } from "#contract/shapes/survey-shapes.ts";
import { tooLong } from "#contract/shapes/text-length.ts";
import { useOwnSurvey } from "#web/features/own-surveys/own-surveys.api.ts";
import { isShownInSteps } from "#web/features/results/steps-words.ts";
import {
  endInstant,
  endsAt,
  isYearTooLong,
  LAST_DAY,
  YEAR_TOO_LONG,
} from "#web/features/surveys/schedule.ts";
import { ApiProblem } from "#web/lib/api/api-problem.ts";
import type { Body, ProblemCode } from "#web/lib/api/api-types.ts";
import { useContractForm } from "#web/lib/api/contract-form.ts";
import { toastProblem } from "#web/lib/api/toast-problem.ts";
import { istanbulClock } from "#web/lib/turkish.ts";
import { Button } from "#web/ui/button.tsx";
import { Checkbox } from "#web/ui/form/checkbox.tsx";
import { TextArea, TextField } from "#web/ui/form/field.tsx";
import { toast } from "#web/ui/overlay/toast.ts";
import { useFocusFallback } from "#web/ui/use-focus-fallback.ts";
import { HIDDEN_BY_OTHER_END } from "./end-words.ts";
import {
  forgetEdits,
  type SurveyEdits,
  type SurveyFields,
  savedEdits,
  saveEdits,
} from "./saved-edits.ts";
import {
  EDITS_SHOWN,
  optionField,
  optionOfField,
  optionProblems,
  SurveyTexts,
  TEXTS_LOCKED,
} from "./survey-texts.tsx";

type Changes = Body<"PATCH /api/auth/surveys/{id}">;

interface Props {
  survey: Survey;
  /** Whether somebody has voted, as far as the owner's list knows. */
  hasVotes: boolean;
  /** Called when the changes are saved, or "Vazgeç" is pressed. */
  onDone: () => void;
}

export function ChangeSurveyForm({ survey, hasVotes, onDone }: Props) {
  const { id, question } = survey;
  const [isRefused, setRefused] = useState(false);
  const isLocked = isRefused || hasVotes || (survey.vote_count ?? 0) > 0;
  const [before] = useState(() => toFields(survey));
  const { change } = useOwnSurvey(id);
  const form = useContractForm<SurveyFields>(updateSurvey.body, {
    defaultValues: { ...before, ...savedEdits(id) },
    toBody: (fields) => toChanges(before, fields, isLocked),
    fieldNames: { expire_time: "end" },
    check: (fields) => ({
      ...endProblem(fields),
      ...optionProblems(toChanges(before, fields, isLocked)),
    }),
  });
  const { subscribe, control, watch, errorOf } = form;
  const edits = edited(before, watch());
  const areTextsEdited = Object.keys(edits).some((name) => /^(question|option-)/.test(name));
  const descriptionField = form.register("description");
  const { field: end } = useController({ control, name: "end" });
  const { field: isEndless } = useController({ control, name: "isEndless" });
  const description = watch("description");
  // A refusal says so too, in case the survey cannot be refetched afterwards.
  const isOver = survey.state === "ended" || hasCode(change.error, "survey_ended");
  const isFixed = change.isPending || isOver;
  const element = useRef<HTMLFormElement>(null);
  const box = useFocusFallback(String(isOver));

  useEffect(() => {
    const callback = ({ values }: { values: SurveyFields }) =>
      saveEdits(id, edited(before, values));
    return subscribe({ formState: { values: true }, callback });
  }, [id, before, subscribe]);

  const save = async (fields: SurveyFields) => {
    if (isOver) return;
    const sent = savedEdits(id);
    try {
      // `onDone` is not called if the dialog was closed meanwhile.
      await change.mutateAsync(toChanges(before, fields, isLocked), { onSuccess: onDone });
      // The form may have been edited further meanwhile.
      if (savedEdits(id) === sent) forgetEdits(id);
      toast.success("Anket Güncellendi", "Değişiklikleriniz kaydedildi.");
    } catch (error) {
      form.showErrors(error);
      if (hasCode(error, "survey_locked")) setRefused(true);
      if (!element.current || !hasCode(error, "survey_ended")) toastProblem(error);
    }
  };

  const giveUp = () => {
    forgetEdits(id);
    onDone();
  };

  return (
    <div {...box} className="outline-none">
      <form ref={element} noValidate onSubmit={form.submitTo(save)} className="grid gap-5">
        <div role="alert" className="empty:hidden">
          {isOver && <Over isEdited={areTextsEdited || edits.description !== undefined} />}
        </div>
        {(isLocked || isOver) && !areTextsEdited ? (
          <div className="grid gap-1">
            <p dir="auto" className="font-semibold wrap-anywhere">
              {question}
            </p>
            {!isOver && <p className="text-sm text-muted">{TEXTS_LOCKED}</p>}
          </div>
        ) : (
          <SurveyTexts survey={survey} form={form} isLocked={isLocked} readOnly={isFixed} />
        )}
        {isLocked && !isOver && <p className="text-sm text-muted">{EDITS_SHOWN}</p>}
        <TextArea
          label="Açıklama"
          hint={`En fazla ${DESCRIPTION_MAX} karakter.`}
          readOnly={isFixed}
          error={tooLong(description, DESCRIPTION_MAX) ?? errorOf("description")}
          {...descriptionField}
        />
        <TextField
          label="Bitiş"
          type="datetime-local"
          hint={isLocked && isShownInSteps(survey) ? HIDDEN_BY_OTHER_END : "Türkiye saatiyle"}
          max={`${LAST_DAY}T23:59`}
          {...end}
          value={isEndless.value ? "" : end.value}
          disabled={isEndless.value}
          readOnly={isFixed}
          error={isEndless.value ? undefined : errorOf("end")}
        />
        <Checkbox
          label="Süresiz"
          {...isEndless}
          value="true"
          checked={isEndless.value}
          onChange={({ target }) => isFixed || isEndless.onChange(target.checked)}
        />
        <div className="flex flex-wrap justify-end gap-3">
          <Button onClick={giveUp}>{isOver ? "Kapat" : "Vazgeç"}</Button>
          {!isOver && (
            <Button type="submit" variant="primary" busy={change.isPending}>
              Kaydet
            </Button>
          )}
        </div>
      </form>
    </div>
  );
}

function toFields({ question, description, options, expire_time }: Survey): SurveyFields {
  const end = istanbulClock(expire_time ? Date.parse(expire_time) : Date.now() + 7 * DAY_MS);
  const contents = options.map(({ id, content }) => [optionField(id), content]);
  return {
    question,
    ...Object.fromEntries(contents),
    description,
    end,
    isEndless: expire_time === null,
  };
}

/** Only the fields changed here; others may have been changed on another device meanwhile. */
const edited = (before: SurveyFields, fields: SurveyFields): SurveyEdits =>
  Object.fromEntries(
    Object.entries(fields).filter(([name, value]) => value !== before[name as keyof SurveyFields]),
  );

function toChanges(before: SurveyFields, fields: SurveyFields, isLocked: boolean): Changes {
  const { question, description, end, isEndless, ...contents } = edited(before, fields);
  const changesEnd = isEndless !== undefined || (end !== undefined && !fields.isEndless);
  const options = Object.entries(contents).map(([name, content]) => ({
    id: optionOfField(name),
    content: String(content),
  }));
  return {
    ...(description !== undefined && { description }),
    ...(changesEnd && { expire_time: fields.isEndless ? null : endInstant(fields.end) }),
    ...(!isLocked && question !== undefined && { question }),
    ...(!isLocked && options.length > 0 && { options }),
  };
}

function endProblem({ end, isEndless }: SurveyFields): Record<string, string> {
  if (isEndless) return {};
  if (isYearTooLong(end)) return { end: YEAR_TOO_LONG };
  if (Number.isFinite(endsAt(end))) return {};
  return { end: "Bitiş tarihini ve saatini seçin ya da Süresiz’i işaretleyin." };
}

const hasCode = (error: unknown, code: ProblemCode): boolean =>
  error instanceof ApiProblem && error.code === code;

function Over({ isEdited }: { isEdited: boolean }) {
  return (
    <div className="rounded border border-line bg-sunken p-4">
      <p className="font-semibold">Bu anket sona erdi</p>
      <p className="text-muted text-pretty">
        Açıklaması ve bitişi artık değiştirilemez.
        {isEdited && " Yazdıklarınızı kapatmadan önce buradan kopyalayabilirsiniz."}
      </p>
    </div>
  );
}
