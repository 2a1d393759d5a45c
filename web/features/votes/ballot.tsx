import {
  type FormEvent,
  type ReactNode,
  useEffect,
  useEffectEvent,
  useLayoutEffect,
  useRef,
} from "react";
import type { Survey } from "#contract/survey-shapes.ts";
import { openAuthDialog } from "#web/features/accounts/auth-dialog-store.ts";
import { BallotOption } from "#web/features/votes/ballot-option.tsx";
import { VoteButton } from "#web/features/votes/vote-button.tsx";
import { useCastVote, useVoteStatus } from "#web/features/votes/votes.api.ts";
import { ApiProblem } from "#web/lib/api-problem.ts";
import { onSessionChange, type SessionChange, useLoginState } from "#web/lib/session.ts";
import { toastProblem } from "#web/lib/toast-problem.ts";
import { cn } from "#web/ui/cn.ts";
import { useSavedChoice } from "./saved-choice.ts";

interface Props {
  survey: Survey;
  invitationCode?: string | undefined;
  /** Shown beside the vote button. */
  children?: ReactNode;
}

/** The options and the button that casts a vote (R74). */
export function Ballot({ survey, invitationCode, children }: Props) {
  const { form, choice, choose, clear, deleteSaved } = useSavedChoice(survey);
  const status = useVoteStatus(survey.id, invitationCode);
  const isVisitor = useLoginState() === "out";
  const vote = useCastVote(survey.id, invitationCode);
  const hasVoted = status === "voted";
  const votedEarlier = hasVoted && !vote.isSuccess;
  const isOpen = survey.state === "active" && !hasVoted;
  const fitsTwoColumns = survey.options.length === 2 || survey.options.length === 4;
  const layout = survey.option_theme_id === 2 ? "vertical" : "horizontal";

  // At sign-out nothing on screen may tell how this person voted; a choice not voted for stays.
  const clearVote = useEffectEvent((change: SessionChange) => {
    if (change === "started" || !hasVoted) return;
    vote.reset();
    clear();
  });
  useEffect(() => onSessionChange((change) => clearVote(change)), []);

  // A focused control loses the focus when it is disabled; keep it in the form.
  useLayoutEffect(() => {
    const isLost = !isOpen && document.activeElement?.matches("form :disabled");
    if (isLost) form.current?.focus({ preventScroll: true });
  }, [isOpen, form]);

  const askToSignIn = (optionId: number) => {
    const chosen = survey.options.find(({ id }) => id === optionId);
    openAuthDialog("join", {
      why: (once) => `Seçiminizi sakladık; ${once} oyunuz sayılacak.`,
      choice: chosen && { text: chosen.content, image: chosen.image },
      afterSignIn: () => cast(optionId),
    });
  };

  function cast(optionId: number) {
    // Not `mutate`: its callbacks do not run once the component is unmounted.
    vote.mutateAsync(optionId).then(deleteSaved, (problem) => {
      const code = codeOf(problem);
      if (code === "already_voted") deleteSaved();
      else if (code === "invalid_token") askToSignIn(optionId);
      else toastProblem(problem);
    });
  }

  function submit(event: FormEvent) {
    event.preventDefault();
    if (choice === null || !isOpen || vote.isPending) return;
    if (isVisitor) askToSignIn(choice);
    else cast(choice);
  }

  return (
    <form
      ref={form}
      onSubmit={submit}
      autoComplete="off"
      tabIndex={-1}
      className="mt-8 outline-none"
    >
      <fieldset aria-disabled={vote.isPending}>
        <legend className="sr-only">Şıklar</legend>
        <ul
          className={cn(
            "grid gap-3",
            layout === "vertical" ? "grid-cols-2 tight:grid-cols-1 sm:gap-4" : "sm:grid-cols-2",
            layout === "vertical" && !fitsTwoColumns && "sm:grid-cols-3",
          )}
        >
          {survey.options.map((option) => (
            <li key={option.id} className="min-w-0">
              <BallotOption
                option={option}
                layout={layout}
                // A vote cast earlier or in another tab is not shown.
                isChosen={option.id === choice && !votedEarlier}
                isOpen={isOpen}
                onChoose={() => vote.isPending || choose(option.id)}
              />
            </li>
          ))}
        </ul>
      </fieldset>
      <div className="sticky bottom-0 z-10 -mx-4 mt-4 flex flex-wrap items-center gap-x-3 gap-y-2 border-t border-line bg-page px-4 py-3 sm:mx-0 sm:px-0 print:hidden">
        {vote.isSuccess && <VoteMessage>Oyunuz sayıldı, teşekkürler!</VoteMessage>}
        {codeOf(vote.error) === "already_voted" && <VoteMessage>{vote.error?.message}</VoteMessage>}
        <VoteButton
          isSending={vote.isPending}
          hasVoted={hasVoted}
          isDisabled={choice === null || !isOpen}
        />
        {children}
        {isOpen && choice === null && (
          <p className="text-muted max-lg:hidden">Oy vermek için bir şık seçin.</p>
        )}
      </div>
    </form>
  );
}

const codeOf = (problem: unknown) => (problem instanceof ApiProblem ? problem.code : undefined);

/** The outcome of a vote. Takes the focus that the vote button lost when it was disabled. */
function VoteMessage({ children }: { children: ReactNode }) {
  const ref = useRef<HTMLParagraphElement>(null);
  useEffect(() => ref.current?.focus({ preventScroll: true }), []);
  return (
    <p
      ref={ref}
      role="status"
      tabIndex={-1}
      className="basis-full font-semibold text-turkuaz outline-none lg:order-last lg:basis-auto"
    >
      {children}
    </p>
  );
}
