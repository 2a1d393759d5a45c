import type { Gender } from "#contract/endpoints/people.ts";
import type { Millis } from "../timestamps.ts";

/** Counts of votes besides the options' counters. */
export interface CountTables {
  /**
   * Votes of an option by kind of voter, as of when they voted (R295); and how many of them were
   * cast in private, with a verified address, and with an account older than a week or 30 days.
   */
  vote_cohorts: {
    option_id: number;
    gender: Gender;
    /** A place in `AGE_BANDS`. */
    age_band: number;
    city_id: number;
    votes: number;
    private_votes: number;
    verified_votes: number;
    week_old_votes: number;
    month_old_votes: number;
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
}
