import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import * as z from "zod";

/** Content, the picture's file name beside the cover, and popularity relative to the other options. */
const DemoOption = z.tuple([z.string(), z.string(), z.number().positive()]);

const DemoSurvey = z.strictObject({
  /** The name of its folder in `pictures/surveys/`. */
  key: z.string(),
  question: z.string(),
  description: z.string(),
  /** One of the product's category names. */
  category: z.string(),
  type: z.literal("TEST").optional(),
  layout: z.enum(["horizontal", "vertical"]),
  results: z.enum(["before", "after"]),
  visibility: z.literal("private").optional(),
  /** Its owner has not published it yet. */
  draft: z.literal(true).optional(),
  /** Nickname of a main person; absent: some active person. */
  owner: z.string().optional(),
  /** When it starts, in days before now; negative: in the future. */
  daysAgo: z.number(),
  /** Absent: it never ends ("Süresiz"). */
  lastsDays: z.number().positive().optional(),
  /** The share of all people, or of those invited to a private survey, who vote: from 0 to 1. */
  reach: z.number().min(0).max(1),
  options: z.array(DemoOption),
});
export type DemoSurvey = z.infer<typeof DemoSurvey>;

const folder = join(import.meta.dirname, "surveys");

/** The surveys of the demo set, earliest first. */
export const demoSurveys: DemoSurvey[] = readdirSync(folder)
  .sort()
  .flatMap((file) =>
    z.array(DemoSurvey).parse(JSON.parse(readFileSync(join(folder, file), "utf8"))),
  )
  .sort((a, b) => b.daysAgo - a.daysAgo);
