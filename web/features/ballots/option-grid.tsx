import type { Choice } from "#contract/ballots/ballots.ts";
import { cn } from "#web/ui/cn.ts";
import { BallotOption } from "./ballot-option.tsx";
import type { OptionsProps } from "./ballot-view.ts";
import { OptionList } from "./option-list.tsx";
import { shownOptions } from "./option-order.ts";

interface Props extends Omit<OptionsProps<Choice>, "choice" | "onChoose" | "ranking"> {
  /** The control that each option's card is the label of; none where it cannot be pressed. */
  control?: "radio" | "checkbox";
  /** Ids of options. */
  chosen: readonly number[];
  onPress?: (optionId: number) => void;
}

/** The options as cards, in the survey's theme. */
export function OptionGrid({ survey, chosen, onPress, results, total, isNew, ...card }: Props) {
  const isVertical = survey.option_theme_id === 2;
  const count = survey.options.length;
  return (
    <OptionList
      survey={survey}
      className={cn(
        "grid gap-2 @lg:gap-3",
        isVertical ? "grid-cols-2 tight:grid-cols-1" : "@lg:grid-cols-2",
        isVertical && count !== 2 && (count === 4 ? "@2xl:grid-cols-4" : "@lg:grid-cols-3"),
      )}
    >
      {shownOptions(survey).map((option) => {
        const result = results?.find(({ option_id }) => option_id === option.id);
        return (
          <li key={option.id} className="min-w-0">
            <BallotOption
              {...card}
              option={option}
              layout={isVertical ? "vertical" : "horizontal"}
              isChosen={chosen.includes(option.id)}
              onChoose={() => onPress?.(option.id)}
              share={result && { ...result, total, isNew }}
            />
          </li>
        );
      })}
    </OptionList>
  );
}
