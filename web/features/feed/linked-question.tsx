import type { BallotName, Survey } from "#contract/shapes/survey-shapes.ts";
import { OptionList } from "#web/features/ballots/option-list.tsx";
import { shownOptions } from "#web/features/ballots/option-order.ts";
import { useVoteStatus } from "#web/features/votes/votes.api.ts";
import { isolated } from "#web/lib/direction.ts";
import { LinkButton } from "#web/ui/link-button.tsx";
import { Picture } from "#web/ui/picture.tsx";
import { QuestionHead } from "./question-head.tsx";

interface Props {
  survey: Survey;
  priority?: boolean;
  outcome?: unknown;
}

const HOW: Record<BallotName, string> = {
  multiple: "Bu soruda birden çok şık seçebilirsiniz.",
  ranked: "Bu soruda şıkları sıralarsınız.",
  rating: "Bu soruda şıklara puan verirsiniz.",
  quiz: "Bu bir test: soruları yanıtlayınca puanınızı görürsünüz.",
};

/** A question whose votes may name several options: its page has the room for that. */
export function LinkedQuestion({ survey, priority = false, outcome }: Props) {
  const { id, ballot, options } = survey;
  const hasVoted = useVoteStatus(id, undefined, true) === "voted";
  const titleId = `soru-${id}`;
  const hidden = options.length - 4;
  return (
    <article aria-labelledby={titleId} className="flex grow flex-col gap-3">
      <QuestionHead
        survey={survey}
        titleId={titleId}
        priority={priority}
        isLow={!!outcome}
        hasVoted={hasVoted}
      />
      <OptionList
        survey={survey}
        className="grid grid-cols-2 gap-2 tight:grid-cols-1 [&>li:nth-child(n+5)]:hidden"
      >
        {shownOptions(survey).map((option) => (
          <li
            key={option.id}
            className="flex min-h-12 min-w-0 items-center overflow-hidden rounded bg-sunken"
          >
            <Picture path={option.image} alt="" sizes="3rem" className="size-12 shrink-0" />
            <span dir="auto" className="line-clamp-2 min-w-0 px-2.5 leading-tight">
              {option.content}
            </span>
          </li>
        ))}
      </OptionList>
      <p className="text-muted">
        {hidden > 0 && `ve ${hidden} şık daha. `}
        {hasVoted ? "Bu soruya oy verdiniz." : ballot && HOW[ballot]}
      </p>
      <LinkButton
        to="/surveys/$id"
        params={{ id: String(id) }}
        variant={hasVoted ? "outline" : "primary"}
        size="large"
        aria-label={`Anketi aç: ${isolated(survey.question)}`}
      >
        Anketi aç
      </LinkButton>
    </article>
  );
}
