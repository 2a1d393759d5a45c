import * as z from "zod";
import { endpoint } from "./endpoint.ts";
import { Id, Instant, PageQuery, page } from "./shapes.ts";
import { Author } from "./survey-shapes.ts";

/** What people are notified of (R105); never who voted for what. */
export const NotificationKind = z.enum(["follower", "invitation", "published", "ended"]);
export type NotificationKind = z.infer<typeof NotificationKind>;

export const Notification = z.object({
  id: Id,
  kind: NotificationKind,
  /** Who did it; null for 'ended'. */
  user: Author.nullable(),
  /** The survey it is about; null for 'follower'. */
  survey: z.object({ id: Id, question: z.string() }).nullable(),
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

export const streamNotifications = endpoint({
  method: "GET",
  path: "/api/auth/account/notifications/stream",
  summary: "Server-sent events: `unread` with the bare count, at once and at each change",
  auth: "required",
  answers: { 200: null },
  errors: [],
  stream: true,
});
