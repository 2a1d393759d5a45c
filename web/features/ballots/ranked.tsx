import Undo2 from "lucide-react/icons/undo-2";
import { useState } from "react";
import type { ChoiceOf } from "#contract/ballots/ballots.ts";
import { rankedIds, rankingOf } from "#contract/ballots/choices.ts";
import type { RankedVote } from "#contract/ballots/vote.ts";
import type { Option } from "#contract/shapes/survey-shapes.ts";
import { isolated } from "#web/lib/direction.ts";
import { Button } from "#web/ui/button.tsx";
import { cn } from "#web/ui/cn.ts";
import { Picture } from "#web/ui/picture.tsx";
import type { BallotView, Described, OptionsProps } from "./ballot-view.ts";
import { OptionGrid } from "./option-grid.tsx";
import { OptionList } from "./option-list.tsx";
import { shownOptions } from "./option-order.ts";
import { place, toggle } from "./ranked-choice.ts";
import { RankingList } from "./ranking-list.tsx";
import { winnerWords } from "./ranking-words.ts";
import { describedAs, restoreJson } from "./several.ts";

type Choice = ChoiceOf<RankedVote>;

/** Each voter puts some options or all of them in an order. */
export const rankedView: BallotView<Choice> = {
  Options,
  save: JSON.stringify,
  restore: (_, saved, options) => restoreJson(saved, options, rankedIds),
  describe: (choice, survey) =>
    choice.choices.length >= leastOf(survey)
      ? describedAs(survey, rankedIds(choice), (name, at) => `${at + 1}. ${name}`)
      : undefined,
  prompt: "Oy vermek için şıkları sıralayın.",
  outcome: (choice, results) => {
    const best = choice && rankedIds(choice)[0];
    const first = results?.find(({ option_id }) => option_id === best);
    const text = first ? `: ilk tercihiniz “${isolated(first.option_name)}”.` : ".";
    return { text: `Oyunuz verildi${text}`, share: undefined };
  },
};

const leastOf = ({ min_choices = 1 }: Described): number => min_choices;

function howTo(survey: Described): string {
  const least = leastOf(survey);
  const order = "En çok istediğinizden başlayarak şıkları sırayla seçin.";
  if (least === survey.options.length) return `${order} Hepsini sıralayın.`;
  return `${order} ${least > 1 ? `En az ${least} şık sıralayın.` : "Hepsini sıralamanız gerekmez."}`;
}

function Options(props: OptionsProps<Choice>) {
  const { survey, choice, onChoose, isOpen, results, ranking: counted } = props;
  const ranking = choice ? rankedIds(choice) : [];
  const [earlier, setEarlier] = useState<readonly (readonly number[])[]>([]);
  const [news, setNews] = useState("");
  if (!isOpen) {
    return (
      <>
        {results && (
          <p className="mb-2">
            {counted && <b className="block">{winnerWords(counted, results)}</b>}
            <span className="text-muted">
              Paylar ilk tercihleri gösterir; sayımın turları “Sonuçlar” bölümünde.
            </span>
          </p>
        )}
        <OptionGrid {...props} chosen={ranking.slice(0, 1)} />
      </>
    );
  }
  const nameOf = (id: number) =>
    isolated(survey.options.find((option) => option.id === id)?.content ?? "");

  function change(next: number[], id: number) {
    const at = next.indexOf(id);
    if (at === ranking.indexOf(id)) return;
    setEarlier([...earlier, ranking]);
    setNews(at < 0 ? `${nameOf(id)} sıralamadan çıktı.` : `${nameOf(id)}: ${at + 1}. sıra.`);
    onChoose(rankingOf(next));
  }
  function undo() {
    const before = earlier.at(-1) ?? [];
    setEarlier(earlier.slice(0, -1));
    setNews(`Geri alındı. ${before.length} şık sıralı.`);
    onChoose(rankingOf(before));
  }

  return (
    <>
      <p className="mb-2 text-muted">{howTo(survey)}</p>
      <OptionList survey={survey} className="grid gap-2 @lg:grid-cols-2 @lg:gap-3">
        {shownOptions(survey).map((option) => (
          <li key={option.id} className="min-w-0">
            <RankedOption
              option={option}
              at={ranking.indexOf(option.id)}
              onPress={() => change(toggle(ranking, option.id), option.id)}
            />
          </li>
        ))}
      </OptionList>
      {earlier.length > 0 && (
        <Button variant="ghost" className="mt-2 -ml-4" onClick={undo}>
          <Undo2 className="size-5" aria-hidden="true" />
          Son dokunuşu geri al
        </Button>
      )}
      {ranking.length > 1 && (
        <RankingList
          ranking={ranking}
          nameOf={nameOf}
          onPlace={(id, at) => change(place(ranking, id, at), id)}
        />
      )}
      <p role="status" className="sr-only">
        {news}
      </p>
    </>
  );
}

interface RankedOptionProps {
  option: Option;
  /** Its place in the ranking, from 0; -1 without one. */
  at: number;
  onPress: () => void;
}

function RankedOption({ option, at, onPress }: RankedOptionProps) {
  const isRanked = at >= 0;
  return (
    <button
      type="button"
      aria-pressed={isRanked}
      onClick={onPress}
      className={cn(
        "flex h-full min-h-16 w-full scroll-my-36 items-stretch overflow-hidden rounded border bg-surface text-left",
        isRanked ? "border-nar ring-2 ring-nar" : "border-edge hover:border-ink",
      )}
    >
      <Picture path={option.image} alt="" sizes="4rem" className="w-16 shrink-0" />
      <span
        dir="auto"
        className="min-w-0 grow self-center px-3 py-2 leading-snug font-semibold wrap-anywhere hyphens-auto"
      >
        {option.content}
      </span>
      <span
        className={cn(
          "m-3 grid size-9 shrink-0 place-items-center self-center rounded-full border text-lg font-extrabold tabular-nums",
          isRanked ? "border-nar bg-nar text-on-accent" : "border-dashed border-edge",
        )}
      >
        {isRanked && (
          <span>
            {at + 1}
            <span className="sr-only">. sırada</span>
          </span>
        )}
      </span>
    </button>
  );
}
