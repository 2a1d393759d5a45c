import * as z from "zod";
import { endpoint } from "../endpoint.ts";
import { WatchedSurveys } from "./votes.ts";

export const streamEvents = endpoint({
  method: "GET",
  path: "/api/auth/events/stream",
  summary:
    "Server-sent events of all that a browser follows, in one stream: `unread` for the signed-in caller, as the stream of notifications sends it; `results` and `hidden` of the named surveys, as the stream of results sends them",
  auth: "optional",
  query: z.object({ surveys: WatchedSurveys.optional() }),
  answers: { 200: null },
  errors: ["too_many_requests"],
  stream: true,
});
