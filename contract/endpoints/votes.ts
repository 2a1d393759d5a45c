import * as z from "zod";
import { Vote } from "../ballots/vote.ts";
import { type AnswerOf, endpoint } from "../endpoint.ts";
import { PAGE_SIZE, WATCHED_MAX } from "../limits.ts";
import { Id, idList, item, items, PathId } from "../shapes/shapes.ts";
import { InvitationCode } from "./surveys.ts";

/** One option's share of the votes (R77). */
export const Result = z.object({
  option_id: Id,
  option_name: z.string(),
  count: z.int(),
  /** CSS colour that is legible in both themes. */
  color: z.string(),
  /** Turkish percent text, '%45'; all of a survey's sum to 100. */
  value: z.string(),
});
export type Result = z.infer<typeof Result>;

export const castVote = endpoint({
  method: "POST",
  path: "/api/auth/surveys/responses",
  summary: "Casts the caller's vote, which cannot be changed",
  auth: "required",
  body: Vote,
  answers: { 201: item(Vote) },
  errors: [
    "survey_not_found",
    "survey_not_published",
    "survey_not_started",
    "survey_ended",
    "already_voted",
    "email_unverified",
    "option_not_in_survey",
  ],
  limit: "vote",
});

export const getVoteStatus = endpoint({
  method: "GET",
  path: "/api/auth/surveys/{id}/responses/status",
  summary: "Whether the caller has voted; false for visitors",
  auth: "optional",
  params: z.object({ id: PathId }),
  query: z.object({ davet: InvitationCode.optional() }),
  answers: { 200: z.boolean() },
  errors: ["survey_not_found"],
});

export const listVoted = endpoint({
  method: "GET",
  path: "/api/auth/account/votes",
  summary: "Which of these surveys the caller has voted on",
  auth: "required",
  query: z.object({ survey_ids: idList(PAGE_SIZE.max).default([]) }),
  answers: { 200: items(Id) },
  errors: [],
});

export const getResults = endpoint({
  method: "GET",
  path: "/api/auth/surveys/{id}/responses/result",
  summary:
    "The results, where the caller may see them; only votes cast in public, once the survey is public",
  auth: "optional",
  params: z.object({ id: PathId }),
  query: z.object({ davet: InvitationCode.optional() }),
  answers: {
    200: items(Result).extend({
      /**
       * For a survey that has been public: the votes cast while it was private, which are in no
       * other number. null if too few to be shown, absent if none (R210).
       */
      private_items: z.array(Result).nullable().optional(),
      /** Present once a private survey's end has come otherwise than planned: its last votes stay hidden (R450). */
      incomplete: z.literal(true).optional(),
    }),
  },
  errors: ["survey_not_found", "results_hidden", "too_few_votes"],
});

/** Surveys in a stream's URL, "12,15:code": ids, some with their invitation link's code. */
export const WatchedSurveys = z
  .string()
  .regex(/^\d{1,15}(:[\w-]{1,64})?(,\d{1,15}(:[\w-]{1,64})?)*$/)
  .transform((surveys) =>
    surveys.split(",").map((survey) => {
      const [id, code] = survey.split(":");
      return { id: Number(id), code };
    }),
  )
  .refine((surveys) => surveys.length <= WATCHED_MAX);

/** The event for one of the surveys. */
export type ResultsEvent = AnswerOf<typeof getResults> & { survey_id: number };

export const streamResults = endpoint({
  method: "GET",
  path: "/api/auth/surveys/responses/stream",
  summary:
    "Server-sent events: `results` of a survey with its `survey_id`, soon and whenever they change, at most one a second; `hidden` with the bare id of a survey whose results the caller may not see",
  auth: "optional",
  query: z.object({ surveys: WatchedSurveys }),
  answers: { 200: null },
  errors: [],
  stream: true,
});
