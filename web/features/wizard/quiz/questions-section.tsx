import Plus from "lucide-react/icons/plus";
import { useEffect, useRef } from "react";
import { QUIZ_QUESTIONS_MAX, TOAST_SHORT_MS } from "#contract/limits.ts";
import { Button } from "#web/ui/button.tsx";
import { RadioCards } from "#web/ui/form/radio-cards.tsx";
import { toast } from "#web/ui/overlay/toast.ts";
import { AudienceFields } from "../audience-fields.tsx";
import type { Draft } from "../draft/draft.ts";
import type { FieldErrors } from "../draft/draft-checks.ts";
import { OptionCards } from "../option-cards.tsx";
import { PublishBar } from "../publish-bar.tsx";
import { SectionForm } from "../section-form.tsx";
import { SponsorFields } from "../sponsor-fields.tsx";
import { changeDraft, type Publication, setFields } from "../wizard-store.ts";
import { addQuestion, isOfTypes, moveQuestion, removeQuestion } from "./draft-questions.ts";
import { QuestionCard } from "./question-card.tsx";
import { TypeTexts } from "./type-texts.tsx";

const SCORINGS: { value: Draft["scoring"]; label: string; detail: string }[] = [
  { value: "right", label: "Puanla", detail: "Her sorunun doğru şıkları olur." },
  {
    value: "types",
    label: "Bir sonuçla",
    detail: "“Hangi mevsimsiniz?” gibi: şıklar sonuçlara puan verir, en çok alan çıkar.",
  },
];

interface Props {
  draft: Draft;
  errors: FieldErrors;
  publication: Publication;
}

const SCORED =
  "Her sorunun doğru şıklarını işaretleyin; birden çok da olabilir. Doğrular ve açıklamalar ancak test çözülünce görünür.";
const OF_TYPES =
  "Önce sonuçları yazın, sonra her şıkkın hangi sonuca puan verdiğini seçin. Açıklamalar ancak test çözülünce görünür.";

/** Section 3 of a test with questions, and the button "Yayınla" (R616). */
export function QuestionsSection({ draft, errors, publication }: Props) {
  const { questions } = draft;
  const types = isOfTypes(draft) ? draft.options : undefined;
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
      text={types ? OF_TYPES : SCORED}
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
        <RadioCards
          legend="Nasıl sonuçlansın?"
          choices={SCORINGS}
          value={draft.scoring}
          onChange={(scoring) => setFields({ scoring })}
        />
        {types && (
          <section aria-labelledby="types" className="flex flex-col gap-4">
            <h3 id="types" className="font-extrabold">
              Sonuçlar
            </h3>
            <OptionCards draft={draft} errors={errors} />
            <TypeTexts types={types} errors={errors} />
          </section>
        )}
        <ol ref={list} className="grid gap-4">
          {questions.map((question, index) => (
            <li key={question.id} className="min-w-0">
              <QuestionCard
                question={question}
                types={types}
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
        <AudienceFields draft={draft} />
        <SponsorFields draft={draft} errors={errors} />
      </div>
    </SectionForm>
  );
}
