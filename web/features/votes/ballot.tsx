import { type FormEvent, useLayoutEffect, useRef } from "react";
import { totalOf, viewOf } from "#web/features/ballots/ballots.ts";
import { BallotBar } from "./ballot-bar.tsx";
import { type BallotProps, useBallot } from "./use-ballot.ts";

/** The options and the button that casts a vote (R74). */
export function Ballot({ survey, layout, invitationCode, onVoted }: BallotProps) {
  const ballot = useBallot(survey, { invitationCode, onVoted });
  const { form, choice, isOpen, results, hasVotedNow } = ballot;
  const { Options } = viewOf(survey);

  const wasPressed = useRef(false);
  // A focused control loses the focus when it is disabled or removed; keep it in the form.
  useLayoutEffect(() => {
    const focused = document.activeElement;
    const isDisabled = form.current?.contains(focused) && focused?.matches(":disabled");
    const isRemoved = wasPressed.current && focused === document.body;
    if (!isOpen && (isDisabled || isRemoved)) form.current?.focus({ preventScroll: true });
  }, [isOpen, form]);

  function submit(event: FormEvent) {
    event.preventDefault();
    wasPressed.current = true;
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
        <Options
          survey={survey}
          choice={choice}
          isOpen={isOpen}
          onChoose={ballot.choose}
          results={results}
          total={totalOf(survey, results)}
          isNew={hasVotedNow}
        />
      </fieldset>
      <BallotBar survey={survey} layout={layout} invitationCode={invitationCode} ballot={ballot} />
    </form>
  );
}
