import * as z from "zod";
import { endpoint } from "../endpoint.ts";
import { QUIZ_QUESTIONS_MAX } from "../limits.ts";
import {
  Attempt,
  QuizAnswers,
  QuizQuestion,
  QuizQuestionForm,
  Scores,
  TypeTexts,
} from "../shapes/quiz-shapes.ts";
import { item, items } from "../shapes/shapes.ts";
import { InvitationCode, SurveyParam } from "./surveys.ts";

const NO_QUESTION = "Lütfen en az bir soru ekleyin.";
const Invited = z.object({ davet: InvitationCode.optional() });

export const setQuestions = endpoint({
  method: "PUT",
  path: "/api/auth/surveys/{id}/questions",
  summary: "Publishing a test: its questions with their right options; repeating it replaces them",
  auth: "required",
  params: SurveyParam,
  body: z.object({
    data: z
      .array(QuizQuestionForm, { error: NO_QUESTION })
      .min(1, { error: NO_QUESTION })
      .max(QUIZ_QUESTIONS_MAX, {
        error: `Bir testte en fazla ${QUIZ_QUESTIONS_MAX} soru olabilir.`,
      }),
    /** In tests of types. */
    type_texts: TypeTexts.default([]),
  }),
  encodings: ["json", "multipart"],
  // One too many is still read, so that the error says how many are allowed.
  files: 2 * QUIZ_QUESTIONS_MAX + 1,
  answers: { 200: item(z.object({ id: z.int() })) },
  errors: [
    "survey_not_found",
    "forbidden",
    "survey_locked",
    "not_a_quiz",
    "image_missing",
    "image_format",
    "image_too_large",
  ],
  limit: "publish",
});

export const listQuizQuestions = endpoint({
  method: "GET",
  path: "/api/auth/surveys/{id}/questions",
  summary: "The questions of a test in their order, without what is right",
  auth: "optional",
  params: SurveyParam,
  query: Invited,
  answers: { 200: items(QuizQuestion) },
  errors: ["survey_not_found", "survey_not_started"],
});

export const submitAttempt = endpoint({
  method: "POST",
  path: "/api/auth/surveys/{id}/attempts",
  summary:
    "Ends an attempt at a test: the caller's first one counts and is graded once, others are practice",
  auth: "optional",
  params: SurveyParam,
  query: Invited,
  body: z.object({
    /** For each question, in their order. */
    answers: QuizAnswers.max(QUIZ_QUESTIONS_MAX),
    /** Ends it as practice, although it could count. */
    practice: z.boolean().default(false),
  }),
  answers: { 200: item(Attempt) },
  errors: [
    "survey_not_found",
    "account_suspended",
    "survey_not_published",
    "survey_hidden",
    "survey_not_started",
    "email_unverified",
    "already_voted",
    "not_a_quiz",
    "answers_unfit",
  ],
  limit: "vote",
});

export const getOwnAttempt = endpoint({
  method: "GET",
  path: "/api/auth/surveys/{id}/attempts/my",
  summary: "The caller's attempt that counts; null without one, and for visitors",
  auth: "optional",
  params: SurveyParam,
  query: Invited,
  answers: { 200: item(Attempt.nullable()) },
  errors: ["survey_not_found"],
});

export const getScores = endpoint({
  method: "GET",
  path: "/api/auth/surveys/{id}/scores",
  summary:
    "How others did in a scored test, roughly, where the caller may see results; null with few attempts",
  auth: "optional",
  params: SurveyParam,
  query: Invited,
  answers: { 200: item(Scores.nullable()) },
  errors: ["survey_not_found", "results_hidden"],
});
