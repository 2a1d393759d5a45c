import * as z from "zod";
import { endpoint } from "../endpoint.ts";
import {
  DESCRIPTION_MAX,
  INVITATION_CODE,
  OPTION_COUNT,
  SEARCH_MAX,
  SKIPPED_MAX,
} from "../limits.ts";
import { IMAGE_REFUSALS } from "../shapes/image-refusals.ts";
import {
  Id,
  Instant,
  idList,
  item,
  PageQuery,
  PathId,
  page,
  paragraphs,
} from "../shapes/shapes.ts";
import { NewOption, NewSurvey, OptionContent, Question } from "../shapes/survey-forms.ts";
import {
  OwnSurveyCard,
  Survey,
  SurveyCard,
  SurveyType,
  Visibility,
} from "../shapes/survey-shapes.ts";

export const SurveyOrder = z.enum(["new", "popular", "ending"]);
export type SurveyOrder = z.infer<typeof SurveyOrder>;

/** The code of an invitation link, `?davet=` (R64). */
export const InvitationCode = z.string().regex(INVITATION_CODE);
export const SurveyParam = z.object({ id: PathId });

export const listSurveys = endpoint({
  method: "GET",
  path: "/api/surveys",
  summary: "The active public surveys",
  auth: "optional",
  query: PageQuery.extend({
    type: SurveyType.optional(),
    category_id: z.coerce.number().int().positive().optional(),
    q: z.string().max(SEARCH_MAX, { error: "Arama en fazla 100 karakter olabilir." }).optional(),
    order: SurveyOrder.default("new"),
  }),
  answers: { 200: page(SurveyCard) },
  errors: [],
  limit: "search",
});

export const getFeaturedSurvey = endpoint({
  method: "GET",
  path: "/api/surveys/featured",
  summary: "The question of the day: the operator's choice, else the most voted of the last day",
  auth: "optional",
  answers: { 200: item(Survey.nullable()) },
  errors: [],
});

export const listFeed = endpoint({
  method: "GET",
  path: "/api/auth/account/feed",
  summary: "The active public surveys of the people the caller follows, newest first",
  auth: "required",
  query: PageQuery,
  answers: { 200: page(SurveyCard) },
  errors: [],
});

export const listUnanswered = endpoint({
  method: "GET",
  path: "/api/auth/account/unanswered",
  summary:
    "The active public surveys of others that the caller has not voted on, most popular first",
  auth: "required",
  query: PageQuery,
  answers: { 200: page(SurveyCard) },
  errors: [],
});

export const listOwnSurveys = endpoint({
  method: "GET",
  path: "/api/auth/my/surveys",
  summary: "The caller's own surveys in every state, newest first, with the count of each type",
  auth: "required",
  query: PageQuery.extend({ type: SurveyType.optional() }),
  answers: {
    200: page(OwnSurveyCard).extend({ counts: z.object({ SURVEY: z.int(), TEST: z.int() }) }),
  },
  errors: [],
});

export const getSurvey = endpoint({
  method: "GET",
  path: "/api/auth/surveys/{id}",
  summary: "A survey with its options",
  auth: "optional",
  params: SurveyParam,
  query: z.object({ davet: InvitationCode.optional() }),
  answers: { 200: item(Survey) },
  errors: ["survey_not_found"],
});

export const getNextSurvey = endpoint({
  method: "GET",
  path: "/api/auth/surveys/{id}/next",
  summary: "What to vote on after a survey: by its author, of its category, or popular",
  auth: "optional",
  params: SurveyParam,
  query: z.object({ skip: idList(SKIPPED_MAX).default([]) }),
  answers: { 200: item(Survey.nullable()) },
  errors: ["survey_not_found"],
  limit: "search",
});

export const createSurvey = endpoint({
  method: "POST",
  path: "/api/auth/surveys",
  summary: "Publishing, first call: the draft with its picture or tile",
  auth: "required",
  body: NewSurvey,
  encodings: ["multipart"],
  answers: { 201: item(z.object({ id: z.int() })) },
  errors: ["account_incomplete", "image_missing", ...IMAGE_REFUSALS, "survey_locked"],
  limit: "publish",
  needs: "identity",
});

export const addOptions = endpoint({
  method: "POST",
  path: "/api/auth/surveys/options",
  summary: "Publishing, second call: all options; repeating it replaces them",
  auth: "required",
  body: z.object({
    data: z
      .array(NewOption, { error: "Sonuçlar minimum 2 tane olmalıdır" })
      .min(OPTION_COUNT.min, { error: "Sonuçlar minimum 2 tane olmalıdır" })
      .max(OPTION_COUNT.max, { error: "Sonuç ekleyebilmek için maksimum değere ulaşıldı" }),
  }),
  encodings: ["multipart"],
  // One too many is still read, so that the error says how many are allowed.
  files: OPTION_COUNT.max + 1,
  answers: { 201: item(z.object({ id: z.int() })) },
  errors: ["survey_not_found", "forbidden", "survey_locked", "image_missing", ...IMAGE_REFUSALS],
  limit: "publish",
});

export const setVisibility = endpoint({
  method: "PUT",
  path: "/api/auth/surveys/{id}/visibility",
  summary: "Publishing, third call: who may see the survey; afterwards it is published",
  auth: "required",
  params: SurveyParam,
  body: z.object({ visibility: Visibility }),
  answers: { 200: item(Survey) },
  errors: [
    "survey_not_found",
    "forbidden",
    "survey_hidden",
    "options_missing",
    "questions_missing",
    "choices_out_of_range",
    "daily_quota",
  ],
  limit: "write",
});

export const CorrectedOption = z.object({ id: Id, content: OptionContent });
export type CorrectedOption = z.infer<typeof CorrectedOption>;

export const updateSurvey = endpoint({
  method: "PATCH",
  path: "/api/auth/surveys/{id}",
  summary: "Changes the caller's own survey; question and options only until somebody has voted",
  auth: "required",
  params: SurveyParam,
  body: z.object({
    description: paragraphs(DESCRIPTION_MAX).optional(),
    expire_time: Instant.nullish(),
    question: Question.optional(),
    /** The options whose text changes. */
    options: z.array(CorrectedOption).max(OPTION_COUNT.max).default([]),
  }),
  answers: { 200: item(Survey) },
  errors: [
    "survey_not_found",
    "forbidden",
    "survey_hidden",
    "survey_ended",
    "survey_locked",
    "option_not_in_survey",
  ],
  limit: "write",
});

export const closeSurvey = endpoint({
  method: "PUT",
  path: "/api/auth/surveys/{id}/closure",
  summary: "Ends the caller's own survey now",
  auth: "required",
  params: SurveyParam,
  answers: { 200: item(Survey) },
  errors: ["survey_not_found", "forbidden", "survey_not_published", "survey_hidden"],
  limit: "write",
});

export const deleteSurvey = endpoint({
  method: "DELETE",
  path: "/api/auth/surveys/{id}",
  summary: "Deletes the caller's own survey with its votes and pictures",
  auth: "required",
  params: SurveyParam,
  answers: { 204: null },
  errors: ["survey_not_found", "forbidden"],
  limit: "write",
});
