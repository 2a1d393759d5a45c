import { useQuery } from "@tanstack/react-query";
import Check from "lucide-react/icons/check";
import type { ReactNode } from "react";
import type { Choice, ChoiceOf } from "#contract/ballots/ballots.ts";
import type { NoOpinionVote } from "#contract/ballots/vote.ts";
import type { BallotView, OptionsProps } from "#web/features/ballots/ballot-view.ts";
import { singleView } from "#web/features/ballots/single.tsx";
import { resultsQuery } from "#web/features/results/results.api.ts";
import { noOpinionWords } from "#web/features/results/steps-words.ts";
import { cn } from "#web/ui/cn.ts";

export type NoOpinion = ChoiceOf<NoOpinionVote>;

const NO_OPINION: NoOpinion = { no_opinion: true };
const SAID = "“Fikrim yok” dediniz.";
/** Stands for it in the browser's storage and in the form. */
const SAVED = "no_opinion";

const isNoOpinion = <Chosen extends Choice>(choice: Chosen | NoOpinion): choice is NoOpinion =>
  "no_opinion" in choice;

/** A kind of ballot in a survey that allows "Fikrim yok" instead of a choice (R589). */
export function withNoOpinion<Chosen extends Choice>(
  view: BallotView<Chosen>,
): BallotView<Chosen | NoOpinion> {
  function Options({ choice, ...props }: OptionsProps<Chosen | NoOpinion>) {
    const isChosen = choice !== null && isNoOpinion(choice);
    return (
      <>
        <view.Options {...props} choice={isChosen ? null : choice} />
        <NoOpinionRow
          surveyId={props.survey.id}
          isChosen={isChosen}
          isOpen={props.isOpen}
          onChoose={props.onChoose}
          isCounted={props.results !== undefined}
        />
      </>
    );
  }
  return {
    ...view,
    Options,
    save: (choice) => (isNoOpinion(choice) ? SAVED : view.save(choice)),
    restore: (form, saved, options) =>
      saved === SAVED ? NO_OPINION : view.restore(form, saved, options),
    describe: (choice, survey) =>
      isNoOpinion(choice) ? { text: "Fikrim yok", image: "" } : view.describe(choice, survey),
    outcome: (choice, results) =>
      choice && isNoOpinion(choice)
        ? { text: SAID, share: undefined }
        : view.outcome(choice, results),
  };
}

export const singleOrNone = withNoOpinion(singleView);

interface Props {
  surveyId: number;
  isChosen: boolean;
  /** Whether a vote can be cast. */
  isOpen: boolean;
  onChoose: (choice: NoOpinion) => void;
  /** Whether results are shown, and with them how many people said so. */
  isCounted: boolean;
  /** Beside the choice once it is made. */
  children?: ReactNode;
}

/** "Fikrim yok" beneath the options; after the vote how many people said so. */
export function NoOpinionRow({ surveyId, isChosen, isOpen, isCounted, ...props }: Props) {
  const { onChoose, children } = props;
  const { data } = useQuery({ ...resultsQuery(surveyId), enabled: false });
  if (isOpen) {
    return (
      <div className={cn(ROW, "relative")}>
        <label className="flex min-h-12 cursor-pointer items-center gap-3 rounded border border-line px-3 text-muted hover:border-ink has-checked:border-nar has-checked:text-ink has-checked:ring-2 has-checked:ring-nar has-focus-visible:outline-3 has-focus-visible:outline-offset-3 has-focus-visible:outline-turkuaz">
          <input
            type="radio"
            name="option"
            value={SAVED}
            checked={isChosen}
            onChange={() => onChoose(NO_OPINION)}
            className="size-5 scroll-my-36 accent-nar outline-none"
          />
          Fikrim yok
        </label>
        {isChosen && children}
      </div>
    );
  }
  const count = isCounted ? (data?.no_opinion ?? 0) : 0;
  return (
    <p
      className={cn(
        ROW,
        "flex items-center gap-2 px-3 text-muted",
        isChosen && "font-semibold text-ink",
      )}
    >
      {isChosen && (
        <Check className="size-5 shrink-0 text-nar" strokeWidth={3} aria-hidden="true" />
      )}
      {count > 0 ? noOpinionWords(count) : isChosen && SAID}
    </p>
  );
}

/** As high before the vote as after it, so that nothing below moves. */
const ROW = "mt-2 min-h-12 @lg:mt-3";
