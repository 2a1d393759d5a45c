import type { ColumnType } from "kysely";
import type { VoterId } from "./voter-id.ts";

/** Tests with questions (ADR-078). */
export interface QuizTables {
  /** A test's questions, numbered from 0. */
  quiz_questions: {
    survey_id: number;
    position: number;
    content: string;
    image: string | null;
    explanation: string;
    /** `NewQuizOption`s as JSON. */
    options: string;
  };
  /** The pictures of the explanations of its questions. */
  quiz_explanations: {
    survey_id: number;
    /** That of the question. */
    position: number;
    image: string;
  };
  /** What the end of a test of types says of each type, if its author wrote something. */
  quiz_types: {
    survey_id: number;
    /** That of the option which is the type. */
    position: number;
    content: string;
  };
  /** Beside its row in `votes`, what an attempt that counts answered. */
  quiz_attempts: {
    survey_id: number;
    user_id: ColumnType<VoterId, number, number>;
    /** In hundredths of a point; 0 in tests of types. */
    score: number;
    /** The chosen options of each question by index, as JSON. */
    answers: string;
  };
  /** How many attempts had so many whole points, rounded down. */
  quiz_scores: {
    survey_id: number;
    /** 1 where the test was private. */
    while_private: number;
    points: number;
    attempts: number;
  };
  /** How others did, as last shown. */
  quiz_looks: {
    survey_id: number;
    /** 1 where it covers the attempts of when it was private. */
    while_private: number;
    /** How many attempts there were. */
    attempts: number;
    /** `Scores` as JSON. */
    content: string;
  };
}
