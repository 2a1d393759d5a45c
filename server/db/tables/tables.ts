import type { ColumnType, Generated } from "kysely";
import type { InvitableBy } from "#contract/endpoints/invitations.ts";
import type { Role } from "#contract/endpoints/moderation.ts";
import type { Gender } from "#contract/endpoints/people.ts";
import type { SurveyEdit } from "#contract/endpoints/survey-edits.ts";
import type { ResultVisibility, SurveyType, Visibility } from "#contract/shapes/survey-shapes.ts";
import type { Millis } from "../timestamps.ts";
import type { CountTables } from "./count-tables.ts";
import type { ModerationTables } from "./moderation-tables.ts";
import type { NewsTables } from "./news-tables.ts";
import type { OperatingTables } from "./operating-tables.ts";
import type { ReceiptTables } from "./receipt-tables.ts";
import type { SignInTables } from "./sign-in-tables.ts";
import type { BallotColumns, VoteTables } from "./vote-tables.ts";

export interface Tables
  extends SignInTables,
    OperatingTables,
    CountTables,
    NewsTables,
    ModerationTables,
    ReceiptTables,
    VoteTables {
  users: {
    id: Generated<number>;
    name: string;
    nickname: string;
    /** Lower case by ASCII rules. */
    email: string;
    /** One spelling for all addresses of a mailbox. */
    canonical_email: string;
    /** 0, but the own id where earlier versions allowed a mailbox further accounts. */
    twin: Generated<number>;
    image: string | null;
    missing: Generated<number>;
    role: Generated<Role>;
    /** Until then it can change nothing; null for an account that was never suspended. */
    suspended_until: Generated<Millis | null>;
    gender: Gender;
    /** yyyy-mm-dd */
    birth_date: string;
    city_id: number;
    biography: string | null;
    /** 1 shows gender and birth date to others. */
    show_details: number;
    invitable_by: Generated<InvitableBy>;
    /** null until the address is verified. */
    email_verified_at: Generated<Millis | null>;
    /** When it last got an address or identity; in the future while it is getting one (ADR-058). */
    known_since: Generated<Millis | null>;
    consent_version: string;
    explicit_consent_at: Millis;
    communication_consent_at: Millis;
    follower_count: Generated<number>;
    following_count: Generated<number>;
    created_at: Millis;
  };
  surveys: BallotColumns & {
    id: Generated<number>;
    /** null once the survey is removed; everything that reads surveys skips those. */
    owner_id: ColumnType<number, number, number | null>;
    draft_key: string | null;
    type: SurveyType;
    question: string;
    description: string;
    /** Who asked for it and who paid for it; null where its owner did not say (R455). */
    asked_by: string | null;
    paid_by: string | null;
    image: string;
    category_id: number;
    option_theme_id: number;
    result_visibility: Exclude<ResultVisibility, "end">;
    /** 1 where results are hidden until the end; `result_visibility` is then "after" (ADR-070). */
    hidden_until_end: Generated<number>;
    /** null while the survey is a draft. */
    visibility: Visibility | null;
    /** The visibility it gets back; set while moderation hides it, and `visibility` is private. */
    hidden: Generated<Visibility | null>;
    /** 1 while moderation keeps it out of lists; its link works (R643). */
    unlisted: Generated<number>;
    /** Not 0 where only adults may see it: 1 by its owner, 2 by moderation, 3 by both (R690). */
    adults_only: Generated<number>;
    start_time: Millis;
    expire_time: Millis | null;
    /** The end that was planned when voting began, if it is another one now (R450). */
    planned_end: Millis | null;
    invitation_code: string;
    view_count: Generated<number>;
    /** 1 where votes of a private survey are shown as they come in (R206). */
    instant_results: Generated<number>;
    /** 1 where voters need a verified e-mail. */
    verified_voters: Generated<number>;
    /** 1 where each person sees the options in another order (R600). */
    shuffled_options: Generated<number>;
    /** 1 where votes may be changed and withdrawn until the end (R575). */
    changeable_votes: Generated<number>;
    /** 1 where the votes cast while it is private are shown in steps (R206). */
    in_steps: Generated<number>;
    /** 1 once it has been public; from then on results count its public votes only (R210). */
    was_public: Generated<number>;
    /** How many votes were shown about a second ago, hidden or not. */
    counted_votes: Generated<number>;
    /** The number of counted votes at which its groups are counted next (R412). */
    next_look: Generated<number>;
    /** Orders by popularity: counted votes, or a rough number where results are hidden (R209). */
    popularity: Generated<number>;
    created_at: Millis;
    published_at: Millis | null;
    /** When something that its voters had seen was last changed; null where nothing was. */
    edited_at: ColumnType<Millis | null, never, Millis>;
    /** When its owner and voters were notified of its end. */
    end_notified_at: Millis | null;
    /** 1 while followers of its owner may have yet to be notified of it. */
    fanout_pending: Generated<number>;
    /** 1 while everybody may find it and it has not ended; maintenance resets it within minutes. */
    listed: Generated<number>;
    /** 1: sealed, or never will be; 2: votes and counters differ; 3: being sealed. */
    seal_state: Generated<number>;
  };
  /** Changes after the first vote, numbered from 1 for each survey. Times are ISO 8601. */
  survey_edits: {
    survey_id: number;
    number: number;
    edited_at: Millis;
    field: SurveyEdit["field"];
    was: string | null;
    became: string | null;
  };
  /** Words by which listed surveys are found; the database builds the full-text index from them. */
  survey_words: {
    survey_id: number;
    /** Folded, with a space before and after each. */
    words: string;
  };
  options: {
    id: Generated<number>;
    survey_id: number;
    position: number;
    content: string;
    image: string;
    vote_count: Generated<number>;
    /** Those of them that were cast while the survey was private. */
    private_votes: Generated<number>;
    /** `private_votes` at the last step, for surveys that are shown in steps. */
    shown_votes: Generated<number>;
    /** Those of `private_votes` that established accounts cast; null: all (R451). */
    established_votes: number | null;
    /** `established_votes` at the last step; null: `shown_votes`. */
    shown_established: number | null;
  };
  /** `day` is yyyy-mm-dd in Türkiye. */
  views: { survey_id: number; day: string; viewer: string };
  view_salts: { day: string; salt: string };
  /** Deleted surveys whose rows maintenance has yet to delete. */
  removals: { survey_id: number };
  follows: { follower_id: number; followed_id: number; created_at: Millis };
  invitations: { survey_id: number; user_id: number; created_at: Millis };
}

