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
const PICTURE_MISSING = "Lütfen bir resim seçin ya da renkli kart üretin.";
const { question: Question, description: Description } = createSurvey.body.shape;
const { content: Content } = addOptions.body.shape.data.element.shape;

/** The required fields of the main information that are not set yet (R137). */
export function unsetFields(draft: Draft): MainField[] {
  const isSet: Partial<Record<MainField, boolean>> = {
    question: draft.question.trim() !== "",
    category: draft.categoryId !== null,
    start: dayOf(draft.start) !== "",
    end: draft.end === null || dayOf(draft.end) !== "",
    image: draft.image !== null,
  };
  return (Object.keys(isSet) as MainField[]).filter((field) => !isSet[field]);
}

/** What is wrong with the main information, in words by `MainField`. */
export function mainProblems(draft: Draft, now: number): Record<string, string> {
  const found: Record<MainField, string | undefined> = {
    question: wordsOf(Question, draft.question),
    category: draft.categoryId ? undefined : "Lütfen bir kategori seçin.",
    description: wordsOf(Description, draft.description),
    start: startProblem(draft, now),
    end: endProblem(draft, now),
    visibility: undefined,
    image: draft.image ? undefined : PICTURE_MISSING,
  };
  return onlyWrong(Object.entries(found));
}

/** What is wrong with the options, by `content:<id>` and `image:<id>`, in their order. */
export function optionProblems(draft: Draft): Record<string, string> {
  const found = draft.options.flatMap(({ id, content, image }) => [
    [`image:${id}`, image ? undefined : PICTURE_MISSING] as const,
    [`content:${id}`, wordsOf(Content, content)] as const,
  ]);
  return onlyWrong(found);
}

/** The ids of options that are named like one before them, whatever their letters' case. */
export function repeatedOptions({ options }: Draft): Set<string> {
  const names = options.map(({ content }) => content.trim().toLocaleLowerCase("tr"));
  const repeated = options.filter((_, at) => names[at] && names.indexOf(names[at]) < at);
  return new Set(repeated.map(({ id }) => id));
}

function startProblem({ start }: Draft, now: number): string | undefined {
  if (dayOf(start) === "") return "Lütfen başlangıç tarihini seçin.";
  if (isYearTooLong(start)) return YEAR_TOO_LONG;
  if (dayOf(start) < today(now)) return "Başlangıç bugünden önce olamaz.";
  return undefined;
}

function endProblem({ start, end }: Draft, now: number): string | undefined {
  if (end === null) return undefined;
  if (dayOf(end) === "") return "Bitiş tarihini seçin ya da Süresiz’i işaretleyin.";
  if (isYearTooLong(end)) return YEAR_TOO_LONG;
  const from = startsAt(start, now) ?? now;
  if (endsAt(end) > from) return undefined;
  return from === now ? "Bitiş gelecekte olmalı." : "Bitiş başlangıçtan sonra olmalı.";
}

function onlyWrong(found: (readonly [string, string | undefined])[]): Record<string, string> {
  return Object.fromEntries(found.flatMap(([field, words]) => (words ? [[field, words]] : [])));
}

interface Schema {
  safeParse: (value: unknown) => { error?: { issues: { message: string }[] } | undefined };
}

function wordsOf(schema: Schema, value: unknown): string | undefined {
  return schema.safeParse(value).error?.issues[0]?.message;
}
