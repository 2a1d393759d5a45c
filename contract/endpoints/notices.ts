import * as z from "zod";
import { endpoint } from "../endpoint.ts";

/** What an upgrade changed for a person, shown until they dismiss it (R377). */
export const Notice = z.object({
  /** Identifies it to `dismissNotice`. */
  name: z.string(),
  title: z.string(),
  text: z.string(),
});
export type Notice = z.infer<typeof Notice>;

export const dismissNotice = endpoint({
  method: "DELETE",
  path: "/api/auth/account/notices/{name}",
  summary: "Dismisses a notice permanently; succeeds where there is none of that name",
  auth: "required",
  whileSuspended: true,
  params: z.object({ name: z.string().regex(/^[a-z0-9-]{1,50}$/) }),
  answers: { 204: null },
  errors: [],
  limit: "write",
});
