import { type FormEvent, useLayoutEffect, useRef } from "react";
import type { Choice } from "#contract/ballots/ballots.ts";
import type { BallotView } from "#web/features/ballots/ballot-view.ts";
import { BallotBar } from "./ballot-bar.tsx";
import { type BallotProps, useBallot } from "./use-ballot.ts";

interface Props<Chosen extends Choice> extends BallotProps {
  view: BallotView<Chosen>;
}

/** The options and the button that casts a vote (R74). */
export function Ballot<Chosen extends Choice>(props: Props<Chosen>) {
  const { survey, view, invitationCode, onVoted } = props;
  const ballot = useBallot(survey, view, { invitationCode, onVoted });
  const { form, choice, isOpen, results, hasVotedNow } = ballot;
  const { Options } = view;

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
          ranking={ballot.ranking}
          total={ballot.total}
          isNew={hasVotedNow}
        />
      </fieldset>
      <BallotBar {...props} ballot={ballot} />
    </form>
  );
}
