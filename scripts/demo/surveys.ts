import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import * as z from "zod";

/** Content, the picture's file name beside the cover, and how popular it is beside the others. */
const DemoOption = z.tuple([z.string(), z.string(), z.number().positive()]);

const DemoSurvey = z.strictObject({
  /** Names its folder in `pictures/surveys/`. */
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
  /** Nickname of a main person; absent: somebody active. */
  owner: z.string().optional(),
  /** When it starts, in days before now; negative: in the future. */
  daysAgo: z.number(),
  /** Absent: it never ends ("Süresiz"). */
  lastsDays: z.number().positive().optional(),
  /** The share of all people who vote, from 0 to 1; of those invited, where it is private. */
  reach: z.number().min(0).max(1),
  options: z.array(DemoOption),
});
export type DemoSurvey = z.infer<typeof DemoSurvey>;

const folder = join(import.meta.dirname, "surveys");

/** The surveys of the demo set, the earliest first. */
export const demoSurveys: DemoSurvey[] = readdirSync(folder)
  .sort()
  .flatMap((file) =>
    z.array(DemoSurvey).parse(JSON.parse(readFileSync(join(folder, file), "utf8"))),
  )
  .sort((a, b) => b.daysAgo - a.daysAgo);
