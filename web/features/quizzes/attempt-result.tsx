import RotateCcw from "lucide-react/icons/rotate-ccw";
import { useEffect, useRef } from "react";
import type { Attempt, QuizQuestion } from "#contract/shapes/quiz-shapes.ts";
import { ShareButton } from "#web/features/surveys/share/share-button.tsx";
import type { BallotProps } from "#web/features/votes/use-ballot.ts";
import { Button } from "#web/ui/button.tsx";
import { Picture } from "#web/ui/picture.tsx";
import { OthersScores } from "./others-scores.tsx";
import { pointsText } from "./points-text.ts";
import { QuestionReview } from "./question-review.tsx";
import type { Standing } from "./quiz-start.tsx";

interface Props extends Pick<BallotProps, "survey" | "invitationCode"> {
  questions: readonly QuizQuestion[];
  attempt: Attempt;
  standing: Standing;
  /** Whether it ended here, since the page was opened. */
  isNew: boolean;
  onAgain: () => void;
}

/** The end of an attempt: the score or type, how others did, and what was right (R612). */
export function AttemptResult(props: Props) {
  const { survey, invitationCode, questions, attempt, standing, isNew, onAgain } = props;
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    if (!isNew) return;
    heading.current?.focus({ preventScroll: true });
    heading.current?.scrollIntoView({ block: "center" });
  }, [isNew]);
  const type = survey.options.find(({ id }) => id === attempt.type_option_id);
  return (
    <div className="mt-4 grid gap-6">
      <section className="grid justify-items-center gap-3 rounded border border-line bg-surface p-4 text-center sm:p-6">
        <h2 ref={heading} tabIndex={-1} className="grid gap-1 outline-none">
          <span className="font-semibold text-muted">{type ? "Sonucunuz" : "Puanınız"}</span>
          <span dir="auto" className="text-4xl font-extrabold wrap-anywhere tabular-nums">
            {type ? type.content : `${pointsText(attempt.score ?? 0)} / ${questions.length}`}
          </span>
        </h2>
        {type && <Picture path={type.image} alt="" sizes="16rem" className="size-48 rounded" />}
        {attempt.type_text && (
          <p dir="auto" className="max-w-prose whitespace-pre-line text-pretty wrap-anywhere">
            {attempt.type_text}
          </p>
        )}
        <p className="text-muted text-pretty">{countWords(attempt, standing)}</p>
        <div className="flex flex-wrap justify-center gap-2">
          <Button onClick={onAgain}>
            <RotateCcw className="size-5" aria-hidden="true" />
            Yeniden çöz
          </Button>
          {survey.visibility === "public" && <ShareButton survey={survey} />}
        </div>
      </section>
      {!type && (
        <OthersScores
          surveyId={survey.id}
          invitationCode={invitationCode}
          highest={questions.length}
          own={attempt.score ?? 0}
        />
      )}
      <section className="grid gap-4" aria-label="Sorular ve yanıtlar">
        {questions.map((question, at) => (
          <QuestionReview
            key={question.content + String(at)}
            question={question}
            number={at + 1}
            chosen={attempt.answers[at] ?? []}
            graded={attempt.questions[at]}
          />
        ))}
      </section>
    </div>
  );
}

function countWords({ counts }: Attempt, standing: Standing): string {
  if (counts) return "Bu, sayılan ilk çözümünüz. Yeniden çözerseniz alıştırma olur.";
  if (standing === "visitor") return "Giriş yapmadan çözdüğünüz için sayılmadı.";
  return "Bu bir alıştırmaydı, sayılmadı.";
}
