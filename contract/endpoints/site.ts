import * as z from "zod";
import { endpoint } from "../endpoint.ts";
import { item } from "../shapes/shapes.ts";
import { Voters } from "../shapes/survey-shapes.ts";
import { Provider } from "./oidc.ts";

export const Registering = z.enum(["open", "invited", "closed"]);
export type Registering = z.infer<typeof Registering>;

export const getSite = endpoint({
  method: "GET",
  path: "/api/site",
  summary: "What this installation offers",
  auth: "none",
  answers: {
    200: item(
      z.object({
        /** Whether it sends mail; if not, addresses are not verified and passwords not reset. */
        mail: z.boolean(),
        /** Who may open an account: anybody, people with a registration link, or nobody. */
        registration: Registering,
        /** Who may vote on a survey that does not specify it. */
        voters: Voters,
        /** Whether every survey accepts verified voters only. */
        verified_voters_required: z.boolean(),
        /** Sign-in providers; empty if the operator has set up none. */
        providers: z.array(Provider),
      }),
    ),
  },
  errors: [],
});
