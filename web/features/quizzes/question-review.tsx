import CircleCheck from "lucide-react/icons/circle-check";
import CircleX from "lucide-react/icons/circle-x";
import type { Attempt, QuizQuestion } from "#contract/shapes/quiz-shapes.ts";
import { cn } from "#web/ui/cn.ts";
import { Picture } from "#web/ui/picture.tsx";
import { pointsText } from "./points-text.ts";

interface Props {
  question: QuizQuestion;
  /** 1 for the first. */
  number: number;
  chosen: readonly number[];
  graded: Attempt["questions"][number] | undefined;
}

/** A question after the attempt: what was chosen, what is right, and why. */
export function QuestionReview({ question, number, chosen, graded }: Props) {
  const { right = [], points = null, explanation = "", explanation_image_path } = graded ?? {};
  const isScored = points !== null;
  return (
    <article className="grid gap-3 rounded border border-line bg-surface p-4">
      <div className="flex items-baseline gap-3">
        <h3 dir="auto" className="min-w-0 grow font-semibold wrap-anywhere">
          {number}. {question.content}
        </h3>
        {isScored && (
          <span className="shrink-0 text-sm font-semibold text-muted tabular-nums">
            {pointsText(points)} puan
          </span>
        )}
      </div>
      <WidePicture path={question.image_path} />
      <ul className="grid gap-1.5">
        {question.options.map(({ content }, option) => {
          const isRight = right.includes(option);
          const isChosen = chosen.includes(option);
          const words = wordsOf(isRight, isChosen, isScored);
          return (
            <li
              key={content + String(option)}
              className={cn(
                "flex items-start gap-2 rounded px-3 py-2",
                isChosen ? "bg-sunken" : "text-muted",
              )}
            >
              <Mark isRight={isRight} isWrong={isScored && isChosen && !isRight} />
              <span dir="auto" className="min-w-0 grow wrap-anywhere">
                {content}
              </span>
              {words && <span className="shrink-0 text-sm font-semibold">{words}</span>}
            </li>
          );
        })}
      </ul>
      {explanation && (
        <p dir="auto" className="whitespace-pre-line text-pretty wrap-anywhere">
          {explanation}
        </p>
      )}
      <WidePicture path={explanation_image_path} />
    </article>
  );
}

function WidePicture({ path }: { path: string | null | undefined }) {
  if (!path) return null;
  return (
    <Picture
      path={path}
      alt=""
      sizes="(width < 64rem) 100vw, 45rem"
      className="max-h-60 w-full rounded object-contain"
    />
  );
}

function Mark({ isRight, isWrong }: { isRight: boolean; isWrong: boolean }) {
  if (isRight) return <CircleCheck className="size-6 shrink-0 text-success" aria-hidden="true" />;
  if (isWrong) return <CircleX className="size-6 shrink-0 text-danger" aria-hidden="true" />;
  return <span className="size-6 shrink-0" />;
}

function wordsOf(isRight: boolean, isChosen: boolean, isScored: boolean): string {
  if (!isScored) return isChosen ? "Seçtiniz" : "";
  if (isRight) return isChosen ? "Doğru seçtiniz" : "Doğru yanıt";
  return isChosen ? "Yanlış seçtiniz" : "";
}
