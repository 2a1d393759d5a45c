import * as z from "zod";
import { endpoint } from "../endpoint.ts";
import { Id, Instant, item, PageQuery, page } from "../shapes/shapes.ts";
import { Author } from "../shapes/survey-shapes.ts";
import { InvitationCode, SurveyParam } from "./surveys.ts";

/** Changes to their own account, which they made themselves or should know of (R421). */
const OWN_ACCOUNT_KINDS = [
  "way_in_added",
  "way_in_removed",
  "recovery_codes_renewed",
  "password_changed",
  "email_changed",
  "data_downloaded",
] as const;

/** What moderators decided about them, or about what they reported (R630, R631). */
const MODERATION_KINDS = [
  ...(["decision", "review_passed", "report_upheld", "report_dismissed"] as const),
] as const;

/**
 * What people are notified of (R105); never who voted for what. 'milestone': their survey reached a
 * number of votes. 'leader': another option took the lead in a survey on which they voted.
 * 'review_passed': staff looked at their survey, which others see now.
 * 'new_browser': a login to their own account from an unknown browser.
 */
export const NotificationKind = z.enum([
  "follower",
  "invitation",
  "published",
  "ended",
  "milestone",
  "leader",
  "new_browser",
  ...OWN_ACCOUNT_KINDS,
  ...MODERATION_KINDS,
]);
export type OwnAccountKind = (typeof OWN_ACCOUNT_KINDS)[number];
export type NotificationKind = z.infer<typeof NotificationKind>;

export const Notification = z.object({
  id: Id,
  kind: NotificationKind,
  /** Who did it; null for events that nobody causes, such as the end of a survey. */
  user: Author.nullable(),
  /** The survey it is about; null for 'follower' and what concerns their own account. */
  survey: z.object({ id: Id, question: z.string() }).nullable(),
  /** The number of votes for a 'milestone'; null for other kinds. */
  votes: z.int().nullable(),
  /** The option that took the lead, in the latest 'leader' of a survey; otherwise absent. */
  leader: z.string().optional(),
  created_at: Instant,
  read: z.boolean(),
});
export type Notification = z.infer<typeof Notification>;

export const listNotifications = endpoint({
  method: "GET",
  path: "/api/auth/account/notifications",
  summary: "The caller's notifications, newest first",
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
  summary: "Marks everything up to and including `last_id` as read; returns the unread count",
  auth: "required",
  whileSuspended: true,
  body: z.object({ last_id: Id }),
  answers: { 200: z.int() },
  errors: [],
});

/** Those that warn of other people in the account cannot be turned off, nor decisions about them. */
export const MutableKind = NotificationKind.exclude([
  "new_browser",
  ...OWN_ACCOUNT_KINDS,
  ...MODERATION_KINDS,
]);
export type MutableKind = z.infer<typeof MutableKind>;

/** Which kinds a person wants; all by default. */
export const NotificationSettings = z.record(MutableKind, z.boolean());
export type NotificationSettings = z.infer<typeof NotificationSettings>;

export const getNotificationSettings = endpoint({
  method: "GET",
  path: "/api/auth/account/notifications/settings",
  summary: "Which kinds of notifications the caller gets",
  auth: "required",
  answers: { 200: item(NotificationSettings) },
  errors: [],
});

export const changeNotificationSettings = endpoint({
  method: "PUT",
  path: "/api/auth/account/notifications/settings",
  summary: "Turns kinds of notifications on or off; those not named are unchanged",
  auth: "required",
  body: z.partialRecord(MutableKind, z.boolean()),
  answers: { 200: item(NotificationSettings) },
  errors: [],
  limit: "write",
});

const awaitedEnd = {
  path: "/api/auth/surveys/{id}/awaited-end",
  auth: "required",
  params: SurveyParam,
  answers: { 200: item(z.boolean()) },
} as const;

export const getAwaitedEnd = endpoint({
  ...awaitedEnd,
  method: "GET",
  summary: "Whether the caller waits for the survey's end",
  query: z.object({ davet: InvitationCode.optional() }),
  errors: ["survey_not_found"],
});

export const awaitEnd = endpoint({
  ...awaitedEnd,
  method: "PUT",
  summary: "Notifies the caller of the survey's end, also by mail; doing it twice changes nothing",
  errors: ["survey_not_found", "survey_not_published", "survey_ended", "awaited_ends_limit"],
  limit: "write",
});

export const stopAwaitingEnd = endpoint({
  ...awaitedEnd,
  method: "DELETE",
  summary: "Does not notify the caller of the survey's end",
  errors: ["survey_not_found"],
  limit: "write",
});

export const streamNotifications = endpoint({
  method: "GET",
  path: "/api/auth/account/notifications/stream",
  summary: "Server-sent events: `unread` with the bare count, immediately and at each change",
  auth: "required",
  answers: { 200: null },
  errors: [],
  stream: true,
});
