import { percentages } from "../percentages.ts";
import type { BallotRules } from "./ballot-rules.ts";
import { singleRules } from "./single.ts";

/** An attempt at a test that counts; only the server makes one, by grading answers (R593). */
export interface QuizVote {
  survey_id: number;
  /** The type that the answers add up to, or the option that counts the attempts. */
  graded_option_id: number;
  /** In hundredths of a point; 0 in tests of types. */
  score: number;
  /** The chosen options of each question by index, as JSON. */
  answers: string;
}

/** Each voter answers questions, which add up to one option. */
export const quizRules: BallotRules = {
  isVote: (vote) => "graded_option_id" in vote,
  shares: (counts) => percentages(counts),
  // The only option of a scored test is ahead of nothing.
  leading: (counts) => (counts.length > 1 ? singleRules.leading(counts) : undefined),
};
