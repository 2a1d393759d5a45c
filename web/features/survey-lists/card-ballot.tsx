import { type FormEvent, type ReactNode, useEffect } from "react";
import type { Option } from "#contract/shapes/survey-shapes.ts";
import {
  type Share,
  ShareFill,
  ShareMark,
  ShareNumbers,
} from "#web/features/ballots/option-share.tsx";
import { singleView } from "#web/features/ballots/single.tsx";
import { useBallot } from "#web/features/votes/use-ballot.ts";
import { VerifyToVote } from "#web/features/votes/verify-to-vote.tsx";
import { VoteButton } from "#web/features/votes/vote-button.tsx";
import { cn } from "#web/ui/cn.ts";
import { Picture } from "#web/ui/picture.tsx";

interface Props {
  surveyId: number;
  options: Option[];
  /** Shown beside the vote button. */
  children: ReactNode;
}

/** A ballot that fits into a card: a survey's two options and the vote button. */
export function CardBallot({ surveyId, options, children }: Props) {
  const survey = { id: surveyId, state: "active", options } as const;
  const ballot = useBallot(survey, singleView, { isListed: true });
  const { form, choice, isOpen, hasVotedNow, total } = ballot;

  // The vote button loses the focus when it is disabled.
  useEffect(() => {
    if (hasVotedNow) form.current?.focus({ preventScroll: true });
  }, [hasVotedNow, form]);

  function submit(event: FormEvent) {
    event.preventDefault();
    if (choice !== null) ballot.vote(choice);
  }

  return (
    <form ref={form} onSubmit={submit} autoComplete="off" tabIndex={-1} className="outline-none">
      <fieldset aria-disabled={ballot.isSending} className="relative z-1 grid gap-2">
        <legend className="sr-only">Şıklar</legend>
        {options.map((option, at) => {
          const result = ballot.results?.[at];
          return (
            <CardOption
              key={option.id}
              option={option}
              isChosen={option.id === choice?.survey_option_id}
              isOpen={isOpen}
              onChoose={() => ballot.choose({ survey_option_id: option.id })}
              share={result && { ...result, total, isNew: hasVotedNow }}
            />
          );
        })}
      </fieldset>
      <div className="mt-4 flex flex-wrap items-center gap-2">
        <span className="relative z-1 grid grow">
          <VoteButton
            size="normal"
            isSending={ballot.isSending}
            hasVoted={ballot.hasVoted}
            isDisabled={choice === null || !isOpen}
          />
        </span>
        {children}
      </div>
      {ballot.isWaiting && (
        <div className="relative z-1">
          <VerifyToVote {...ballot.waiting} />
        </div>
      )}
      <p role="status" className="sr-only">
        {hasVotedNow && "Oyunuz verildi."}
      </p>
    </form>
  );
}

interface CardOptionProps {
  option: Option;
  isChosen: boolean;
  isOpen: boolean;
  onChoose: () => void;
  share: Share | undefined;
}

function CardOption({ option, isChosen, isOpen, onChoose, share }: CardOptionProps) {
  return (
    <label className="relative flex min-h-12 cursor-pointer items-stretch overflow-hidden rounded border border-edge bg-surface hover:border-ink has-checked:border-nar has-checked:ring-2 has-checked:ring-nar has-disabled:cursor-default has-disabled:not-has-checked:border-line has-focus-visible:outline-3 has-focus-visible:outline-offset-3 has-focus-visible:outline-turkuaz">
      <Picture path={option.image} alt="" sizes="3rem" className="w-12 shrink-0" />
      <span className="relative flex min-w-0 grow items-center gap-2.5 px-3 py-1.5">
        {share && <ShareFill share={share} />}
        <span className="relative grid size-5 shrink-0 place-items-center">
          <input
            type="radio"
            name="option"
            value={option.id}
            checked={isChosen}
            // Stays enabled while a vote is being sent: disabling it would lose the focus.
            disabled={!isOpen}
            onChange={onChoose}
            className={cn("size-5 accent-nar outline-none", share && "absolute opacity-0")}
          />
          {share && <ShareMark color={share.color} isOwn={isChosen} />}
        </span>
        <span
          dir="auto"
          className="relative min-w-0 grow leading-snug font-semibold wrap-anywhere hyphens-auto"
        >
          {option.content}
        </span>
        <span className="relative">
          <ShareNumbers share={share} isInLine={false} />
        </span>
      </span>
    </label>
  );
}
