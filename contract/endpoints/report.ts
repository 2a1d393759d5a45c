import * as z from "zod";
import { endpoint } from "../endpoint.ts";
import { Id, Instant, PathId } from "../shapes/shapes.ts";
import { InvitationCode } from "./surveys.ts";

/** How the voters of a group voted, as last shown. */
export const Group = z.object({
  /**
   * A gender ("women"), an age band ("18-24"), a region ("TR1") or a province's plate code ("34"), or
   * two of them, gender or age first ("women|34").
   */
  key: z.string(),
  /** Votes for each option, in the options' order. */
  counts: z.array(z.int()),
});
export type Group = z.infer<typeof Group>;

export const Report = z.object({
  options: z.array(z.object({ id: Id, content: z.string(), color: z.string() })),
  /** As results show them now, in the options' order; `value` is '%45'. */
  results: z.array(z.object({ count: z.int(), value: z.string() })),
  /** Votes cast while the survey was private, as in `getResults`; in no other number here. */
  private_votes: z.int().nullable().optional(),
  /** null until there are enough votes whose voters' groups are known. */
  breakdown: z
    .object({
      taken_at: Instant,
      /** Number of votes whose voters' groups were known then; more than the shown groups have. */
      votes: z.int(),
      /** Only the groups that may be shown (R296). */
      groups: z.array(Group),
      weighted: z.object({
        /**
         * Number of equally weighted participants that would be as informative, rounded down to 0,
         * 10, 20, 50, 100, 200 …
         */
        effective: z.int(),
        /** For each option; null while `effective` is less than 100. */
        values: z.array(z.string()).nullable(),
        sources: z.array(z.string()),
      }),
      /** Percentages of all votes; whole from 1,000 votes on, coarser below. */
      trust: z.object({ verified: z.int(), week_old: z.int(), month_old: z.int() }),
    })
    .nullable(),
  /** Votes per time span, ten or more in each; after a week, spans of about a day. */
  timeline: z.array(z.object({ from: Instant, to: Instant, votes: z.int() })),
  /**
   * The hour whose number of votes stands out from the survey's other hours. Includes up to nine
   * votes that came since the preceding step.
   */
  burst: z.object({ from: Instant, votes: z.int() }).nullable(),
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
});
