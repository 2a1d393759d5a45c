import type { QuotaKind } from "#contract/limits.ts";
import type { Millis } from "../timestamps.ts";

/** Counts of votes besides the options' counters. */
export interface CountTables {
  /**
   * Votes of an option, folded from `cohort_commits` within a second: how many, cast in private, with
   * a verified address, with an account older than a week or 30 days, and by kind of voter, as of
   * when they voted (R295).
   */
  option_cohorts: {
    option_id: number;
    votes: number;
    private_votes: number;
    verified_votes: number;
    week_old_votes: number;
    month_old_votes: number;
    /** Counts as `packCells` writes them. */
    cells: string;
  };
  /** The cohorts of a commit's votes that are not folded yet. */
  cohort_commits: {
    /** Random, so that rows have no order. */
    id: number;
    /** A number for each vote, as `cohorts.writes.ts` makes it, ascending, separated by commas. */
    votes: string;
  };
  /** What servers of earlier commits last showed of a survey's cohorts; no longer used. */
  breakdowns: {
    survey_id: number;
    /** 1 where it covers the votes cast in private. */
    while_private: number;
    /** How many votes there were. */
    votes: number;
    taken_at: Millis;
    /** JSON */
    content: string;
  };
  /** The look at a survey's cohorts that was last taken. */
  looks: {
    survey_id: number;
    /** 1 where it covers the votes cast in private. */
    while_private: number;
    /** How many votes there were. */
    votes: number;
    taken_at: Millis;
    /** JSON */
    content: string;
  };
  /** Votes of a survey in an hour, counted from 1970; up to a second old. */
  hourly_votes: { survey_id: number; hour: number; votes: number };
  /**
   * Of votes of a survey in an hour: how many came from accounts younger than two days, and from how
   * many networks. Without votes shown in steps, and those that a crash left uncounted.
   */
  hourly_origins: {
    survey_id: number;
    hour: number;
    votes: number;
    young_votes: number;
    networks: number;
  };
  /** Votes of a survey on a day, up to a second old; `day` is yyyy-mm-dd in Türkiye. */
  daily_votes: { survey_id: number; day: string; votes: number };
  /** The leading option of surveys with enough votes, and the one voters were last notified of. */
  leaders: {
    survey_id: number;
    option_id: number;
    notified_option_id: number;
    /** 0 until voters are first notified. */
    notified_at: Millis;
    /** How often voters were notified. */
    changes: number;
  };
  /**
   * How often a person did something of a kind on the last day they did so (R226), undone or not;
   * `day` is yyyy-mm-dd in Türkiye.
   */
  daily_acts: { user_id: number; kind: QuotaKind; day: string; acts: number };
}
