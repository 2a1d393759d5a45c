import * as z from "zod";
import { endpoint } from "../endpoint.ts";
import { Instant, PageQuery, page } from "../shapes/shapes.ts";
import { InvitationCode, SurveyParam } from "./surveys.ts";

/** A change to a survey that was made after somebody had voted (R228). */
export const SurveyEdit = z.object({
  edited_at: Instant,
  field: z.enum(["description", "expire_time", "visibility"]),
  /** In the survey's own format; null is "Süresiz". */
  was: z.string().nullable(),
  became: z.string().nullable(),
});
export type SurveyEdit = z.infer<typeof SurveyEdit>;

export const listSurveyEdits = endpoint({
  method: "GET",
  path: "/api/auth/surveys/{id}/edits",
  summary: "Changes of a survey after its first vote, newest first",
  auth: "optional",
  params: SurveyParam,
  query: PageQuery.extend({ davet: InvitationCode.optional() }),
  answers: { 200: page(SurveyEdit) },
  errors: ["survey_not_found"],
});
