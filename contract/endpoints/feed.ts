import * as z from "zod";
import { endpoint } from "../endpoint.ts";
import { PageQuery, page } from "../shapes/shapes.ts";
import { Survey } from "../shapes/survey-shapes.ts";

/** `you`: a mix for the caller; `following`: by people they follow; `ending`: within a week. */
export const FeedTab = z.enum(["you", "following", "new", "ending"]);
export type FeedTab = z.infer<typeof FeedTab>;

export const listQuestions = endpoint({
  method: "GET",
  path: "/api/auth/feed",
  summary: "Whole surveys to vote on one after the other: active, public, and not voted on yet",
  auth: "optional",
  query: PageQuery.extend({ tab: FeedTab.default("you") }),
  answers: { 200: page(Survey) },
  errors: [],
  limit: "search",
});
