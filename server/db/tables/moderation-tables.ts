import type { Generated } from "kysely";
import type { LegalAsker, LegalOutcome } from "#contract/endpoints/moderation/legal-requests.ts";
import type { DecisionAct, ReportReason } from "#contract/endpoints/moderation.ts";
import type { Millis } from "../timestamps.ts";

/** What people report, what moderators decide, and the record of it. */
export interface ModerationTables {
  /** A survey or a person that was reported; one of the two ids is null. */
  moderation_cases: {
    id: Generated<number>;
    survey_id: number | null;
    person_id: number | null;
    /** Open ones, and the sum of their weights. */
    reports: Generated<number>;
    weight: Generated<number>;
    /** Since when a report or an objection is open; null while none is. */
    opened_at: Millis | null;
    /** 1 while its person's objection to a decision is open. */
    has_objection: Generated<number>;
    /** Orders the queue, highest first; null while nothing is open. */
    urgency: number | null;
    version: Generated<number>;
    /** Until when its reports do not count while it shows `muted_snapshot`; null where they do. */
    muted_until: Millis | null;
    /** A `Snapshot` as JSON. */
    muted_snapshot: string | null;
    /** Why a moderator leaves it to the admins; null where all of staff decides. */
    escalation: string | null;
  };
  /** How long cases were open that were decided in the last 30 days. */
  closed_cases: { id: Generated<number>; closed_at: Millis; waited_ms: number };
  reports: {
    id: Generated<number>;
    case_id: number;
    /** null once the account is deleted. */
    reporter_id: number | null;
    reason: ReportReason;
    text: string;
    /** A `Snapshot` as JSON. */
    snapshot: string;
    weight: number;
    created_at: Millis;
    decided_at: Millis | null;
  };
  /** How a person's decided reports turned out; with `muted` 1 their reports weigh nothing. */
  reporter_records: {
    user_id: number;
    upheld: number;
    dismissed: number;
    muted: Generated<number>;
  };
  decisions: {
    id: Generated<number>;
    case_id: number;
    /** The reported person, or the survey's owner. */
    person_id: number;
    moderator_id: number | null;
    act: DecisionAct;
    reason: ReportReason;
    words: string;
    decided_at: Millis;
    /** The end of a suspension; null for other acts. */
    until: Millis | null;
    undone_at: Millis | null;
    objection: string | null;
    objection_answered_at: Millis | null;
    /** Of a survey that it closed, as JSON: when it began and was to end. */
    times_before: string | null;
    /** 1 where it was taken back but the survey that it closed could not be opened again (R644). */
    stays: Generated<number>;
    /** The legal request that it carries out. */
    legal_request_id: number | null;
  };
  /** Pictures that no row of a survey or person names while moderation keeps them away (ADR-080). */
  withheld_pictures: {
    id: Generated<number>;
    /** Whose picture it is: that of a survey, one of its options or questions, or a person. */
    survey_id: number | null;
    option_id: number | null;
    /** The position of a question of a test. */
    question: number | null;
    /** 1 where it is the picture of that question's explanation. */
    explains: number | null;
    person_id: number | null;
    /** Where its files are: at the address it had, and once they are moved, elsewhere. */
    image: string;
    former_path: string;
    /** 1 once nothing is at its former path. */
    is_moved: Generated<number>;
    /** What removed it; null where its survey is hidden. */
    decision_id: number | null;
    /** When a removed picture is deleted, unless an objection is open. */
    deletes_at: Millis | null;
  };
  /** Looks of removed pictures, which cannot be uploaded again; null once the decision is deleted. */
  refused_pictures: { id: Generated<number>; decision_id: number | null; look: string };
  /** By which looks are found that may be alike (`bandsOf`). */
  refused_picture_bands: { band: number; picture_id: number };
  /** Who of staff has had a case open in the last hour. */
  case_viewers: { case_id: number; user_id: number; seen_at: Millis };
  /** When results of some categories are shown to nobody (ADR-082). */
  quiet_periods: {
    id: Generated<number>;
    title: string;
    /** Ids with commas between; null for all categories. */
    categories: string | null;
    starts_at: Millis;
    /** The first moment after it; moved to the moment at which it is ended. */
    ends_at: Millis;
    /** null once the account is deleted. */
    created_by: number | null;
  };
  /** What courts, authorities and lawyers ask for (ADR-083). */
  legal_requests: {
    id: Generated<number>;
    /** In Türkiye, with a number from 1 in each year. */
    year: number;
    number: number;
    asker: LegalAsker;
    /** Of the decision or letter, as it says. */
    reference: string;
    /** The address that it is about. */
    target: string;
    words: string;
    received_at: Millis;
    deadline: Millis;
    /** null where nothing has the address, and once that is deleted. */
    case_id: number | null;
    /** What the target showed, as JSON; null once its time is over. */
    copy: string | null;
    /** SHA-256 of the copy, in hexadecimal. */
    copy_hash: string | null;
    outcome: LegalOutcome | null;
    answer: string | null;
    answered_at: Millis | null;
    /** Orders the open ones, highest first: the deadline with a minus; null once answered. */
    queue: number | null;
  };
  /** Copies of the pictures of what a legal request is about. */
  legal_pictures: {
    id: Generated<number>;
    request_id: number;
    content: string;
    image: string;
    /** Of its largest file. */
    sha256: string;
  };
  /** Forms that hold a survey for review, and forms that never do (ADR-081). */
  review_words: {
    id: Generated<number>;
    /** In Turkish lower case. */
    form: string;
    root: string;
    kind: "held" | "allowed";
    /** 1 for those of the list that the product ships. */
    is_shipped: Generated<number>;
    /** Its letters without dots, accents and case; null where another word has the same. */
    letters: string | null;
    /** The same without repeated letters. */
    squeezed: string | null;
    /** null once the account is deleted. */
    added_by: number | null;
  };
  /** Surveys that are or were hidden until staff has looked at them (ADR-081). */
  survey_holds: {
    survey_id: number;
    /** 1 until staff decides. */
    is_open: number;
    /** 1 until the survey is published for the first time. */
    publishes: number;
    /** Forms of the word list and how the texts spell them, as JSON; empty for first surveys. */
    matches: string;
    /** The hidden survey whose question it resembles; null where that holds it not. */
    similar_to: Generated<number | null>;
    held_at: Millis;
  };
  /** Numbers of questions of hidden surveys; those that are alike share one (ADR-086). */
  hidden_questions: { band: number; survey_id: number };
  /** What staff did; triggers refuse changes, and each hash covers the one before (ADR-072). */
  moderation_record: {
    /** From 1, without gaps. */
    number: number;
    at: Millis;
    /** The account's id; null where it was done from the shell. */
    actor: number | null;
    act: string;
    /** Such as "survey 12", "person 7". */
    target: string;
    reason: string;
    words: string;
    hash: string;
  };
}
