import * as z from "zod";
import { Vote } from "../ballots/vote.ts";
import { type AnswerOf, endpoint } from "../endpoint.ts";
import { PAGE_SIZE, WATCHED_MAX } from "../limits.ts";
import { Id, idList, item, items, PathId } from "../shapes/shapes.ts";
import { BallotName } from "../shapes/survey-shapes.ts";
import { InvitationCode } from "./surveys.ts";

/** One option's share of the votes (R77). */
export const Result = z.object({
  option_id: Id,
  option_name: z.string(),
  /**
   * How many voters chose it; of rankings how many put it first, of ratings how many gave it a grade.
   */
  count: z.int(),
  /** CSS colour that is legible in both themes. */
  color: z.string(),
  /**
   * Turkish percent text, '%45'; all of a survey's sum to 100, except where a voter may choose several
   * options: there each is a share of the voters.
   */
  value: z.string(),
  /** Of ratings: the mean grade to two decimals; null without one. */
  mean: z.number().min(1).max(5).nullable().optional(),
  /** Of ratings: the median grade, of an even number the lower middle one; null without one. */
  median_grade: z.int().min(1).max(5).nullable().optional(),
  /** Of ratings: how many voters gave it the grades 1 to 5. */
  spread: z.array(z.int()).length(5).optional(),
});
export type Result = z.infer<typeof Result>;

/** Rankings counted in rounds. Options are indices, in the survey's order. */
export const Ranking = z.object({
  /** Of how many voters: there may be newer votes. */
  voters: z.int(),
  /**
   * The instant run-off: in each round the voters by option, null once it has left; those all of whose
   * ranked options have left; the option that leaves, except in the last; and how a tie for that was
   * decided.
   */
  rounds: z.array(
    z.object({
      counts: z.array(z.int().nullable()),
      exhausted: z.int(),
      leaves: z.int().optional(),
      tie: z.enum(["earlier round", "order"]).optional(),
    }),
  ),
  /** `pairwise[a][b]`: voters who rank a above b. */
  pairwise: z.array(z.array(z.int())),
  winner: z.int().optional(),
  /** The option that beats each other one in pairs, if there is one. */
  condorcet: z.int().optional(),
});
export type Ranking = z.infer<typeof Ranking>;

/** How results were voted on; both absent where each voter chooses one option. */
export const BallotOfResults = z.object({
  ballot: BallotName.optional(),
  /** How many people voted. */
  voters: z.int().optional(),
});

/** How many people said "Fikrim yok"; in no other number. Absent where the survey does not allow it. */
export const NoOpinions = z.object({
  no_opinion: z.int().optional(),
  /** Those of them who said so while the survey was private, where `private_items` are shown. */
  private_no_opinion: z.int().optional(),
});

export const castVote = endpoint({
  method: "POST",
  path: "/api/auth/surveys/responses",
  summary: "Casts the caller's vote",
  auth: "required",
  body: Vote,
  answers: { 201: item(Vote) },
  errors: [
    "survey_not_found",
    "account_suspended",
    "survey_not_published",
    "survey_hidden",
    "survey_not_started",
    "survey_ended",
    "already_voted",
    "email_unverified",
    "option_not_in_survey",
    "wrong_ballot",
    "choice_count_out_of_range",
  ],
  limit: "vote",
});

/** Why a vote can be neither changed nor withdrawn. */
const KEPT = [
  "survey_not_found",
  "account_suspended",
  "survey_not_published",
  "survey_hidden",
  "survey_not_started",
  "survey_ended",
  "vote_not_found",
  "vote_fixed",
] as const;

export const changeVote = endpoint({
  method: "PUT",
  path: "/api/auth/surveys/responses",
  summary: "Replaces the caller's vote, where the survey's votes may be changed",
  auth: "required",
  body: Vote,
  answers: { 200: item(Vote) },
  errors: [...KEPT, "option_not_in_survey", "wrong_ballot", "choice_count_out_of_range"],
  limit: "vote",
});

export const withdrawVote = endpoint({
  method: "DELETE",
  path: "/api/auth/surveys/{id}/responses",
  summary: "Takes the caller's vote back, where the survey's votes may be changed",
  auth: "required",
  params: z.object({ id: PathId }),
  answers: { 204: null },
  errors: KEPT,
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
      ...BallotOfResults.shape,
      ...NoOpinions.shape,
      /** Of rankings, once they were counted: up to a second old, with very many votes a tenth behind. */
      ranking: Ranking.optional(),
      /**
       * For a survey that has been public: the votes cast while it was private, which are in no
       * other number. null if too few to be shown, absent if none (R210).
       */
      private_items: z.array(Result).nullable().optional(),
      /** How many people cast these, where `voters` is present and they are shown. */
      private_voters: z.int().optional(),
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
  errors: ["too_many_requests"],
  stream: true,
});
