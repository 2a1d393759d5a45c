import * as z from "zod";
import { endpoint } from "../endpoint.ts";
import { item } from "../shapes/shapes.ts";

/** What a browser is sent a push message for; 'question' is the day's question. */
export const PushKind = z.enum(["ended", "question", "invitation", "follower"]);
export type PushKind = z.infer<typeof PushKind>;

export const PushChoices = z.object({
  kinds: z.array(PushKind),
  /** Whether messages also come at night, and more than two a day. */
  at_any_time: z.boolean(),
});
export type PushChoices = z.infer<typeof PushChoices>;

/** A P-256 point, uncompressed, and a secret of 16 bytes (RFC 8291), in base64url. */
const PublicKey = z.string().regex(/^B[\w-]{86}$/);
const AuthSecret = z.string().regex(/^[\w-]{22}$/);

/** As `PushSubscription.toJSON()` has it in browsers. */
const PushSubscription = z.object({
  endpoint: z.url({ protocol: /^https?$/ }).max(1000),
  keys: z.object({ p256dh: PublicKey, auth: AuthSecret }),
});

const Push = z.object({
  /** What browsers subscribe with, in base64url; null where the server sends no push messages. */
  public_key: z.string().nullable(),
  /** null where the caller's session has not subscribed. */
  choices: PushChoices.nullable(),
});

export const getPush = endpoint({
  method: "GET",
  path: "/api/auth/account/push",
  summary: "What the caller's browser is sent push messages for",
  auth: "required",
  answers: { 200: item(Push) },
  errors: [],
});

export const subscribeToPush = endpoint({
  method: "PUT",
  path: "/api/auth/account/push",
  summary: "Sends push messages to the caller's browser until its session ends",
  auth: "required",
  body: PushChoices.extend({ subscription: PushSubscription }),
  answers: { 200: item(Push) },
  errors: ["push_unavailable"],
  limit: "write",
});

export const unsubscribeFromPush = endpoint({
  method: "DELETE",
  path: "/api/auth/account/push",
  summary: "Sends no more push messages to the caller's browser",
  auth: "required",
  answers: { 204: null },
  errors: [],
  limit: "write",
});
