import type { ChoiceOf } from "#contract/ballots/ballots.ts";
import { idsOf, selectionOf } from "#contract/ballots/choices.ts";
import type { MultipleVote } from "#contract/ballots/vote.ts";
import { toast } from "#web/ui/overlay/toast.ts";
import type { BallotView, Described, OptionsProps } from "./ballot-view.ts";
import { OptionGrid } from "./option-grid.tsx";
import { describedAs, restoreJson } from "./several.ts";

type Choice = ChoiceOf<MultipleVote>;

/** Each voter chooses some options, by their checkboxes. */
export const multipleView: BallotView<Choice> = {
  Options,
  save: JSON.stringify,
  restore: (_, saved, options) => restoreJson(saved, options, idsOf),
  describe(choice, survey) {
    const { min, max } = limitsOf(survey);
    const ids = idsOf(choice);
    const isValid = ids.length >= min && ids.length <= max;
    return isValid ? describedAs(survey, ids, (name) => name) : undefined;
  },
  prompt: "Oy vermek için şıkları seçin.",
  outcome: (choice) => ({
    text: choice ? `Oyunuz verildi: ${choice.choices.length} şık seçtiniz.` : "Oyunuz verildi.",
    share: undefined,
  }),
};

const limitsOf = ({ min_choices = 1, max_choices, options }: Described) => ({
  min: min_choices,
  max: max_choices ?? options.length,
});

/** How many options may be chosen, in a sentence. */
function limitWords(survey: Described): string {
  const { min, max } = limitsOf(survey);
  if (min === max) return `${max} şık seçin.`;
  if (max < survey.options.length) {
    return min > 1 ? `En az ${min}, en çok ${max} şık seçin.` : `En çok ${max} şık seçin.`;
  }
  return min > 1 ? `En az ${min} şık seçin.` : "Birden çok şık seçebilirsiniz.";
}

function Options({ survey, choice, onChoose, isOpen, ...grid }: OptionsProps<Choice>) {
  const chosen = choice ? idsOf(choice) : [];
  const { max } = limitsOf(survey);

  function press(id: number) {
    if (chosen.includes(id)) return onChoose(selectionOf(chosen.filter((one) => one !== id)));
    if (chosen.length < max) return onChoose(selectionOf([...chosen, id]));
    toast.info(`En çok ${max} şık seçebilirsiniz.`);
  }

  return (
    <>
      {isOpen && (
        <p className="mb-2 flex flex-wrap justify-between gap-x-4 text-muted">
          {limitWords(survey)}
          <span role="status">{chosen.length > 0 && `${chosen.length} şık seçtiniz`}</span>
        </p>
      )}
      <OptionGrid
        {...grid}
        survey={survey}
        isOpen={isOpen}
        control="checkbox"
        chosen={chosen}
        onPress={press}
      />
    </>
  );
}
