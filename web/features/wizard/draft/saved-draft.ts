import * as z from "zod";
import { PLAIN } from "#contract/ballots/ballots.ts";
import { OPTION_COUNT, QUIZ_OPTION_COUNT, QUIZ_QUESTIONS_MAX } from "#contract/limits.ts";
import {
  BallotName,
  ResultVisibility,
  SurveyType,
  Visibility,
  Voters,
} from "#contract/shapes/survey-shapes.ts";
import {
  type Draft,
  moveStartToToday,
  NOTHING_SENT,
  newDraft,
  newOption,
  type Section,
} from "./draft.ts";
import { missingFields } from "./draft-checks.ts";

const Moment = z.string().regex(/^(\d{4}-\d{2}-\d{2})?(T\d{2}:\d{2})?$/);
const SectionNumber = z.union([z.literal(0), z.literal(1), z.literal(2), z.literal(3)]);
const Picture = z.discriminatedUnion("kind", [
  z.object({ kind: z.literal("photo"), id: z.string() }),
  z.object({ kind: z.literal("tile"), color: z.int().nonnegative() }),
]);
const Option = z.object({
  id: z.string(),
  content: z.string().catch(""),
  image: Picture.nullable().catch(null),
  typeText: z.string().catch(""),
});
const Question = z.object({
  id: z.string(),
  content: z.string().catch(""),
  explanation: z.string().catch(""),
  image: Picture.nullable().catch(null),
  explanationImage: Picture.nullable().catch(null),
  options: z
    .array(
      z.object({
        id: z.string(),
        content: z.string().catch(""),
        right: z.boolean().catch(false),
        type: z.string().nullable().catch(null),
      }),
    )
    .min(QUIZ_OPTION_COUNT.min),
});
const Sent = z.object({
  surveyId: z.int().positive().nullable(),
  survey: z.string(),
  options: z.string(),
});

/**
 * Reads a saved draft, which may be damaged or written by an older release: fields that do not
 * parse get the values of a new draft. Returns null if it is not an object.
 */
export function parseSavedDraft(record: unknown, now: number): Draft | null {
  if (typeof record !== "object" || record === null) return null;
  const fresh = newDraft(now);
  const SavedDraft = z.object({
    key: z.uuid().catch(fresh.key),
    section: SectionNumber.catch(0),
    reached: SectionNumber.catch(0),
    type: SurveyType.catch(fresh.type),
    question: z.string().catch(""),
    categoryId: z.int().positive().nullable().catch(null),
    description: z.string().catch(""),
    start: Moment.catch(fresh.start),
    end: Moment.nullable().catch(""),
    visibility: Visibility.catch(fresh.visibility),
    resultVisibility: ResultVisibility.catch(fresh.resultVisibility),
    instantResults: z.boolean().catch(fresh.instantResults),
    shufflesOptions: z.boolean().catch(fresh.shufflesOptions),
    votesMayChange: z.boolean().catch(fresh.votesMayChange),
    allowsNoOpinion: z.boolean().catch(fresh.allowsNoOpinion),
    adultsOnly: z.boolean().catch(fresh.adultsOnly),
    ballot: BallotName.exclude(["quiz"]).or(z.literal(PLAIN)).catch(fresh.ballot),
    minChoices: z.int().min(1).catch(fresh.minChoices),
    maxChoices: z.int().min(2).nullable().catch(fresh.maxChoices),
    voters: Voters.nullable().catch(null),
    askedBy: z.string().catch(""),
    paidBy: z.string().catch(""),
    image: Picture.nullable().catch(null),
    theme: z.union([z.literal(1), z.literal(2)]).catch(fresh.theme),
    options: z.array(Option).catch([]),
    questions: z.array(Question).catch([]),
    scoring: z.enum(["right", "types"]).catch(fresh.scoring),
    sent: Sent.catch(NOTHING_SENT),
    edited: z.record(z.string(), z.number()).catch({}),
  });
  const draft = SavedDraft.parse(record);
  const options = draft.options.slice(0, OPTION_COUNT.max);
  while (options.length < OPTION_COUNT.min) options.push(newOption());
  const questions = draft.questions.slice(0, QUIZ_QUESTIONS_MAX);
  return atReachableSection(moveStartToToday({ ...draft, options, questions }, now));
}

function atReachableSection(draft: Draft): Draft {
  const furthest: Section = missingFields(draft).length > 0 ? 1 : 3;
  const atMost = (section: Section): Section => (section > furthest ? furthest : section);
  return { ...draft, section: atMost(draft.section), reached: atMost(draft.reached) };
}
