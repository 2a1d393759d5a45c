import X from "lucide-react/icons/x";
import type { ChoiceOf } from "#contract/ballots/ballots.ts";
import { idsOf } from "#contract/ballots/choices.ts";
import { GRADES } from "#contract/ballots/rating.ts";
import type { RatingVote } from "#contract/ballots/vote.ts";
import type { Result } from "#contract/endpoints/votes.ts";
import type { Option } from "#contract/shapes/survey-shapes.ts";
import { isolated } from "#web/lib/direction.ts";
import { formatNumber } from "#web/lib/turkish.ts";
import { cn } from "#web/ui/cn.ts";
import { Picture } from "#web/ui/picture.tsx";
import type { BallotView, OptionsProps } from "./ballot-view.ts";
import { OptionGrid } from "./option-grid.tsx";
import { OptionList } from "./option-list.tsx";
import { shownOptions } from "./option-order.ts";
import { meanText, ratingSummary } from "./rating-words.ts";
import { describedAs, restoreJson } from "./several.ts";

type Choice = ChoiceOf<RatingVote>;

const isGrade = (value: unknown) => GRADES.some((grade) => grade === value);

/** Each voter grades some of the options, by five radio buttons each. */
export const ratingView: BallotView<Choice> = {
  Options,
  save: JSON.stringify,
  restore: (_, saved, options) =>
    restoreJson<Choice>(saved, options, ({ choices }) =>
      idsOf({ choices: choices.filter(({ score }) => isGrade(score)) }),
    ),
  describe({ choices }, survey) {
    const wordsOf = (name: string, at: number) => `${name} ${choices[at]?.score}`;
    const ids = idsOf({ choices });
    return ids.length > 0 ? describedAs(survey, ids, wordsOf) : undefined;
  },
  prompt: "Oy vermek için şıklara puan verin.",
  outcome: (choice) => ({
    text: choice
      ? `Oyunuz verildi: ${choice.choices.length} şıkka puan verdiniz.`
      : "Oyunuz verildi.",
    share: undefined,
  }),
};

function Options(props: OptionsProps<Choice>) {
  const { survey, choice, onChoose, isOpen, results } = props;
  if (!isOpen && !results) return <OptionGrid {...props} chosen={[]} />;
  const choices = choice?.choices ?? [];

  function grade(option_id: number, score: number | undefined) {
    const others = choices.filter((one) => one.option_id !== option_id);
    onChoose({ choices: score ? [...others, { option_id, score }] : others });
  }

  return (
    <>
      <p className="mb-2 text-muted">
        {isOpen
          ? "1 en düşük, 5 en yüksek puan. İstemediğiniz şıkkı boş bırakabilirsiniz."
          : "Sayılar, her puanı kaç kişinin verdiğini gösterir."}
      </p>
      <OptionList survey={survey} className="grid gap-2 @lg:grid-cols-2 @lg:gap-3">
        {shownOptions(survey).map((option) => (
          <li key={option.id} className="min-w-0">
            <GradedOption
              option={option}
              own={choices.find(({ option_id }) => option_id === option.id)?.score}
              onGrade={isOpen ? (score) => grade(option.id, score) : undefined}
              result={results?.find(({ option_id }) => option_id === option.id)}
            />
          </li>
        ))}
      </OptionList>
    </>
  );
}

interface GradedProps {
  option: Option;
  own: number | undefined;
  /** Undefined where no vote can be cast. */
  onGrade: ((score: number | undefined) => void) | undefined;
  result: Result | undefined;
}

function GradedOption({ option, own, onGrade, result }: GradedProps) {
  return (
    <fieldset className="flex h-full flex-col rounded border border-edge bg-surface">
      <legend className="sr-only">{isolated(option.content)}</legend>
      <div className="flex min-h-14 grow items-stretch">
        <Picture path={option.image} alt="" sizes="3.5rem" className="w-14 shrink-0 rounded-tl" />
        <span
          dir="auto"
          aria-hidden="true"
          className="min-w-0 grow self-center px-3 py-2 leading-snug font-semibold wrap-anywhere hyphens-auto"
        >
          {option.content}
        </span>
        {onGrade && own && (
          <button
            type="button"
            aria-label={`Puanı geri al: ${isolated(option.content)}`}
            onClick={() => onGrade(undefined)}
            className="grid size-11 shrink-0 place-items-center self-center rounded text-muted hover:text-ink"
          >
            <X className="size-5" aria-hidden="true" />
          </button>
        )}
        {!onGrade && result && (
          <span className="shrink-0 self-center px-3 text-lg font-extrabold">
            <span className="sr-only">Ortalama </span>
            {meanText(result)}
          </span>
        )}
      </div>
      <div className="grid grid-cols-5 gap-1 p-2">
        {GRADES.map((grade) =>
          onGrade ? (
            <label
              key={grade}
              className="relative grid min-h-11 cursor-pointer place-items-center rounded border border-edge text-lg font-semibold hover:border-ink has-checked:border-nar has-checked:bg-nar has-checked:text-on-accent has-focus-visible:outline-3 has-focus-visible:outline-offset-2 has-focus-visible:outline-turkuaz"
            >
              <input
                type="radio"
                name={`grade-${option.id}`}
                value={grade}
                checked={own === grade}
                onChange={() => onGrade(grade)}
                className="absolute inset-0 size-full cursor-pointer scroll-my-36 opacity-0"
              />
              {grade}
            </label>
          ) : (
            <GradeCount key={grade} grade={grade} isOwn={own === grade} result={result} />
          ),
        )}
      </div>
      {!onGrade && result && (
        <p className="px-3 pb-2 text-sm text-muted">{ratingSummary(result)}</p>
      )}
    </fieldset>
  );
}

interface CountProps {
  grade: number;
  isOwn: boolean;
  result: Result | undefined;
}

/** How many voters gave a grade, filled in proportion to all who graded the option. */
function GradeCount({ grade, isOwn, result }: CountProps) {
  const times = result?.spread?.[grade - 1] ?? 0;
  return (
    <span
      className={cn(
        "relative grid min-h-11 content-center justify-items-center overflow-hidden rounded border leading-tight",
        isOwn ? "border-nar ring-2 ring-nar" : "border-line",
      )}
    >
      <svg
        viewBox="0 0 1 100"
        preserveAspectRatio="none"
        aria-hidden="true"
        className="absolute inset-0 size-full -scale-y-100"
      >
        <rect
          width="1"
          height={result?.count ? (100 * times) / result.count : 0}
          fill={result?.color}
          fillOpacity="0.22"
        />
      </svg>
      <span className="relative font-semibold">
        {grade}
        <span className="sr-only"> puan: </span>
      </span>
      <span className="relative text-sm tabular-nums">
        {formatNumber(times)}
        <span className="sr-only">{isOwn ? " kişi, siz de." : " kişi."}</span>
      </span>
    </span>
  );
}