/** A table whose column `image` is a picture's path. */
export type PictureTable = {
  [Name in keyof Tables]: "image" extends keyof Tables[Name] ? Name : never;
}[keyof Tables];

/** Where migrations after 036 are recorded, for servers that do not know all of them. */
export const LATER_MIGRATIONS = "kanaat_migration";

/** Every table, after those that it refers to. */
export const TABLE_NAMES = Object.keys({
  installation: 0,
  users: 0,
  credentials: 0,
  sessions: 0,
  session_proofs: 0,
  totp: 0,
  passkeys: 0,
  recovery_codes: 0,
  sign_in_tickets: 0,
  sign_in_codes: 0,
  ceremonies: 0,
  known_places: 0,
  mail_links: 0,
  identities: 0,
  former_identities: 0,
  provider_flows: 0,
  newcomers: 0,
  leases: 0,
  shared_counts: 0,
  mails: 0,
  assets: 0,
  surveys: 0,
  survey_edits: 0,
  survey_words: 0,
  options: 0,
  votes: 0,
  choices: 0,
  choice_counts: 0,
  no_opinion_counts: 0,
  ...{ quiz_questions: 0, quiz_explanations: 0, quiz_types: 0 },
  ...{ quiz_attempts: 0, quiz_scores: 0, quiz_looks: 0 },
  rounds: 0,
  option_cohorts: 0,
  cohort_commits: 0,
  breakdowns: 0,
  looks: 0,
  hourly_votes: 0,
  hourly_origins: 0,
  daily_votes: 0,
  views: 0,
  view_salts: 0,
  vote_marks: 0,
  kept_receipts: 0,
  signing_keys: 0,
  key_attestations: 0,
  tree_heads: 0,
  head_leaves: 0,
  seals: 0,
  seal_slices: 0,
  vote_scans: 0,
  vote_scan_counts: 0,
  receipt_parts: 0,
  removals: 0,
  pending_anonymizations: 0,
  follows: 0,
  invitations: 0,
  notifications: 0,
  muted_notifications: 0,
  awaited_ends: 0,
  blocks: 0,
  ...{ registration_links: 0, registration_networks: 0 },
  push_subscriptions: 0,
  unseen_notices: 0,
  ...{ moderation_cases: 0, closed_cases: 0 },
  reports: 0,
  reporter_records: 0,
  legal_requests: 0,
  decisions: 0,
  case_viewers: 0,
  ...{ quiet_periods: 0, legal_pictures: 0, withheld_pictures: 0 },
  ...{ review_words: 0, survey_holds: 0, hidden_questions: 0 },
  ...{ refused_pictures: 0, refused_picture_bands: 0 },
  moderation_record: 0,
  daily_acts: 0,
  leaders: 0,
} satisfies Record<keyof Tables, 0>) as (keyof Tables)[];

const FORMER = ["departures", "survey_terms", "vote_cohorts"] as const;
/** Every table that a database of this or an earlier version may have, in the same order. */
export const ALL_TABLE_NAMES = [...TABLE_NAMES, ...FORMER] as const;
export type AnyTable = (typeof ALL_TABLE_NAMES)[number];
