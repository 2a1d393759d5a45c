import type { ChoiceOf } from "#contract/ballots/ballots.ts";
import type { SingleVote } from "#contract/ballots/vote.ts";
import type { Result } from "#contract/endpoints/votes.ts";
import type { Option } from "#contract/shapes/survey-shapes.ts";
import { isolated } from "#web/lib/direction.ts";
import { formatNumber } from "#web/lib/turkish.ts";
import type { BallotView } from "./ballot-view.ts";
import { OptionGrid } from "./option-grid.tsx";

/** Each voter chooses one option, by its radio button. */
export const singleView: BallotView<ChoiceOf<SingleVote>> = {
  Options: ({ choice, onChoose, ...grid }) => (
    <OptionGrid
      {...grid}
      control="radio"
      chosen={choice ? [choice.survey_option_id] : []}
      onPress={(survey_option_id) => onChoose({ survey_option_id })}
    />
  ),
  save: ({ survey_option_id }) => String(survey_option_id),
  restore(form, saved, options) {
    // An option may have been checked before the scripts loaded.
    const checked = form?.querySelector<HTMLInputElement>("input:checked")?.value;
    const id = Number(checked ?? saved);
    return options.some((option) => option.id === id) ? { survey_option_id: id } : null;
  },
  describe({ survey_option_id }, { options }) {
    const chosen = options.find(({ id }) => id === survey_option_id);
    return chosen && { text: chosen.content, image: chosen.image };
  },
  prompt: "Oy vermek için bir şık seçin.",
  outcome(choice, results) {
    const result = results?.find(({ option_id }) => option_id === choice?.survey_option_id);
    return { text: wordsOf(result), share: result?.value };
  },
};

/** The number of equal votes. */
function wordsOf(result: Result | undefined): string {
  if (!result || result.count === 0) return "Teşekkürler!";
  if (result.count === 1) return "Bu şıkkı ilk siz seçtiniz.";
  const { count, option_name } = result;
  return `Sizinle birlikte ${formatNumber(count)} kişi “${isolated(option_name)}” dedi.`;
}

/** How a survey has ended, with a picture where one option leads. */
export function endingOf(
  results: readonly Result[],
  options: readonly Option[],
): { text: string; image?: string | undefined } {
  const most = Math.max(...results.map(({ count }) => count));
  if (most === 0) return { text: "Bu ankette oy kullanılmadı." };
  const [first, second, third] = results.filter(({ count }) => count === most);
  const name = (result: Result | undefined) => `“${isolated(result?.option_name ?? "")}”`;
  if (third) return { text: "En çok oyu alan şıklar berabere kaldı." };
  if (second) return { text: `${name(first)} ile ${name(second)} berabere kaldı.` };
  const image = options.find(({ id }) => id === first?.option_id)?.image;
  return { text: `En çok oyu ${name(first)} aldı: ${first?.value}`, image };
}
