import Check from "lucide-react/icons/check";
import { useLayoutEffect, useRef } from "react";
import type { Result } from "#contract/endpoints/votes.ts";
import type { Option, Survey } from "#contract/shapes/survey-shapes.ts";
import { OptionList } from "#web/features/ballots/option-list.tsx";
import { isShuffled, shownOptions } from "#web/features/ballots/option-order.ts";
import { type Share, ShareFill, ShareNumbers } from "#web/features/ballots/option-share.tsx";
import { cn } from "#web/ui/cn.ts";
import { Picture } from "#web/ui/picture.tsx";

interface Props {
  survey: Pick<Survey, "id" | "options" | "option_order">;
  /** Id of the option that is chosen or was voted for. */
  chosen: number | undefined;
  /** Whether a vote can be cast. */
  isOpen: boolean;
  isSending: boolean;
  onChoose: (optionId: number) => void;
  /** Once they are shown; the rows then stand by their share. */
  results: readonly Result[] | undefined;
  total: number;
  isNew: boolean;
  /** How many rows are shown, four or all; one's own always is. */
  most: number;
}

const MOVE_MS = 350;

/** Options as rows. The chosen one holds "Oyla"; with results they slide to their places (R514). */
export function FeedRows(props: Props) {
  const { survey, chosen, results, total, isNew, most } = props;
  const list = useRef<HTMLUListElement>(null);
  const tops = useRef(new Map<string, number>());
  const resultOf = new Map(results?.map((result) => [result.option_id, result]));
  const count = ({ id }: Option) => resultOf.get(id)?.count ?? 0;
  const { options } = survey;
  const sorted = results ? options.toSorted((a, b) => count(b) - count(a)) : shownOptions(survey);
  // Documents do not know which rows of a shuffled list are the first: styles hide the others.
  const isHidden = isShuffled(survey) && !results && most < options.length;
  const shown = sorted.filter(({ id }, at) => isHidden || at < most || id === chosen);

  useLayoutEffect(() => {
    const isCalm = matchMedia("(prefers-reduced-motion: reduce)").matches;
    for (const row of list.current?.children ?? []) {
      if (!(row instanceof HTMLElement)) continue;
      const id = row.dataset.option ?? "";
      const before = tops.current.get(id);
      if (row.offsetParent === null) continue;
      tops.current.set(id, row.offsetTop);
      if (isCalm || before === undefined || before === row.offsetTop) continue;
      row.animate([{ transform: `translateY(${before - row.offsetTop}px)` }, {}], {
        duration: MOVE_MS,
        easing: "cubic-bezier(0.2, 0.7, 0.2, 1)",
      });
    }
  });

  return (
    <OptionList
      survey={survey}
      ref={list}
      className={cn(
        "relative grid gap-2",
        isHidden && "[&>li:nth-child(n+5):not(:has(:checked))]:hidden",
      )}
    >
      {shown.map((option) => {
        const result = resultOf.get(option.id);
        return (
          <li key={option.id} data-option={option.id} className="group relative">
            <Row
              {...props}
              option={option}
              share={result && { ...result, total, isNew }}
              isChosen={option.id === chosen}
            />
          </li>
        );
      })}
    </OptionList>
  );
}

interface RowProps extends Pick<Props, "isOpen" | "isSending" | "onChoose"> {
  option: Option;
  isChosen: boolean;
  share: Share | undefined;
}

function Row({ option, isChosen, isOpen, isSending, onChoose, share }: RowProps) {
  return (
    <>
      <label className="relative flex min-h-15 cursor-pointer items-stretch overflow-hidden rounded border border-edge bg-surface hover:border-ink has-checked:border-nar has-checked:ring-2 has-checked:ring-nar has-disabled:cursor-default has-disabled:hover:border-edge has-checked:hover:border-nar has-focus-visible:outline-3 has-focus-visible:outline-offset-3 has-focus-visible:outline-turkuaz">
        <span className="relative w-15 shrink-0 bg-sunken">
          <Picture
            path={option.image}
            alt=""
            sizes="3.75rem"
            className="absolute inset-0 size-full"
          />
        </span>
        <span className="relative flex min-w-0 grow items-center gap-2 px-3 py-1.5">
          {share && <ShareFill share={share} />}
          <input
            type="radio"
            name="option"
            value={option.id}
            checked={isChosen}
            // Stays enabled while a vote is being sent: disabling it would lose the focus.
            disabled={!isOpen}
            onChange={() => onChoose(option.id)}
            className="sr-only scroll-my-24"
          />
          {!isOpen && isChosen && (
            <Check
              className="relative size-5 shrink-0 text-nar"
              strokeWidth={3}
              aria-hidden="true"
            />
          )}
          <span
            dir="auto"
            className={cn(
              "relative min-w-0 grow leading-snug font-semibold wrap-anywhere hyphens-auto",
              // The button lies over the end of the row.
              isOpen && "group-has-checked:pr-24",
            )}
          >
            {option.content}
          </span>
          {!isOpen && (
            <span className="relative">
              <ShareNumbers share={share} isInLine={false} />
            </span>
          )}
        </span>
      </label>
      {isOpen && <VoteInRow isSending={isSending} className="hidden group-has-checked:grid" />}
    </>
  );
}

/** "Oyla" over the end of the chosen row. */
export function VoteInRow({ isSending, className }: { isSending: boolean; className: string }) {
  return (
    <button
      type="submit"
      aria-busy={isSending}
      className={cn(
        "absolute inset-y-0 right-0 min-w-26 place-items-center rounded-r bg-nar px-3 font-semibold text-on-accent select-none hover:bg-nar-deep aria-busy:cursor-progress",
        className,
      )}
    >
      {isSending ? "Gönderiliyor" : "Oyla"}
    </button>
  );
}
