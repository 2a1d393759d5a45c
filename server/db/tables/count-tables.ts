import type { Gender } from "#contract/endpoints/people.ts";
import type { Millis } from "../timestamps.ts";

/** What is counted of votes beside their options' counters. */
export interface CountTables {
  /**
   * How many votes an option got of whom, as they were when they voted (R295). Those of them that were
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
  /** What was shown of a survey's cohorts when they were last looked at. */
  breakdowns: {
    survey_id: number;
    /** 1 where it is of the votes cast in private. */
    while_private: number;
    /** How many votes there were. */
    votes: number;
    taken_at: Millis;
    /** JSON */
    content: string;
  };
  /** How many votes it got in an hour since 1970, up to a second old. */
  hourly_votes: { survey_id: number; hour: number; votes: number };
  /** How many votes it got on a day, up to a second old; `day` is yyyy-mm-dd in Türkiye. */
  daily_votes: { survey_id: number; day: string; votes: number };
}
