import type { Generated } from "kysely";
import type { BlockKind } from "#contract/endpoints/blocks.ts";
import type { MutableKind, NotificationKind } from "#contract/endpoints/notifications.ts";
import type { Millis } from "../timestamps.ts";

/** What people are notified of, and where. */
export interface NewsTables {
  notifications: {
    id: Generated<number>;
    user_id: number;
    kind: NotificationKind;
    actor_id: number | null;
    survey_id: number | null;
    created_at: Millis;
    read_at: Millis | null;
    /** The votes of a milestone; the ordinal of a change of leader; null for other kinds. */
    number: number | null;
  };
  /** Kinds of notifications that a person has muted. */
  muted_notifications: { user_id: number; kind: MutableKind };
  /** Whom a person has blocked or muted (ADR-077). */
  blocks: { user_id: number; person_id: number; kind: BlockKind; created_at: Millis };
  /** Who asked to be told of a survey's end, until they are (R543). */
  awaited_ends: { survey_id: number; user_id: number; created_at: Millis };
  /** Browsers that are sent push messages (R521). */
  push_subscriptions: {
    id: Generated<number>;
    /** The session that subscribed; its end ends the subscription. */
    session_hash: string;
    user_id: number;
    /** Where the browser's push service takes messages for it. */
    endpoint: string;
    /** What they are encrypted with, in base64url (RFC 8291). */
    p256dh: string;
    auth: string;
    /** Of `PushKind`, separated by commas. */
    kinds: string;
    /** 1 where messages also come at night, and more than two a day. */
    at_any_time: number;
    created_at: Millis;
    /** The last notification that it was sent or that came before it. */
    sent_through: number;
    /** The day of the last message, yyyy-mm-dd in Türkiye, and how many there were on it. */
    day: Generated<string>;
    sent_on_day: Generated<number>;
    /** The day whose question it was sent. */
    question_day: Generated<string>;
    /** Not before this time, after the push service failed. */
    due_at: Generated<Millis>;
    /** In a row. */
    failures: Generated<number>;
    /** When it is looked at for new notifications; null while there are none to look for. */
    wakes_at: Generated<Millis | null>;
  };
  /** What an upgrade changed for a person, until they dismiss it (R377). */
  unseen_notices: { user_id: number; notice: string };
}
