import * as z from "zod";
import { endpoint } from "../endpoint.ts";
import { Id, Instant, item, PageQuery, page } from "../shapes/shapes.ts";
import { Author } from "../shapes/survey-shapes.ts";

/**
 * What people are notified of (R105); never who voted for what. 'milestone' is a number of votes that
 * their survey came to, 'leader' another option ahead in one on which they voted, 'new_browser' a login
 * of their own from a browser that is not known.
 */
export const NotificationKind = z.enum([
  "follower",
  "invitation",
  "published",
  "ended",
  "milestone",
  "leader",
  "new_browser",
]);
export type NotificationKind = z.infer<typeof NotificationKind>;

export const Notification = z.object({
  id: Id,
  kind: NotificationKind,
  /** Who did it; null for what nobody did, such as an end. */
  user: Author.nullable(),
  /** The survey it is about; null for 'follower' and 'new_browser'. */
  survey: z.object({ id: Id, question: z.string() }).nullable(),
  /** How many votes a 'milestone' is; null for other kinds. */
  votes: z.int().nullable(),
  created_at: Instant,
  read: z.boolean(),
});
export type Notification = z.infer<typeof Notification>;

export const listNotifications = endpoint({
  method: "GET",
  path: "/api/auth/account/notifications",
  summary: "One's notifications, newest first",
  auth: "required",
  query: PageQuery,
  answers: { 200: page(Notification) },
  errors: [],
});

export const getUnreadCount = endpoint({
  method: "GET",
  path: "/api/auth/account/notifications/unread-count",
  summary: "How many are unread, as a bare number; counted up to 1,000",
  auth: "required",
  answers: { 200: z.int() },
  errors: [],
});

export const markNotificationsRead = endpoint({
  method: "PUT",
  path: "/api/auth/account/notifications/read",
  summary: "Marks everything up to and including `last_id` as read; answers what stays unread",
  auth: "required",
  body: z.object({ last_id: Id }),
  answers: { 200: z.int() },
  errors: [],
});

/** Nobody is to turn off what tells of somebody else in their account. */
export const MutableKind = NotificationKind.exclude(["new_browser"]);
export type MutableKind = z.infer<typeof MutableKind>;

/** Which kinds one wants; all of them at first. */
export const NotificationSettings = z.record(MutableKind, z.boolean());
export type NotificationSettings = z.infer<typeof NotificationSettings>;

export const getNotificationSettings = endpoint({
  method: "GET",
  path: "/api/auth/account/notifications/settings",
  summary: "Which kinds of notifications one gets",
  auth: "required",
  answers: { 200: item(NotificationSettings) },
  errors: [],
});

export const changeNotificationSettings = endpoint({
  method: "PUT",
  path: "/api/auth/account/notifications/settings",
  summary: "Turns kinds of notifications on or off; those that are not named stay as they are",
  auth: "required",
  body: z.partialRecord(MutableKind, z.boolean()),
  answers: { 200: item(NotificationSettings) },
  errors: [],
  limit: "write",
});

export const streamNotifications = endpoint({
  method: "GET",
  path: "/api/auth/account/notifications/stream",
  summary: "Server-sent events: `unread` with the bare count, at once and at each change",
  auth: "required",
  answers: { 200: null },
  errors: [],
  stream: true,
});
