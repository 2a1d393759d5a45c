import type { Result } from "#contract/endpoints/votes.ts";
import { isolated } from "#web/lib/direction.ts";
import { formatNumber } from "#web/lib/turkish.ts";
import { cn } from "#web/ui/cn.ts";
import { BallotOption } from "./ballot-option.tsx";
import type { BallotView, OptionsProps } from "./ballot-view.ts";
import { OptionList } from "./option-list.tsx";
import { shownOptions } from "./option-order.ts";

/** Each voter chooses one option, by its radio button. */
export const singleView: BallotView = {
  Options,
  save: ({ survey_option_id }) => String(survey_option_id),
  restore(form, saved, options) {
    // An option may have been checked before the scripts loaded.
    const checked = form?.querySelector<HTMLInputElement>("input:checked")?.value;
    const id = Number(checked ?? saved);
    return options.some((option) => option.id === id) ? { survey_option_id: id } : null;
  },
  describe({ survey_option_id }, options) {
    const chosen = options.find(({ id }) => id === survey_option_id);
    return chosen && { text: chosen.content, image: chosen.image };
  },
  prompt: "Oy vermek için bir şık seçin.",
  outcome(choice, results) {
    const result = results?.find(({ option_id }) => option_id === choice?.survey_option_id);
    return { text: wordsOf(result), share: result?.value };
  },
  ending(results, options) {
    const most = Math.max(...results.map(({ count }) => count));
    if (most === 0) return { text: "Bu ankette oy kullanılmadı." };
    const [first, second, third] = results.filter(({ count }) => count === most);
    const name = (result: Result | undefined) => `“${isolated(result?.option_name ?? "")}”`;
    if (third) return { text: "En çok oyu alan şıklar berabere kaldı." };
    if (second) return { text: `${name(first)} ile ${name(second)} berabere kaldı.` };
    const image = options.find(({ id }) => id === first?.option_id)?.image;
    return { text: `En çok oyu ${name(first)} aldı: ${first?.value}`, image };
  },
};

/** The number of equal votes. */
function wordsOf(result: Result | undefined): string {
  if (!result || result.count === 0) return "Teşekkürler!";
  if (result.count === 1) return "Bu şıkkı ilk siz seçtiniz.";
  const { count, option_name } = result;
  return `Sizinle birlikte ${formatNumber(count)} kişi “${isolated(option_name)}” dedi.`;
}

function Options({ survey, choice, isOpen, onChoose, results, total, isNew }: OptionsProps) {
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
              option={option}
              layout={isVertical ? "vertical" : "horizontal"}
              isChosen={option.id === choice?.survey_option_id}
              isOpen={isOpen}
              onChoose={() => onChoose({ survey_option_id: option.id })}
              share={result && { ...result, total, isNew }}
            />
          </li>
        );
      })}
    </OptionList>
  );
}
