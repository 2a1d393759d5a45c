import { type FormEvent, useLayoutEffect } from "react";
import { cn } from "#web/ui/cn.ts";
import { BallotBar } from "./ballot-bar.tsx";
import { BallotOption } from "./ballot-option.tsx";
import { type BallotProps, useBallot } from "./use-ballot.ts";

/** The options and the button that casts a vote (R74). */
export function Ballot({ survey, layout, invitationCode, onVoted }: BallotProps) {
  const ballot = useBallot(survey, { invitationCode, onVoted });
  const { form, choice, isOpen, results, hasVotedNow } = ballot;
  const isVertical = survey.option_theme_id === 2;
  const count = survey.options.length;
  const total = results?.reduce((sum, result) => sum + result.count, 0) ?? 0;

  // A focused control loses the focus when it is disabled; keep it in the form.
  useLayoutEffect(() => {
    const isLost = !isOpen && form.current?.contains(document.activeElement);
    if (isLost && document.activeElement?.matches(":disabled")) {
      form.current?.focus({ preventScroll: true });
    }
  }, [isOpen, form]);

  function submit(event: FormEvent) {
    event.preventDefault();
    if (choice !== null) ballot.vote(choice);
  }

  return (
    <form
      ref={form}
      onSubmit={submit}
      autoComplete="off"
      tabIndex={-1}
      className="@container mt-4 outline-none"
    >
      <fieldset aria-disabled={ballot.isSending}>
        <legend className="sr-only">Şıklar</legend>
        <ul
          className={cn(
            "grid gap-2 @lg:gap-3",
            isVertical ? "grid-cols-2 tight:grid-cols-1" : "@lg:grid-cols-2",
            isVertical && count !== 2 && (count === 4 ? "@2xl:grid-cols-4" : "@lg:grid-cols-3"),
          )}
        >
          {survey.options.map((option, at) => {
            const result = results?.[at];
            return (
              <li key={option.id} className="min-w-0">
                <BallotOption
                  option={option}
                  layout={isVertical ? "vertical" : "horizontal"}
                  isChosen={option.id === choice}
                  isOpen={isOpen}
                  onChoose={() => ballot.choose(option.id)}
                  share={result && { ...result, total, isNew: hasVotedNow }}
                />
              </li>
            );
          })}
        </ul>
      </fieldset>
      <BallotBar survey={survey} layout={layout} invitationCode={invitationCode} ballot={ballot} />
    </form>
  );
}
