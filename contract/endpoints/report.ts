import * as z from "zod";
import { endpoint } from "../endpoint.ts";
import { Id, Instant, PathId } from "../shapes/shapes.ts";
import { InvitationCode } from "./surveys.ts";

/** How the voters of a group voted, as it was last shown. */
export const Group = z.object({
  /**
   * A gender ("women"), an age band ("18-24"), a region ("TR1") or a province's plate code ("34"), or
   * two of them, gender or age first ("women|34").
   */
  key: z.string(),
  /** Of each option, in their order. */
  counts: z.array(z.int()),
});
export type Group = z.infer<typeof Group>;

export const Report = z.object({
  options: z.array(z.object({ id: Id, content: z.string(), color: z.string() })),
  /** As results show them now, in the options' order; `value` is '%45'. */
  results: z.array(z.object({ count: z.int(), value: z.string() })),
  /** Of those cast while the survey was private, as in `getResults`: how many, in no other number here. */
  private_votes: z.int().nullable().optional(),
  /** null until there are enough votes of which it is known who cast them. */
  breakdown: z
    .object({
      taken_at: Instant,
      /** How many votes were known by who cast them then; more than those of the groups. */
      votes: z.int(),
      /** Those that may be shown, and no other (R296). */
      groups: z.array(Group),
      weighted: z.object({
        /** How many participants of equal weight would tell as much, or more: 0, 10, 20, 50, 100, 200 … */
        effective: z.int(),
        /** Of each option; null while `effective` is less than 100. */
        values: z.array(z.string()).nullable(),
        sources: z.array(z.string()),
      }),
      /** Percentages of all votes, whole from 1,000 votes on and rougher before. */
      trust: z.object({ verified: z.int(), week_old: z.int(), month_old: z.int() }),
    })
    .nullable(),
  /** Votes from one moment to another, ten or more each; about a day each after a week. */
  timeline: z.array(z.object({ from: Instant, to: Instant, votes: z.int() })),
  /**
   * The hour whose votes stand out among those of the survey's others; with up to nine votes that came
   * since the step before it.
   */
  burst: z.object({ from: Instant, votes: z.int() }).nullable(),
});
export type Report = z.infer<typeof Report>;

export const getReport = endpoint({
  method: "GET",
  path: "/api/auth/surveys/{id}/responses/report",
  summary: "The results by who gave them, weighted, over time; where the caller may see them",
  auth: "optional",
  params: z.object({ id: PathId }),
  query: z.object({ davet: InvitationCode.optional() }),
  answers: { 200: Report },
  errors: ["survey_not_found", "results_hidden", "too_few_votes"],
});

/** What a report can be saved as, and its media type. */
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
