import type { ComponentType } from "react";
import type { Choice } from "#contract/ballots/ballots.ts";
import type { Result } from "#contract/endpoints/votes.ts";
import type { Option, Survey } from "#contract/shapes/survey-shapes.ts";

/** How a kind of ballot is filled in. */
export interface BallotView {
  /** The options, in the form that casts the vote. */
  Options: ComponentType<OptionsProps>;
  /** A choice as text for the tab's storage. */
  save(choice: Choice): string;
  /** The choice that the form holds, otherwise the saved one, if it is one of these options. */
  restore(
    form: HTMLFormElement | null,
    saved: string | null,
    options: readonly Option[],
  ): Choice | null;
  /** The choice in a person's words and pictures. */
  describe(choice: Choice, options: readonly Option[]): Described | undefined;
  /** Asks for a choice. */
  prompt: string;
  /** The message after a vote, and the share of what was chosen. */
  outcome(
    choice: Choice | null,
    results: readonly Result[] | undefined,
  ): { text: string; share: string | undefined };
  /** How a survey has ended, with a picture where one option leads. */
  ending(results: readonly Result[], options: readonly Option[]): Ending;
}

interface Ending {
  text: string;
  image?: string | undefined;
}

interface Described {
  text: string;
  image: string;
}

export interface OptionsProps {
  survey: Pick<Survey, "id" | "options" | "option_order" | "option_theme_id">;
  choice: Choice | null;
  /** Whether a vote can be cast. */
  isOpen: boolean;
  onChoose: (choice: Choice) => void;
  /** Once they are shown. */
  results: readonly Result[] | undefined;
  /** How many people voted. */
  total: number;
  /** Whether the results appear with an animation. */
  isNew: boolean;
}

export interface ResultsProps {
  results: readonly Result[];
  /** How many people voted. */
  total: number;
}
