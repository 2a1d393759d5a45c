import * as z from "zod";
import { endpoint } from "../endpoint.ts";
import { item } from "../shapes/shapes.ts";
import { Voters } from "../shapes/survey-shapes.ts";
import { Provider } from "./oidc.ts";

export const getSite = endpoint({
  method: "GET",
  path: "/api/site",
  summary: "What this installation offers",
  auth: "none",
  answers: {
    200: item(
      z.object({
        /** Whether it sends mail; without it addresses are not verified and passwords not reset. */
        mail: z.boolean(),
        /** Who may vote on a survey that does not say. */
        voters: Voters,
        /** Whether every survey is for verified voters alone. */
        verified_voters_required: z.boolean(),
        /** With whom one can sign in; none where the operator has set up none. */
        providers: z.array(Provider),
      }),
    ),
  },
  errors: [],
});
