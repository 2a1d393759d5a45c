import Plus from "lucide-react/icons/plus";
import { useEffect, useRef } from "react";
import { QUIZ_QUESTIONS_MAX, TOAST_SHORT_MS } from "#contract/limits.ts";
import { Button } from "#web/ui/button.tsx";
import { toast } from "#web/ui/overlay/toast.ts";
import type { Draft } from "../draft/draft.ts";
import type { FieldErrors } from "../draft/draft-checks.ts";
import { PublishBar } from "../publish-bar.tsx";
import { SectionForm } from "../section-form.tsx";
import { SponsorFields } from "../sponsor-fields.tsx";
import { changeDraft, type Publication, setFields } from "../wizard-store.ts";
import { addQuestion, moveQuestion, removeQuestion } from "./draft-questions.ts";
import { QuestionCard } from "./question-card.tsx";

interface Props {
  draft: Draft;
  errors: FieldErrors;
  publication: Publication;
}

/** Section 3 of a test with questions, and the button "Yayınla" (R616). */
export function QuestionsSection({ draft, errors, publication }: Props) {
  const { questions } = draft;
  const list = useRef<HTMLOListElement>(null);
  const focusAfterRender = useRef<string>(undefined);
  const isPublishing = publication.state === "publishing";

  useEffect(() => {
    if (!focusAfterRender.current) return;
    list.current?.querySelector<HTMLElement>(focusAfterRender.current)?.focus();
    focusAfterRender.current = undefined;
  });

  function add() {
    if (questions.length >= QUIZ_QUESTIONS_MAX) {
      toast.error(
        `Bir testte en fazla ${QUIZ_QUESTIONS_MAX} soru olabilir.`,
        undefined,
        TOAST_SHORT_MS,
      );
      return;
    }
    focusAfterRender.current = `:scope > li:nth-child(${questions.length + 1}) input`;
    changeDraft(addQuestion);
  }

  function remove(index: number, id: string) {
    const next = Math.max(1, Math.min(index + 1, questions.length - 1));
    focusAfterRender.current = `:scope > li:nth-child(${next}) [data-delete-question]`;
    changeDraft((current) => removeQuestion(current, id));
  }

  function move(index: number, id: string, by: 1 | -1) {
    const place = index + 1 + by;
    const button = by === 1 ? "[data-down]" : "[data-up]";
    focusAfterRender.current = `:scope > li:nth-child(${place}) ${button}`;
    changeDraft((current) => moveQuestion(current, id, by));
  }

  return (
    <SectionForm
      title="Soruları yazın"
      text="Her sorunun doğru şıklarını işaretleyin; birden çok da olabilir. Doğrular ve açıklamalar ancak test çözülünce görünür."
      section={3}
      isBusy={isPublishing}
      action={<PublishBar publication={publication} />}
    >
      <div inert={isPublishing} className="flex flex-col gap-4 inert:opacity-55">
        <div className="flex flex-wrap items-center justify-between gap-3">
          <p role="status" className="font-semibold tabular-nums">
            {questions.length} / {QUIZ_QUESTIONS_MAX} soru
          </p>
          <Button variant="ghost" onClick={() => setFields({ questions: [] })}>
            Tek sorulu teste dön
          </Button>
        </div>
        <ol ref={list} className="grid gap-4">
          {questions.map((question, index) => (
            <li key={question.id} className="min-w-0">
              <QuestionCard
                question={question}
                number={index + 1}
                isLast={index === questions.length - 1}
                errors={errors}
                onMove={(by) => move(index, question.id, by)}
                onDelete={questions.length > 1 ? () => remove(index, question.id) : undefined}
              />
            </li>
          ))}
        </ol>
        <button
          type="button"
          onClick={add}
          className="flex min-h-12 items-center justify-center gap-2 rounded border-2 border-dashed border-edge font-semibold text-muted transition-colors hover:border-ink hover:text-ink"
        >
          <Plus className="size-6" aria-hidden="true" />
          Soru ekle
        </button>
        <p className="text-sm text-muted text-pretty">
          Herkesin ilk çözümü sayılır. Yayınladıktan sonra sorular ve doğru şıklar değiştirilemez.
        </p>
        <SponsorFields draft={draft} errors={errors} />
      </div>
    </SectionForm>
  );
}
