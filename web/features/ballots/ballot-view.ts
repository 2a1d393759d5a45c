import type { ComponentType } from "react";
import type { Choice } from "#contract/ballots/ballots.ts";
import type { Ranking, Result } from "#contract/endpoints/votes.ts";
import type { Option, Survey } from "#contract/shapes/survey-shapes.ts";

/** How a kind of ballot is filled in. */
export interface BallotView<Chosen extends Choice> {
  /** The options, in the form that casts the vote. */
  Options: ComponentType<OptionsProps<Chosen>>;
  /** A choice as text for the browser's storage. */
  save(choice: Chosen): string;
  /** The choice that the form holds, otherwise the saved one, if it is one of these options. */
  restore(
    form: HTMLFormElement | null,
    saved: string | null,
    options: readonly Option[],
  ): Chosen | null;
  /** The choice in a person's words and pictures; undefined while it is no valid vote. */
  describe(choice: Chosen, survey: Described): { text: string; image: string } | undefined;
  /** Asks for a choice that can be cast. */
  prompt: string;
  /** The message after a vote, and the share of what was chosen. */
  outcome(
    choice: Chosen | null,
    results: readonly Result[] | undefined,
  ): { text: string; share: string | undefined };
}

/** The part of a survey that decides whether a choice is valid, and in which words it is said. */
export type Described = Pick<Survey, "options" | "min_choices" | "max_choices">;

type Drawn = Described & Pick<Survey, "id" | "option_order" | "option_theme_id">;

export interface OptionsProps<Chosen extends Choice> {
  survey: Drawn;
  choice: Chosen | null;
  /** Whether a vote can be cast. */
  isOpen: boolean;
  onChoose: (choice: Chosen) => void;
  /** Once they are shown. */
  results: readonly Result[] | undefined;
  /** Rankings counted in rounds, with the results. */
  ranking?: Ranking | undefined;
  /** How many people voted. */
  total: number;
  /** Whether the results appear with an animation. */
  isNew: boolean;
}
