import * as z from "zod";
import { endpoint } from "../endpoint.ts";
import { Id, Instant, items, PathId } from "../shapes/shapes.ts";

/** Where a session was opened, according to its browser; null if unknown. */
export const Device = z.object({ browser: z.string().nullable(), system: z.string().nullable() });
export type Device = z.infer<typeof Device>;

export const OpenSession = Device.extend({
  /** Derived from the token's hash; cannot be used to sign in. */
  id: Id,
  /** null for sessions opened before this was recorded. */
  opened_at: Instant.nullable(),
  /** Up to an hour old. */
  last_seen_at: Instant.nullable(),
  expires_at: Instant,
  /** Whether this session made the call. */
  is_current: z.boolean(),
});
export type OpenSession = z.infer<typeof OpenSession>;

export const listSessions = endpoint({
  method: "GET",
  path: "/api/auth/account/sessions",
  summary: "The caller's open sessions, this one first, then the last seen; at most 100",
  auth: "required",
  answers: { 200: items(OpenSession) },
  errors: [],
});

export const closeSession = endpoint({
  method: "DELETE",
  path: "/api/auth/account/sessions/{id}",
  summary: "Ends one session of the caller immediately",
  auth: "required",
  whileSuspended: true,
  params: z.object({ id: PathId }),
  answers: { 204: null },
  errors: ["not_found"],
  limit: "write",
});

export const closeOtherSessions = endpoint({
  method: "DELETE",
  path: "/api/auth/account/sessions",
  summary: "Ends all sessions of the caller except this one",
  auth: "required",
  whileSuspended: true,
  answers: { 204: null },
  errors: [],
  limit: "write",
});
