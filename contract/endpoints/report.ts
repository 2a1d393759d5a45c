import * as z from "zod";
import { endpoint } from "../endpoint.ts";
import { Id, Instant, PathId } from "../shapes/shapes.ts";
import { Sponsors } from "../shapes/survey-shapes.ts";
import { InvitationCode } from "./surveys.ts";
import { BallotOfResults, NoOpinions, Ranking, Result } from "./votes.ts";

/** How the voters of a group voted, at a look and with noise (R411). */
export const Group = z.object({
  /**
   * Genders ("women"), age bands ("18-24"), regions ("TR1") or plate codes of provinces ("34"). Small
   * ones are joined by commas ("man,other"). With two dimensions, gender or age comes first
   * ("women|TR1").
   */
  key: z.string(),
  /** Roughly how many voters: in tens, from 1,000 on two digits, then zeros. */
  voters: z.int(),
  /** Percentages for each option, in the options' order; multiples of `step` that sum to 100. */
  shares: z.array(z.int()),
  /** 10, 5, 2 or 1 percentage points, depending on the number of voters. */
  step: z.int(),
});
export type Group = z.infer<typeof Group>;

/** A share in words: up to a tenth, up to a half, less than nine tenths, or more. */
export const Part = z.enum(["few", "under_half", "over_half", "nearly_all"]);
export type Part = z.infer<typeof Part>;

/** Networks for a hundred votes, within hours: 80 or more, 30 or more, or fewer. */
export const NetworkSpread = z.enum(["many", "some", "few"]);
export type NetworkSpread = z.infer<typeof NetworkSpread>;

export const Report = z.object({
  options: z.array(z.object({ id: Id, content: z.string(), color: z.string() })),
  /** As results show them now, in the options' order; `value` is '%45'. */
  results: z.array(Result.omit({ option_id: true, option_name: true, color: true })),
  ...BallotOfResults.shape,
  ...NoOpinions.shape,
  /** Of rankings, as in `getResults`. */
  ranking: Ranking.optional(),
  ...Sponsors.shape,
  /** Votes cast while the survey was private, as in `getResults`; in no other number here. */
  private_votes: z.int().nullable().optional(),
  /** null until the first look, at 50 votes; always where voters may choose several options. */
  breakdown: z
    .object({
      taken_at: Instant,
      /**
       * Number of votes at this look. Some may be in no group: of people who have not said who they
       * are, and of accounts that were deleted before votes were counted by group.
       */
      votes: z.int(),
      /** Of each table all votes: small groups are joined (R410). */
      groups: z.array(Group),
      weighted: z.object({
        /**
         * Number of equally weighted participants that would be as informative, rounded down to 0,
         * 10, 20, 50, 100, 200 …
         */
        effective: z.int(),
        /** For each option; null where those who voted are too unlike the country (R414). */
        values: z.array(z.string()).nullable(),
        /** Whole percentages of adults by category, here and in the country. */
        missing: z.array(z.object({ category: z.string(), here: z.int(), country: z.int() })),
        sources: z.array(z.string()),
      }),
      /** How many of all votes come from verified addresses and from older accounts. */
      trust: z.object({ verified: Part, week_old: Part, month_old: Part }),
    })
    .nullable(),
  /** Votes per time span, ten or more in each; after a week, spans of about a day. */
  timeline: z.array(z.object({ from: Instant, to: Instant, votes: z.int() })),
  /**
   * The hour whose number of votes stands out from the survey's other hours. Includes up to nine
   * votes that came since the preceding step.
   */
  burst: z.object({ from: Instant, votes: z.int() }).nullable(),
  /** Whether votes came over at least twelve hours; before, no hour can stand out. */
  burst_checked: z.boolean(),
  /**
   * How many of the votes came from accounts younger than two days, and from how many networks; null
   * below a hundred votes of which this was noted (R454).
   */
  origins: z.object({ young: Part, networks: NetworkSpread }).nullable(),
});
export type Report = z.infer<typeof Report>;

export const getReport = endpoint({
  method: "GET",
  path: "/api/auth/surveys/{id}/responses/report",
  summary: "The results by groups, weighted, and over time; where the caller may see them",
  auth: "optional",
  params: z.object({ id: PathId }),
  query: z.object({ davet: InvitationCode.optional() }),
  answers: { 200: Report },
  errors: ["survey_not_found", "results_hidden", "too_few_votes"],
});

/** The file types that a report can be saved as, with their media types. */
export const EXPORTS = {
  csv: "text/csv; charset=utf-8",
  xlsx: "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
} as const;

export const exportReport = endpoint({
  method: "GET",
  path: "/api/auth/surveys/{id}/responses/report/{format}",
  summary: "The report as a table: CSV for Turkish spreadsheets (UTF-8, semicolons) or XLSX",
  auth: "optional",
  params: z.object({ id: PathId, format: z.enum(["csv", "xlsx"]) }),
  query: z.object({ davet: InvitationCode.optional() }),
  answers: { 200: z.string().meta({ format: "binary" }) },
  fileTypes: Object.values(EXPORTS),
  errors: ["survey_not_found", "results_hidden", "too_few_votes"],
  limit: "reportFile",
});
