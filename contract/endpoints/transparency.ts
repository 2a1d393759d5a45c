import * as z from "zod";
import { endpoint } from "../endpoint.ts";
import { Instant, item } from "../shapes/shapes.ts";
import { DecisionAct, ReportReason } from "./moderation.ts";

/** What staff did: a decision, one taken back, reports dismissed, or a look at private data. */
export const StaffAct = z.enum([...DecisionAct.options, "dismiss", "undo", "look"]);
export type StaffAct = z.infer<typeof StaffAct>;

const Transparency = z.object({
  /** The last 24 in which staff did something, in Türkiye's time, newest first. */
  months: z.array(
    z.object({
      /** Such as "2026-11". */
      month: z.string(),
      sums: z.array(
        z.object({
          act: StaffAct,
          /** null for looks. */
          reason: ReportReason.nullable(),
          count: z.int(),
        }),
      ),
    }),
  ),
  /** The last row of the record; null while it has none. */
  head: z
    .object({
      /** How many rows there are. */
      number: z.int(),
      at: Instant,
      /** SHA-256, in hexadecimal, over the row and the hash of the one before. */
      hash: z.string(),
    })
    .nullable(),
});
export type Transparency = z.infer<typeof Transparency>;

export const getTransparency = endpoint({
  method: "GET",
  path: "/api/transparency",
  summary: "What staff did, as sums by month and reason, and the head of the record of it",
  auth: "none",
  answers: { 200: item(Transparency) },
  errors: [],
});
