import ArrowDown from "lucide-react/icons/arrow-down";
import ArrowUp from "lucide-react/icons/arrow-up";
import Plus from "lucide-react/icons/plus";
import Trash from "lucide-react/icons/trash-2";
import { type KeyboardEvent, useId, useRef } from "react";
import { EXPLANATION_MAX, QUESTION_LENGTH, QUIZ_OPTION_COUNT } from "#contract/limits.ts";
import { tooLong } from "#contract/shapes/text-length.ts";
import { Button } from "#web/ui/button.tsx";
import { FieldError, TextArea, TextField } from "#web/ui/form/field.tsx";
import { ImagePicker } from "#web/ui/form/image-picker.tsx";
import type { DraftOption, DraftQuestion, Picture } from "../draft/draft.ts";
import type { FieldErrors } from "../draft/draft-checks.ts";
import { addPhoto } from "../draft/draft-storage.ts";
import { usePhotoUrl } from "../draft/photo-url.ts";
import { changeDraft } from "../wizard-store.ts";
import {
  addQuizOption,
  editQuestion,
  editQuizOption,
  removeQuizOption,
} from "./draft-questions.ts";
import { QuizOptionRow } from "./quiz-option-row.tsx";

interface Props {
  question: DraftQuestion;
  /** The types of a test whose options add to them; absent where options are right or wrong. */
  types: readonly DraftOption[] | undefined;
  /** 1 for the first. */
  number: number;
  isLast: boolean;
  errors: FieldErrors;
  onMove: (by: 1 | -1) => void;
  /** Absent for the only question. */
  onDelete: (() => void) | undefined;
}

/** One question of the draft: its text, its options with what is right, picture and explanation. */
export function QuestionCard({ question, types, number, isLast, errors, onMove, onDelete }: Props) {
  const { id, content, explanation, image, explanationImage, options } = question;
  const hasMore = image !== null || explanation !== "" || explanationImage !== null;
  const list = useRef<HTMLUListElement>(null);
  const titleId = useId();
  const change = (changed: (current: DraftQuestion) => DraftQuestion) =>
    changeDraft((draft) => editQuestion(draft, id, changed(question)));
  const edit = (changes: Partial<DraftQuestion>) => change((one) => ({ ...one, ...changes }));

  /** Moves on to the next option's text, or adds an option. */
  function goOn(event: KeyboardEvent, index: number) {
    if (event.key !== "Enter" || event.nativeEvent.isComposing) return;
    event.preventDefault();
    const texts = list.current?.querySelectorAll<HTMLElement>("input[type=text]");
    if (index + 1 < options.length) texts?.[index + 1]?.focus();
    else change(addQuizOption);
  }

  return (
    <section
      aria-labelledby={titleId}
      className="grid gap-4 rounded border border-line bg-page p-3 sm:p-4"
    >
      <div className="flex items-center gap-1">
        <h3 id={titleId} className="grow font-extrabold">
          {number}. soru
        </h3>
        <Button
          variant="ghost"
          size="icon"
          data-up
          disabled={number === 1}
          onClick={() => onMove(-1)}
          aria-label={`${number}. soruyu yukarı taşı`}
        >
          <ArrowUp className="size-5" aria-hidden="true" />
        </Button>
        <Button
          variant="ghost"
          size="icon"
          data-down
          disabled={isLast}
          onClick={() => onMove(1)}
          aria-label={`${number}. soruyu aşağı taşı`}
        >
          <ArrowDown className="size-5" aria-hidden="true" />
        </Button>
        {onDelete && (
          <Button
            variant="ghost"
            size="icon"
            data-delete-question
            onClick={onDelete}
            aria-label={`${number}. soruyu sil`}
          >
            <Trash className="size-5" aria-hidden="true" />
          </Button>
        )}
      </div>
      <TextField
        label="Soru"
        type="text"
        autoComplete="off"
        value={content}
        error={tooLong(content, QUESTION_LENGTH.max) ?? errors[`question:${id}`]}
        onChange={({ target }) => edit({ content: target.value })}
      />
      <fieldset className="grid gap-2">
        <legend className="mb-1 font-semibold">
          {types ? "Şıklar ve puan verdikleri sonuç" : "Şıklar: doğru olanları işaretleyin"}
        </legend>
        <ul ref={list} className="grid gap-2">
          {options.map((option, index) => (
            <li key={option.id}>
              <QuizOptionRow
                option={option}
                types={types}
                number={index + 1}
                error={errors[`content:${option.id}`]}
                onChange={(changes) => change((one) => editQuizOption(one, option.id, changes))}
                onDelete={
                  options.length > QUIZ_OPTION_COUNT.min
                    ? () => change((one) => removeQuizOption(one, option.id))
                    : undefined
                }
                onKeyDown={(event) => goOn(event, index)}
              />
            </li>
          ))}
        </ul>
        <FieldError error={errors[`options:${id}`]} />
        {options.length < QUIZ_OPTION_COUNT.max && (
          <Button
            variant="ghost"
            onClick={() => change(addQuizOption)}
            className="justify-self-start"
          >
            <Plus className="size-5" aria-hidden="true" />
            Şık ekle
          </Button>
        )}
      </fieldset>
      <details open={hasMore || undefined}>
        <summary className="min-h-11 rounded py-2.5 font-semibold">Resim ve açıklama</summary>
        <div className="grid gap-4 pt-2">
          <PictureOf
            label={`${number}. sorunun resmi (isteğe bağlı)`}
            picture={image}
            onChange={(one) => edit({ image: one })}
          />
          <TextArea
            label="Açıklama"
            hint="Test bitince sorunun altında görünür."
            rows={3}
            value={explanation}
            error={tooLong(explanation, EXPLANATION_MAX) ?? errors[`explanation:${id}`]}
            onChange={({ target }) => edit({ explanation: target.value })}
          />
          <PictureOf
            label={`${number}. sorunun açıklamasının resmi (isteğe bağlı)`}
            picture={explanationImage}
            onChange={(one) => edit({ explanationImage: one })}
          />
        </div>
      </details>
    </section>
  );
}

interface PictureProps {
  label: string;
  picture: Picture | null;
  onChange: (picture: Picture | null) => void;
}

function PictureOf({ label, picture, onChange }: PictureProps) {
  const url = usePhotoUrl(picture);
  return (
    <ImagePicker
      label={label}
      image={null}
      storedUrl={url}
      onChange={(file) => onChange(file && addPhoto(file))}
      className="max-w-sm"
    />
  );
}
