import ArrowLeft from "lucide-react/icons/arrow-left";
import ArrowRight from "lucide-react/icons/arrow-right";
import { type FormEvent, useEffect, useRef } from "react";
import type { QuizQuestion } from "#contract/shapes/quiz-shapes.ts";
import type { ApiProblem } from "#web/lib/api/api-problem.ts";
import { Button } from "#web/ui/button.tsx";
import { Picture } from "#web/ui/picture.tsx";
import { ElapsedTime } from "./elapsed-time.tsx";
import { COUNTS, type Standing } from "./quiz-start.tsx";
import type { Run } from "./saved-run.ts";

interface Props {
  questions: readonly QuizQuestion[];
  run: Run;
  /** Whether the options add to types; then no question may be skipped. */
  isOfTypes: boolean;
  standing: Standing;
  isSending: boolean;
  /** Why the attempt was not counted. */
  problem: ApiProblem | null;
  onChange: (run: Run) => void;
  /** With `true` as practice. */
  onFinish: (practice: boolean) => void;
  onSignIn: () => void;
}

/** One question at a time (R611). */
export function QuestionStep(props: Props) {
  const { questions, run, isOfTypes, standing, isSending, problem } = props;
  const { onChange, onFinish, onSignIn } = props;
  const question = questions[run.at];
  const chosen = run.answers[run.at] ?? [];
  const isLast = run.at === questions.length - 1;
  const form = useRef<HTMLFormElement>(null);
  const heading = useRef<HTMLHeadingElement>(null);
  const focusedAt = useRef<number>(undefined);

  useEffect(() => {
    if (focusedAt.current === run.at) return;
    focusedAt.current = run.at;
    heading.current?.focus({ preventScroll: true });
    form.current?.scrollIntoView({ block: "nearest" });
  }, [run.at]);

  if (!question) return null;
  const goTo = (at: number) => onChange({ ...run, at });
  const choose = (answer: number[]) =>
    onChange({ ...run, answers: run.answers.with(run.at, answer) });

  function submit(event: FormEvent) {
    event.preventDefault();
    if (isOfTypes && chosen.length === 0) return;
    if (!isLast) goTo(run.at + 1);
    else if (standing === "visitor") onSignIn();
    else onFinish(false);
  }

  return (
    <form ref={form} onSubmit={submit} autoComplete="off" className="mt-4 grid scroll-mt-4 gap-4">
      <div className="grid gap-2">
        <div className="flex items-baseline justify-between gap-3 text-sm text-muted tabular-nums">
          <span>
            <span className="sr-only">Soru </span>
            {run.at + 1}/{questions.length}
          </span>
          <ElapsedTime since={run.startedAt} />
        </div>
        <progress
          value={run.at + 1}
          max={questions.length}
          aria-label="İlerleme"
          className="h-2 w-full appearance-none overflow-hidden rounded-full bg-line [&::-moz-progress-bar]:bg-turkuaz [&::-webkit-progress-bar]:bg-line [&::-webkit-progress-value]:bg-turkuaz"
        />
      </div>
      <h2
        ref={heading}
        tabIndex={-1}
        dir="auto"
        className="text-xl font-extrabold wrap-anywhere outline-none sm:text-2xl"
      >
        {question.content}
      </h2>
      {question.image_path && (
        <Picture
          path={question.image_path}
          alt=""
          sizes="(width < 64rem) 100vw, 45rem"
          className="max-h-[40vh] w-full rounded object-contain"
        />
      )}
      <QuestionOptions
        key={run.at}
        question={question}
        at={run.at}
        chosen={chosen}
        onChoose={choose}
      />
      {problem && (
        <div role="alert" className="grid justify-items-start gap-2 rounded bg-sunken p-4">
          <p className="font-semibold text-pretty">{problem.message}</p>
          <Button onClick={() => onFinish(true)}>Sayılmadan sonucu gör</Button>
        </div>
      )}
      <div className="above-phone-bar bar-at-the-bottom z-10 flex flex-wrap items-center gap-2 border-t border-line bg-page py-3">
        {run.at > 0 && (
          <Button size="large" onClick={() => goTo(run.at - 1)} aria-label="Önceki soru">
            <ArrowLeft className="size-5" aria-hidden="true" />
            <span className="max-sm:sr-only">Önceki</span>
          </Button>
        )}
        <Button
          type="submit"
          variant="primary"
          size="large"
          busy={isSending}
          disabled={isOfTypes && chosen.length === 0}
          className="grow sm:ml-auto sm:grow-0"
        >
          {nextLabel(standing, { isLast, isSkipped: chosen.length === 0 })}
          {!isLast && <ArrowRight className="size-5" aria-hidden="true" />}
        </Button>
        {isLast && standing === "visitor" && (
          <Button size="large" busy={isSending} onClick={() => onFinish(true)} className="grow">
            Sayılmadan sonucu gör
          </Button>
        )}
        {isLast && <p className="w-full text-sm text-muted text-pretty">{COUNTS[standing]}</p>}
      </div>
    </form>
  );
}

function nextLabel(
  standing: Standing,
  { isLast, isSkipped }: Record<"isLast" | "isSkipped", boolean>,
) {
  if (!isLast) return isSkipped ? "Boş geç" : "Sonraki";
  return standing === "visitor" ? "Giriş yap ve bitir" : "Testi bitir";
}

interface OptionsProps {
  question: QuizQuestion;
  at: number;
  chosen: readonly number[];
  onChoose: (chosen: number[]) => void;
}

function QuestionOptions({ question, at, chosen, onChoose }: OptionsProps) {
  const { has_several: hasSeveral, options } = question;
  function press(option: number) {
    if (!hasSeveral) return onChoose([option]);
    const others = chosen.filter((one) => one !== option);
    onChoose(others.length < chosen.length ? others : [...others, option].sort((a, b) => a - b));
  }
  return (
    <fieldset>
      <legend className="mb-2 text-muted text-pretty">
        {hasSeveral
          ? "Birden çok doğru şık var. Her doğru puan kazandırır, her yanlış puan düşürür."
          : "Bir şık seçin."}
      </legend>
      <div className="grid gap-2">
        {options.map(({ content }, option) => (
          <label
            key={content + String(option)}
            className="flex min-h-12 cursor-pointer items-center gap-3 rounded border border-edge bg-surface px-4 py-3 hover:border-ink has-checked:border-turkuaz has-checked:bg-turkuaz-soft has-checked:ring-1 has-checked:ring-turkuaz has-focus-visible:outline-3 has-focus-visible:outline-offset-2 has-focus-visible:outline-turkuaz"
          >
            <input
              type={hasSeveral ? "checkbox" : "radio"}
              name={`question-${at}`}
              checked={chosen.includes(option)}
              onChange={() => press(option)}
              className="size-5 shrink-0 scroll-mb-24 accent-turkuaz outline-none"
            />
            <span dir="auto" className="min-w-0 wrap-anywhere">
              {content}
            </span>
          </label>
        ))}
      </div>
      {!hasSeveral && chosen.length > 0 && (
        <Button variant="ghost" onClick={() => onChoose([])}>
          Yanıtı kaldır
        </Button>
      )}
    </fieldset>
  );
}
