import { EXPLANATION_MAX } from "#contract/limits.ts";
import { OptionFields, SurveyFields } from "#contract/shapes/survey-forms.ts";
import { tooLong } from "#contract/shapes/text-length.ts";
import {
  dayOf,
  endsAt,
  isYearTooLong,
  startsAt,
  today,
  YEAR_TOO_LONG,
} from "#web/features/surveys/schedule.ts";
import type { ApiProblem } from "#web/lib/api/api-problem.ts";
import { mapFieldNames, validate } from "#web/lib/api/validate.ts";
import { isOfTypes, isQuiz } from "../quiz/draft-questions.ts";
import { questionErrors, questionValue, serverQuestionErrors } from "../quiz/question-checks.ts";
import { choiceLimits, surveyFields } from "../survey-fields.ts";
import type { Draft } from "./draft.ts";

/** The fields of the survey, by the API's names. */
const FIELD_NAMES = {
  question: "question",
  category_id: "categoryId",
  description: "description",
  start_time: "start",
  expire_time: "end",
  image: "image",
  asked_by: "askedBy",
  paid_by: "paidBy",
  min_choices: "choices",
} as const;
export type SurveyField = (typeof FIELD_NAMES)[keyof typeof FIELD_NAMES];

/** Turkish messages by form field: a `SurveyField`, `content:<option id>` or `image:<option id>`. */
export type FieldErrors = Record<string, string>;

const PICTURE_MISSING = "Lütfen bir resim seçin ya da renkli kart ekleyin.";

/** The required fields of the main section that are still empty (R137). */
export function missingFields({ question, categoryId, start, end, image }: Draft): SurveyField[] {
  const isSet: Partial<Record<SurveyField, boolean>> = {
    question: question.trim() !== "",
    categoryId: categoryId !== null,
    start: dayOf(start) !== "",
    end: end === null || dayOf(end) !== "",
    image: image !== null,
  };
  return (Object.keys(isSet) as SurveyField[]).filter((field) => !isSet[field]);
}

/** The errors of the survey's own fields, by `SurveyField`. */
export function mainErrors(draft: Draft, now: number): FieldErrors {
  return withoutEmpty({
    ...mapFieldNames(validate(SurveyFields, surveyFields(draft, now)), FIELD_NAMES),
    start: startError(draft, now),
    end: endError(draft, now),
    image: draft.image ? undefined : PICTURE_MISSING,
  });
}

/** The errors of the last section: those of the questions of a test, otherwise of the options. */
export const lastSectionErrors = (draft: Draft): FieldErrors => ({
  ...((!isQuiz(draft) || isOfTypes(draft)) && optionErrors(draft)),
  ...(isOfTypes(draft) && typeTextErrors(draft)),
  ...(isQuiz(draft) && questionErrors(draft)),
});

const typeTextErrors = ({ options }: Draft): FieldErrors =>
  withoutEmpty(
    Object.fromEntries(
      options.map(({ id, typeText }) => [`typeText:${id}`, tooLong(typeText, EXPLANATION_MAX)]),
    ),
  );

/** The errors of the options, by `content:<id>` and `image:<id>`, in the order of the options. */
export function optionErrors({ options }: Draft): FieldErrors {
  const errors = options.flatMap((option) => [
    [`image:${option.id}`, option.image ? undefined : PICTURE_MISSING],
    [`content:${option.id}`, validate(OptionFields, option).content],
  ]);
  return withoutEmpty(Object.fromEntries(errors));
}

/** The server's errors, by form field; errors without a field in the wizard are dropped. */
export function serverErrors({ code, fields, message }: ApiProblem, draft: Draft): FieldErrors {
  const { options } = draft;
  if (code === "choices_out_of_range") return { choices: message };
  const names = new Map<string, string>(Object.entries(FIELD_NAMES));
  for (const [at, { id }] of options.entries())
    for (const part of ["content", "image"]) names.set(`data.${at}.${part}`, `${part}:${id}`);
  return {
    ...withoutEmpty(Object.fromEntries([...names].map(([name, field]) => [field, fields[name]]))),
    ...serverQuestionErrors(draft, fields),
  };
}

/** The value an error refers to: the error is removed once it changes. */
export function fieldValue(draft: Draft, field: string): unknown {
  const [part, id] = field.split(":");
  if (id) {
    const option = draft.options.find((one) => one.id === id);
    if (option) return option[part as "content" | "image" | "typeText"];
    return questionValue(draft, part ?? "", id);
  }
  if (field === "choices") return JSON.stringify([draft.ballot, choiceLimits(draft)]);
  return field === "end"
    ? `${draft.start} ${draft.end}`
    : draft[field as Exclude<SurveyField, "choices">];
}

/** The ids of options with the same name as an earlier one, ignoring case. */
export function duplicateOptions({ options }: Draft): Set<string> {
  const names = options.map(({ content }) => content.trim().toLocaleLowerCase("tr"));
  const duplicates = options.filter((_, i) => names[i] && names.indexOf(names[i]) < i);
  return new Set(duplicates.map(({ id }) => id));
}

function startError({ start }: Draft, now: number): string | undefined {
  if (dayOf(start) === "") return "Lütfen başlangıç tarihini seçin.";
  if (isYearTooLong(start)) return YEAR_TOO_LONG;
  if (dayOf(start) < today(now)) return "Başlangıç bugünden önce olamaz.";
  return undefined;
}

function endError({ start, end }: Draft, now: number): string | undefined {
  if (end === null) return undefined;
  if (dayOf(end) === "") return "Bitiş tarihini seçin ya da Süresiz’i işaretleyin.";
  if (isYearTooLong(end)) return YEAR_TOO_LONG;
  const from = startsAt(start, now) ?? now;
  if (endsAt(end) > from) return undefined;
  return from === now ? "Bitiş gelecekte olmalı." : "Bitiş başlangıçtan sonra olmalı.";
}

const withoutEmpty = (errors: Record<string, string | undefined>): FieldErrors =>
  Object.fromEntries(
    Object.entries(errors).flatMap(([name, text]) => (text ? [[name, text]] : [])),
  );
