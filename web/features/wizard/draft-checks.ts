import type * as z from "zod";
import { addOptions, createSurvey } from "#contract/surveys.ts";
import {
  dayOf,
  endsAt,
  isYearTooLong,
  startsAt,
  today,
  YEAR_TOO_LONG,
} from "#web/features/surveys/schedule.ts";
import type { Draft } from "./draft.ts";

export type MainField =
  | "question"
  | "category"
  | "description"
  | "start"
  | "end"
  | "visibility"
  | "image";

/** Turkish messages by form field: a `MainField`, `content:<option id>` or `image:<option id>`. */
export type FieldErrors = Record<string, string>;

const PICTURE_MISSING = "Lütfen bir resim seçin ya da renkli kart üretin.";
const { question: Question, description: Description } = createSurvey.body.shape;
const { content: Content } = addOptions.body.shape.data.element.shape;

/** The required fields of the main section that are still empty (R137). */
export function missingFields(draft: Draft): MainField[] {
  const isSet: Partial<Record<MainField, boolean>> = {
    question: draft.question.trim() !== "",
    category: draft.categoryId !== null,
    start: dayOf(draft.start) !== "",
    end: draft.end === null || dayOf(draft.end) !== "",
    image: draft.image !== null,
  };
  return (Object.keys(isSet) as MainField[]).filter((field) => !isSet[field]);
}

/** The errors of the main section, by `MainField`. */
export function mainErrors(draft: Draft, now: number): FieldErrors {
  const errors: Record<MainField, string | undefined> = {
    question: firstIssue(Question, draft.question),
    category: draft.categoryId ? undefined : "Lütfen bir kategori seçin.",
    description: firstIssue(Description, draft.description),
    start: startError(draft, now),
    end: endError(draft, now),
    visibility: undefined,
    image: draft.image ? undefined : PICTURE_MISSING,
  };
  return withoutEmpty(Object.entries(errors));
}

/** The errors of the options, by `content:<id>` and `image:<id>`, in the order of the options. */
export function optionErrors(draft: Draft): FieldErrors {
  const errors = draft.options.flatMap(({ id, content, image }) => [
    [`image:${id}`, image ? undefined : PICTURE_MISSING] as const,
    [`content:${id}`, firstIssue(Content, content)] as const,
  ]);
  return withoutEmpty(errors);
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

function withoutEmpty(errors: (readonly [string, string | undefined])[]): FieldErrors {
  return Object.fromEntries(errors.flatMap(([field, text]) => (text ? [[field, text]] : [])));
}

function firstIssue(schema: z.ZodType, value: unknown): string | undefined {
  return schema.safeParse(value).error?.issues[0]?.message;
}
